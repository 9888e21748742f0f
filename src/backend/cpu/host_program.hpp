// Variants of kernels written in C++.
#pragma once

#include <memory>

#include "backend/device.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend::cpu {

// `run` of the code is a function; the pool must outlive the program.
[[nodiscard]] std::unique_ptr<Program> make_host_program(const VariantCode& code, WorkerPool& pool);

}  // namespace dala::backend::cpu

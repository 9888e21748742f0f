// Kernels of the kernel language on the CPU: native code where the JIT is there, else interpreted.
#pragma once

#include <chrono>
#include <memory>

#include "backend/device.hpp"
#include "core/threads/worker_pool.hpp"
#include "kernel/cache/disk_cache.hpp"

namespace dala::backend::cpu {

// What the programs of a device share.
struct ProgramSetting {
  WorkerPool* pool;
  std::chrono::nanoseconds time_limit;
  kernel::DiskCache cache;
};

// `setting` must outlive the program.
[[nodiscard]] std::unique_ptr<Program> make_program(
    std::shared_ptr<const kernel::ir::Module> module, const ProgramSetting& setting);

}  // namespace dala::backend::cpu

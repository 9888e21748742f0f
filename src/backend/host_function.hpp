// Functions in C++ on the host's memory: kernels of users, and variants.
#pragma once

#include "backend/device.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend {

// The host sees the memory of all tensors. What the function throws is an error.
[[nodiscard]] Result<void> run_host_function(const HostKernel& function, const KernelCall& call,
                                             WorkerPool& pool);

}  // namespace dala::backend

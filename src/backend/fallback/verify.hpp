// A device whose every kernel is also run on the CPU by its source, and compared: DALA_VERIFY=1.
#pragma once

#include <memory>

#include "backend/device.hpp"
#include "backend/device_options.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend {

// Integers must be the same, floats close. The first difference of a command is its error, with
// kernel, index and both values.
[[nodiscard]] Result<std::shared_ptr<Device>> make_verifying(std::shared_ptr<Device> device,
                                                             const DeviceOptions& options,
                                                             WorkerPool& pool);

// The same for the CPU itself, where only the variants of kernels are compared.
[[nodiscard]] Result<std::shared_ptr<Device>> make_variant_verifying(std::shared_ptr<Device> cpu,
                                                                     const DeviceOptions& options,
                                                                     WorkerPool& pool);

}  // namespace dala::backend

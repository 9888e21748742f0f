// NVIDIA GPUs through the CUDA driver, behind the Device seam.
#pragma once

#include <memory>
#include <optional>

#include "backend/cuda/driver/library.hpp"
#include "backend/device.hpp"
#include "backend/device_options.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend::cuda {

// Nothing where there is no driver or no device.
[[nodiscard]] std::optional<DeviceInfo> describe(const DeviceOptions& options);

// Whether there is an NVIDIA device at all: starting the driver to find none takes long.
[[nodiscard]] bool is_likely();

[[nodiscard]] Result<std::shared_ptr<Device>> create(const DeviceOptions& options,
                                                     WorkerPool& pool);
// For tests: with these functions in place of the driver's.
[[nodiscard]] Result<std::shared_ptr<Device>> create(std::shared_ptr<const Library> library,
                                                     const DeviceOptions& options,
                                                     WorkerPool& pool);

}  // namespace dala::backend::cuda

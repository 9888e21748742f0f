// The CPU behind the Device seam.
#pragma once

#include <memory>
#include <optional>

#include "backend/device.hpp"
#include "backend/device_options.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend::cpu {

[[nodiscard]] std::optional<DeviceInfo> describe(const DeviceOptions& options);

[[nodiscard]] Result<std::shared_ptr<Device>> create(const DeviceOptions& options,
                                                     WorkerPool& pool);

}  // namespace dala::backend::cpu

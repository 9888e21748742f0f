// The CPU behind the Device seam.
#pragma once

#include <memory>

#include "backend/device.hpp"
#include "backend/registry.hpp"
#include "core/worker_pool.hpp"

namespace dala::backend::cpu {

[[nodiscard]] DeviceInfo describe(const DeviceOptions& options);

[[nodiscard]] Result<std::shared_ptr<Device>> create(const DeviceOptions& options,
                                                     WorkerPool& pool);

}  // namespace dala::backend::cpu

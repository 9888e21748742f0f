// The reference interpreter behind the Device seam: every kernel that has a source is interpreted,
// the built-in ones too. Slow, and what other devices are compared with. Also the way to run
// kernels where code may not be generated.
#pragma once

#include <memory>
#include <optional>

#include "backend/device.hpp"
#include "backend/device_options.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend::interpreter {

[[nodiscard]] std::optional<DeviceInfo> describe(const DeviceOptions& options);

[[nodiscard]] Result<std::shared_ptr<Device>> create(const DeviceOptions& options,
                                                     WorkerPool& pool);

}  // namespace dala::backend::interpreter

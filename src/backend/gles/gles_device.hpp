// OpenGL ES 3.1 behind the Device seam.
#pragma once

#include <memory>
#include <optional>

#include "backend/device.hpp"
#include "backend/device_options.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend::gles {

// Nothing where there is no ES 3.1.
[[nodiscard]] std::optional<DeviceInfo> describe(const DeviceOptions& options);

// Whether there is a graphics device at all. Without one, asking the driver would take a long time
// to find nothing but its software renderer.
[[nodiscard]] bool is_likely();

[[nodiscard]] Result<std::shared_ptr<Device>> create(const DeviceOptions& options,
                                                     WorkerPool& pool);

// For tests: as if the driver had reset the device.
void lose(Device& device);

}  // namespace dala::backend::gles

// The backends built into this library, best first. Adding one is a line in registry.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "backend/device.hpp"
#include "backend/device_options.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend {

// One entry per device found on this machine, in the order automatic choice prefers them.
[[nodiscard]] std::vector<DeviceInfo> list_devices(const DeviceOptions& options);

// The device of this id, or the first of list_devices when `id` is empty.
[[nodiscard]] Result<std::shared_ptr<Device>> open_device(std::string_view id,
                                                          const DeviceOptions& options,
                                                          WorkerPool& pool);

}  // namespace dala::backend

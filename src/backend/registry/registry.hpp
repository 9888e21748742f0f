// The backends built into this library, best first. Adding one is a line in registry.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.hpp"
#include "core/worker_pool.hpp"

namespace dala::backend {

struct DeviceOptions {
  unsigned threads = 0;            // 0: one per core
  std::uint64_t memory_limit = 0;  // 0: nine tenths of what is free
  std::chrono::nanoseconds kernel_time_limit = std::chrono::minutes(1);
  std::filesystem::path cache_folder = {};  // of compiled kernels; empty: none
  bool tf32 = false;                        // in matrix products of f32, where the device has it
};

[[nodiscard]] std::vector<std::string> built_in_backends();

// One entry per device found on this machine, in the order automatic choice prefers them.
[[nodiscard]] std::vector<DeviceInfo> list_devices(const DeviceOptions& options);

// The device of this id, or the first of list_devices when `id` is empty.
[[nodiscard]] Result<std::shared_ptr<Device>> open_device(std::string_view id,
                                                          const DeviceOptions& options,
                                                          WorkerPool& pool);

}  // namespace dala::backend

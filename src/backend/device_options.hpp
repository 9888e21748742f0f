// What a device is opened with.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace dala::backend {

struct DeviceOptions {
  unsigned threads = 0;            // 0: one per core
  std::uint64_t memory_limit = 0;  // 0: nine tenths of what is free
  std::chrono::nanoseconds kernel_time_limit = std::chrono::minutes(1);
  std::filesystem::path cache_folder = {};  // of compiled kernels; empty: none
  bool tf32 = false;                        // in matrix products of f32, where the device has it
  std::vector<std::string> backends = {};   // the registry's list, for DeviceInfo::backends
};

}  // namespace dala::backend

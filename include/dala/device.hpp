// The processors this machine offers, and how one is chosen.
//
//   for (const dala::DeviceInfo& device : dala::devices()) std::cout << device.name << '\n';
//
// Choice, in this order: the name given to Compute::create, the environment variable DALA_DEVICE,
// the best device found. A name that does not exist is an error, never a quiet fallback.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <dala/dtype.hpp>
#include <dala/export.hpp>

namespace dala {

struct DeviceLimits {
  std::uint64_t max_buffer_bytes = 0;
  std::uint32_t max_rank = 0;
  std::uint32_t threads = 0;  // CPU threads this device runs kernels on
};

// Something else a driver says about a device, for people: {"renderer", "llvmpipe"}.
struct DeviceDetail {
  std::string name;
  std::string value;
};

struct DeviceInfo {
  std::string id;    // what DALA_DEVICE and --device take: "cpu"
  std::string name;  // what a person knows it by: the processor's own name
  bool gpu = false;
  bool software = false;              // a GPU's driver that runs on the CPU; never chosen by itself
  std::string version;                // of this library
  std::string driver;                 // what runs kernels there: instruction set, driver version
  std::vector<std::string> backends;  // built into this library
  std::vector<DType> dtypes;
  DeviceLimits limits;
  std::uint64_t memory_bytes = 0;        // what the machine or card has
  std::uint64_t memory_limit_bytes = 0;  // what this library may take of it
  std::vector<DeviceDetail> details;
};

[[nodiscard]] DALA_API std::vector<DeviceInfo> devices();

// This library's version, as in CMakeLists.txt: major, minor and patch with dots between them.
[[nodiscard]] DALA_API std::string_view version();

}  // namespace dala

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

#include <dala/core/dtype.hpp>
#include <dala/core/export.hpp>

namespace dala {

struct DeviceLimits {
  std::uint64_t max_buffer_bytes = 0;
  std::uint32_t max_rank = 0;
  std::uint32_t threads = 0;  // CPU threads this device runs kernels on
};

// A language of a device's own, in which a variant of a kernel can be written.
enum class NativeLanguage : std::uint8_t { none, cuda };

// What a device can do, for whoever has several ways to do the same. Ask here for what a way needs;
// what a device is called says nothing about it.
struct Capabilities {
  bool host_memory = false;  // its memory is the host's: functions in C++ work on it in place
  // Runs every kernel by its source alone, so that others can be compared with it.
  bool reference = false;
  NativeLanguage language = NativeLanguage::none;
  bool matrix_units = false;  // which multiply TF32, bf16 and f16 (tensor cores)
  bool avx512_vnni =
      false;  // the processor has AVX-512 with VNNI and VBMI, for what runs on the host
  bool opengl_es = false;     // kernels run as compute shaders of OpenGL ES
  bool device_clock = false;  // work is timed by the device's clock; elsewhere by the host's

  // Functions in C++ may stand for kernels: they run where the data lies, and nobody wants to see
  // what the kernels' sources do.
  [[nodiscard]] constexpr bool runs_host_functions() const { return host_memory && !reference; }
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
  Capabilities capabilities;
  DeviceLimits limits;
  std::uint64_t memory_bytes = 0;        // what the machine or card has
  std::uint64_t memory_limit_bytes = 0;  // what this library may take of it
  std::vector<DeviceDetail> details;
};

[[nodiscard]] DALA_API std::vector<DeviceInfo> devices();

// This library's version, as in CMakeLists.txt: major, minor and patch with dots between them.
[[nodiscard]] DALA_API std::string_view version();

}  // namespace dala

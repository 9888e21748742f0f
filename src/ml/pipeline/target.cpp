#include "ml/pipeline/target.hpp"

#include <charconv>

namespace dala::ml {

int capability_of(const DeviceInfo& device) {
  for (const DeviceDetail& detail : device.details) {
    if (detail.name != "compute capability") continue;
    int major = 0;
    int minor = 0;
    const char* const end = detail.value.data() + detail.value.size();
    const auto [dot, failed] = std::from_chars(detail.value.data(), end, major);
    if (failed == std::errc{} && dot != end) std::from_chars(dot + 1, end, minor);
    return (major * 10) + minor;
  }
  return 0;
}

}  // namespace dala::ml

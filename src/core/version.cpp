#include <dala/core/device.hpp>

namespace dala {

std::string_view version() { return DALA_VERSION; }

}  // namespace dala

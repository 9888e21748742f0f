#include "core/log.hpp"

#include <cstdio>
#include <cstdlib>

namespace dala {

bool log_enabled() {
  static const bool enabled = [] {
    const char* value = std::getenv("DALA_LOG");
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
  }();
  return enabled;
}

void log_line(std::string_view text) {
  std::fprintf(stderr, "dala: %.*s\n", static_cast<int>(text.size()), text.data());
}

}  // namespace dala

#include "core/text/log.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/text/shown_text.hpp"

namespace dala {

bool log_enabled() {
  static const bool enabled = [] {
    const char* value = std::getenv("DALA_LOG");
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
  }();
  return enabled;
}

void log_line(std::string_view text) {
  // Names of kernels, models and files come from elsewhere; its line ends are the library's own.
  std::string out = "dala: ";
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += shown_text(text.substr(at, end - at)).text + '\n';
    at = end + 1;
  }
  std::fputs(out.c_str(), stderr);
}

}  // namespace dala

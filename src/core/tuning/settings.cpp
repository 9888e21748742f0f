#include "core/tuning/settings.hpp"

#include "core/error.hpp"

namespace dala::tuning {

Result<Settings> parse_settings(std::string_view text) {
  Settings out;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    const std::size_t equals = part.find('=');
    if (part == "off") {
      out.off = true;
    } else if (part == "again") {
      out.again = true;
    } else if (equals != std::string_view::npos && equals > 0 && equals + 1 < part.size()) {
      out.ways.emplace(part.substr(0, equals), part.substr(equals + 1));
    } else {
      return fail(ErrorCode::invalid_argument,
                  "DALA_TUNE has the part `{}`, which is neither `off` nor `again` nor NAME=WAY",
                  part);
    }
  }
  return out;
}

}  // namespace dala::tuning

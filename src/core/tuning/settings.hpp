// What DALA_TUNE says: parts with commas between them.
//
//   off          nothing is timed, kept or taken from what was kept: defaults, for runs that are to
//                take the same way on all machines
//   again        what was kept is not taken, but timed again and replaced
//   NAME=WAY     this choice is that way
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <dala/core/error.hpp>

namespace dala::tuning {

struct Settings {
  bool off = false;
  bool again = false;
  std::map<std::string, std::string, std::less<>> ways;  // by the choice's name
};

[[nodiscard]] Result<Settings> parse_settings(std::string_view text);

}  // namespace dala::tuning

// All that the command line prints goes through here, so that no text from a file reaches the
// terminal as a command to it.
//
//   say("added {}: {} bytes\n", card.name, bytes);     on stdout; say_aside: on stderr
//   say("{}", lines(table));                           a text whose own line ends are meant
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "terminal/printable.hpp"

namespace dala::cli {

struct Lines {
  std::string_view text;
};
[[nodiscard]] inline Lines lines(std::string_view text) { return {text}; }

// What an argument is printed as: text made printable, anything else as it is.
template <typename T>
[[nodiscard]] auto said(const T& value) {
  if constexpr (std::is_same_v<T, Lines>)
    return printable_lines(value.text);
  else if constexpr (std::is_convertible_v<const T&, std::string_view>)
    return printable(value);
  else
    return value;
}
template <typename T>
using Said = decltype(said(std::declval<const T&>()));

template <typename... Args>
void say(fmt::format_string<const Said<Args>&...> text, const Args&... args) {
  fmt::vprint(text, fmt::make_format_args(said(args)...));
}

template <typename... Args>
void say_aside(fmt::format_string<const Said<Args>&...> text, const Args&... args) {
  fmt::vprint(stderr, text, fmt::make_format_args(said(args)...));
}

}  // namespace dala::cli

// Built-in texts with other values for their constants: the sizes and kinds that decide what a
// kernel does. A file declares each with the value that it has when nobody says otherwise,
//
//   const SIZE: s32 = 8;
//
// on a line of its own outside of functions, and C++ asks for the file with another:
//
//   DALA_ASSIGN(std::string text, kernel::builtin_text("media/filters/pixelate/pixelate",
//                                                      {{"SIZE", size}}));
//
// What comes of it is a source like any other: it is known by all of its text.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <dala/core/error.hpp>

namespace dala::kernel {

struct Constant {
  std::string_view name;
  std::variant<bool, std::int64_t, double> value;

  template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  Constant(std::string_view called, T is) : name(called) {
    if constexpr (std::is_same_v<T, bool>)
      value = is;
    else if constexpr (std::is_floating_point_v<T>)
      value = static_cast<double>(is);
    else
      value = static_cast<std::int64_t>(is);
  }
};

// `internal` where the text declares no constant of such a name, or one of a type that does not
// hold the value, and where there is no text: mistakes of ours.
[[nodiscard]] Result<std::string> specialised(std::string_view text,
                                              std::initializer_list<Constant> constants);
[[nodiscard]] Result<std::string> builtin_text(std::string_view name,
                                               std::initializer_list<Constant> constants);

}  // namespace dala::kernel

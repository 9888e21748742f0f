// Text from elsewhere as messages show it, without commands to a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dala {

struct ShownText {
  std::string text;         // valid UTF-8 without control characters, whatever came in
  std::size_t columns = 0;  // that a terminal takes for it
};

// Letters of any language as they are. `?` stands for what is no UTF-8, and for characters that
// control a terminal or turn the direction of the text around.
[[nodiscard]] ShownText shown_text(std::string_view text);

}  // namespace dala

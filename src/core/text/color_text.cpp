#include "core/text/color_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace dala {

namespace {

struct Named {
  std::string_view name;
  std::uint32_t rgba;
};

// In the order of the alphabet.
constexpr std::array colors{
    Named{"aliceblue", 0xF0F8FFFF},
    Named{"antiquewhite", 0xFAEBD7FF},
    Named{"aqua", 0x00FFFFFF},
    Named{"aquamarine", 0x7FFFD4FF},
    Named{"azure", 0xF0FFFFFF},
    Named{"beige", 0xF5F5DCFF},
    Named{"bisque", 0xFFE4C4FF},
    Named{"black", 0x000000FF},
    Named{"blanchedalmond", 0xFFEBCDFF},
    Named{"blue", 0x0000FFFF},
    Named{"blueviolet", 0x8A2BE2FF},
    Named{"brown", 0xA52A2AFF},
    Named{"burlywood", 0xDEB887FF},
    Named{"cadetblue", 0x5F9EA0FF},
    Named{"chartreuse", 0x7FFF00FF},
    Named{"chocolate", 0xD2691EFF},
    Named{"coral", 0xFF7F50FF},
    Named{"cornflowerblue", 0x6495EDFF},
    Named{"cornsilk", 0xFFF8DCFF},
    Named{"crimson", 0xDC143CFF},
    Named{"cyan", 0x00FFFFFF},
    Named{"darkblue", 0x00008BFF},
    Named{"darkcyan", 0x008B8BFF},
    Named{"darkgoldenrod", 0xB8860BFF},
    Named{"darkgray", 0xA9A9A9FF},
    Named{"darkgreen", 0x006400FF},
    Named{"darkgrey", 0xA9A9A9FF},
    Named{"darkkhaki", 0xBDB76BFF},
    Named{"darkmagenta", 0x8B008BFF},
    Named{"darkolivegreen", 0x556B2FFF},
    Named{"darkorange", 0xFF8C00FF},
    Named{"darkorchid", 0x9932CCFF},
    Named{"darkred", 0x8B0000FF},
    Named{"darksalmon", 0xE9967AFF},
    Named{"darkseagreen", 0x8FBC8FFF},
    Named{"darkslateblue", 0x483D8BFF},
    Named{"darkslategray", 0x2F4F4FFF},
    Named{"darkslategrey", 0x2F4F4FFF},
    Named{"darkturquoise", 0x00CED1FF},
    Named{"darkviolet", 0x9400D3FF},
    Named{"deeppink", 0xFF1493FF},
    Named{"deepskyblue", 0x00BFFFFF},
    Named{"dimgray", 0x696969FF},
    Named{"dimgrey", 0x696969FF},
    Named{"dodgerblue", 0x1E90FFFF},
    Named{"firebrick", 0xB22222FF},
    Named{"floralwhite", 0xFFFAF0FF},
    Named{"forestgreen", 0x228B22FF},
    Named{"fuchsia", 0xFF00FFFF},
    Named{"gainsboro", 0xDCDCDCFF},
    Named{"ghostwhite", 0xF8F8FFFF},
    Named{"gold", 0xFFD700FF},
    Named{"goldenrod", 0xDAA520FF},
    Named{"gray", 0x808080FF},
    Named{"green", 0x00FF00FF},
    Named{"greenyellow", 0xADFF2FFF},
    Named{"grey", 0x808080FF},
    Named{"honeydew", 0xF0FFF0FF},
    Named{"hotpink", 0xFF69B4FF},
    Named{"indianred", 0xCD5C5CFF},
    Named{"indigo", 0x4B0082FF},
    Named{"ivory", 0xFFFFF0FF},
    Named{"khaki", 0xF0E68CFF},
    Named{"lavender", 0xE6E6FAFF},
    Named{"lavenderblush", 0xFFF0F5FF},
    Named{"lawngreen", 0x7CFC00FF},
    Named{"lemonchiffon", 0xFFFACDFF},
    Named{"lightblue", 0xADD8E6FF},
    Named{"lightcoral", 0xF08080FF},
    Named{"lightcyan", 0xE0FFFFFF},
    Named{"lightgoldenrodyellow", 0xFAFAD2FF},
    Named{"lightgray", 0xD3D3D3FF},
    Named{"lightgreen", 0x90EE90FF},
    Named{"lightgrey", 0xD3D3D3FF},
    Named{"lightpink", 0xFFB6C1FF},
    Named{"lightsalmon", 0xFFA07AFF},
    Named{"lightseagreen", 0x20B2AAFF},
    Named{"lightskyblue", 0x87CEFAFF},
    Named{"lightslategray", 0x778899FF},
    Named{"lightslategrey", 0x778899FF},
    Named{"lightsteelblue", 0xB0C4DEFF},
    Named{"lightyellow", 0xFFFFE0FF},
    Named{"lime", 0x00FF00FF},
    Named{"limegreen", 0x32CD32FF},
    Named{"linen", 0xFAF0E6FF},
    Named{"magenta", 0xFF00FFFF},
    Named{"maroon", 0x800000FF},
    Named{"mediumaquamarine", 0x66CDAAFF},
    Named{"mediumblue", 0x0000CDFF},
    Named{"mediumorchid", 0xBA55D3FF},
    Named{"mediumpurple", 0x9370DBFF},
    Named{"mediumseagreen", 0x3CB371FF},
    Named{"mediumslateblue", 0x7B68EEFF},
    Named{"mediumspringgreen", 0x00FA9AFF},
    Named{"mediumturquoise", 0x48D1CCFF},
    Named{"mediumvioletred", 0xC71585FF},
    Named{"midnightblue", 0x191970FF},
    Named{"mintcream", 0xF5FFFAFF},
    Named{"mistyrose", 0xFFE4E1FF},
    Named{"moccasin", 0xFFE4B5FF},
    Named{"navajowhite", 0xFFDEADFF},
    Named{"navy", 0x000080FF},
    Named{"oldlace", 0xFDF5E6FF},
    Named{"olive", 0x808000FF},
    Named{"olivedrab", 0x6B8E23FF},
    Named{"orange", 0xFFA500FF},
    Named{"orangered", 0xFF4500FF},
    Named{"orchid", 0xDA70D6FF},
    Named{"palegoldenrod", 0xEEE8AAFF},
    Named{"palegreen", 0x98FB98FF},
    Named{"paleturquoise", 0xAFEEEEFF},
    Named{"palevioletred", 0xDB7093FF},
    Named{"papayawhip", 0xFFEFD5FF},
    Named{"peachpuff", 0xFFDAB9FF},
    Named{"peru", 0xCD853FFF},
    Named{"pink", 0xFFC0CBFF},
    Named{"plum", 0xDDA0DDFF},
    Named{"powderblue", 0xB0E0E6FF},
    Named{"purple", 0x800080FF},
    Named{"rebeccapurple", 0x663399FF},
    Named{"red", 0xFF0000FF},
    Named{"rosybrown", 0xBC8F8FFF},
    Named{"royalblue", 0x4169E1FF},
    Named{"saddlebrown", 0x8B4513FF},
    Named{"salmon", 0xFA8072FF},
    Named{"sandybrown", 0xF4A460FF},
    Named{"seagreen", 0x2E8B57FF},
    Named{"seashell", 0xFFF5EEFF},
    Named{"sienna", 0xA0522DFF},
    Named{"silver", 0xC0C0C0FF},
    Named{"skyblue", 0x87CEEBFF},
    Named{"slateblue", 0x6A5ACDFF},
    Named{"slategray", 0x708090FF},
    Named{"slategrey", 0x708090FF},
    Named{"snow", 0xFFFAFAFF},
    Named{"springgreen", 0x00FF7FFF},
    Named{"steelblue", 0x4682B4FF},
    Named{"tan", 0xD2B48CFF},
    Named{"teal", 0x008080FF},
    Named{"thistle", 0xD8BFD8FF},
    Named{"tomato", 0xFF6347FF},
    Named{"turquoise", 0x40E0D0FF},
    Named{"violet", 0xEE82EEFF},
    Named{"wheat", 0xF5DEB3FF},
    Named{"white", 0xFFFFFFFF},
    Named{"whitesmoke", 0xF5F5F5FF},
    Named{"yellow", 0xFFFF00FF},
    Named{"yellowgreen", 0x9ACD32FF},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Parses the digits after the '#'. In the forms with three or four digits each is doubled.
std::optional<std::uint32_t> hexadecimal(std::string_view digits) {
  std::string all;
  for (const char digit : digits) all.append(digits.size() <= 4 ? 2 : 1, digit);
  if (all.size() == 6) all += "ff";
  std::uint32_t rgba = 0;
  const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), rgba, 16);
  if (error != std::errc{} || end != all.data() + all.size()) return {};
  return rgba;
}

}  // namespace

std::optional<std::uint32_t> color_named(std::string_view name) {
  constexpr std::size_t longest = 32;
  if (name.size() > longest) return {};
  std::string small(name);
  std::ranges::transform(small, small.begin(), lower);
  if (small == "transparent") return 0;
  const auto* found = std::ranges::lower_bound(colors, small, {}, &Named::name);
  if (found == colors.end() || found->name != small) return {};
  return found->rgba;
}

std::optional<std::uint32_t> parse_color(std::string_view text) {
  if (!text.starts_with('#')) return color_named(text);
  const std::size_t digits = text.size() - 1;
  if (digits != 3 && digits != 4 && digits != 6 && digits != 8) return {};
  return hexadecimal(text.substr(1));
}

}  // namespace dala

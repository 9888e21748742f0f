// The Unicode analysis of a text: grapheme and line breaks, direction, and the script and font of
// each part.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/engine/fonts.hpp"

namespace dala::text {

// Places are units of UTF-16, in which ICU and HarfBuzz count.
struct Units {
  std::u16string text;
  std::vector<std::uint32_t> bytes;  // where each unit's letter is in UTF-8; one more for the end
};

// An error names the first byte that is not UTF-8. Controls other than newlines become a space
// (tab) or nothing to be seen.
[[nodiscard]] Result<Units> to_units(std::string_view utf8);

// A run that is shaped as a unit: of one direction, script and font.
struct Item {
  int begin = 0;
  int end = 0;
  bool right_to_left = false;
  hb_script_t script = HB_SCRIPT_COMMON;
  Face* face = nullptr;
};

// `automatic`: by the first letter of each paragraph that has a direction.
enum class Direction : std::uint8_t { automatic, left_to_right, right_to_left };

enum class Break : std::uint8_t { none, allowed, forced };

struct Analysis {
  std::u16string text;
  Bidi bidi;                        // of all paragraphs
  std::vector<bool> letter_begins;  // one more for the end
  std::vector<Break> breaks;        // before each place; one more for the end
  std::vector<Item> items;          // in the order of the text
  std::size_t missing = 0;

  [[nodiscard]] int size() const { return static_cast<int>(text.size()); }
  // Of the paragraph that a place is in.
  [[nodiscard]] bool right_to_left(int place) const;
};

class Analyser {
 public:
  Analyser();
  [[nodiscard]] Result<Analysis> analyse(std::u16string text, Direction direction, FontList& fonts);

 private:
  void choose_fonts(Analysis& into, FontList& fonts);

  Breaks letters_;
  Breaks lines_;
};

}  // namespace dala::text

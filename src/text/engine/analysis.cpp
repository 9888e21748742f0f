#include "text/engine/analysis.hpp"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>

#include "core/error.hpp"

namespace dala::text {

namespace {

constexpr char16_t unseen = 0x2060;  // WORD JOINER: no glyph, and no place to end a line
constexpr char32_t text_form = 0xFE0E;
constexpr char32_t emoji_form = 0xFE0F;

// ICU's macro narrows on purpose.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
void next_point(std::string_view utf8, std::size_t& at, UChar32& point) {
  U8_NEXT(utf8.data(), at, utf8.size(), point);  // NOLINT(bugprone-inc-dec-in-conditions)
}
#pragma GCC diagnostic pop

bool is_newline(UChar32 point) {
  return point == '\n' || point == '\r' || point == 0x85 || point == 0x2028 || point == 0x2029;
}

bool has(UChar32 point, UProperty property) { return u_hasBinaryProperty(point, property) != 0; }

bool has_script(hb_script_t script) {
  return script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED && script != HB_SCRIPT_UNKNOWN;
}

// The code points of a grapheme in composed form (NFC): a font may have "ế" and no combining accent
// for "ê".
FontList::Letters drawn_letters(std::u16string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  UChar composed[64];
  const UNormalizer2* normalizer = unorm2_getNFCInstance(&status);
  const int length = unorm2_normalize(normalizer, text.data(), static_cast<int>(text.size()),
                                      composed, std::size(composed), &status);
  if (U_SUCCESS(status)) text = {composed, static_cast<std::size_t>(length)};
  FontList::Letters letters;
  bool as_text = false;
  for (std::size_t i = 0; i < text.size();) {
    UChar32 point = 0;
    U16_NEXT(text.data(), i, text.size(), point);
    as_text |= point == text_form;
    letters.emoji |= point == emoji_form || has(point, UCHAR_EMOJI_PRESENTATION) ||
                     has(point, UCHAR_REGIONAL_INDICATOR);
    if (!has(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) && !is_newline(point))
      letters.points += static_cast<char32_t>(point);
  }
  letters.emoji &= !as_text;
  return letters;
}

hb_script_t script_of(std::u16string_view text) {
  hb_unicode_funcs_t* unicode = hb_unicode_funcs_get_default();
  for (std::size_t i = 0; i < text.size();) {
    UChar32 point = 0;
    U16_NEXT(text.data(), i, text.size(), point);
    const hb_script_t script = hb_unicode_script(unicode, static_cast<hb_codepoint_t>(point));
    if (has_script(script)) return script;
  }
  return HB_SCRIPT_COMMON;
}

UBiDiLevel base_level(Direction direction) {
  if (direction == Direction::automatic) return UBIDI_DEFAULT_LTR;
  return direction == Direction::right_to_left ? UBIDI_RTL : UBIDI_LTR;
}

}  // namespace

Result<Units> to_units(std::string_view utf8) {
  Units units;
  units.text.reserve(utf8.size());
  units.bytes.reserve(utf8.size() + 1);
  for (std::size_t i = 0; i < utf8.size();) {
    const std::size_t begin = i;
    UChar32 point = 0;
    next_point(utf8, i, point);
    if (point < 0)
      return fail(ErrorCode::invalid_argument,
                  "the text is not UTF-8: byte {} is 0x{:02X}, which no letter has there", begin,
                  static_cast<unsigned char>(utf8[begin]));
    if (point == '\t') point = ' ';
    if (u_charType(point) == U_CONTROL_CHAR && !is_newline(point)) point = unseen;
    char16_t pair[2];
    int length = 0;
    U16_APPEND_UNSAFE(pair, length, point);
    units.text.append(pair, static_cast<std::size_t>(length));
    units.bytes.insert(units.bytes.end(), static_cast<std::size_t>(length),
                       static_cast<std::uint32_t>(begin));
  }
  units.bytes.push_back(static_cast<std::uint32_t>(utf8.size()));
  return units;
}

bool Analysis::right_to_left(int place) const {
  if (text.empty()) return (ubidi_getParaLevel(bidi.get()) & 1) != 0;
  UErrorCode status = U_ZERO_ERROR;
  UBiDiLevel level = 0;
  ubidi_getParagraph(bidi.get(), std::min(place, size() - 1), nullptr, nullptr, &level, &status);
  return (level & 1) != 0;
}

Analyser::Analyser() {
  UErrorCode status = U_ZERO_ERROR;
  letters_.reset(ubrk_open(UBRK_CHARACTER, "en", nullptr, 0, &status));
  lines_.reset(ubrk_open(UBRK_LINE, "en", nullptr, 0, &status));
}

Result<Analysis> Analyser::analyse(std::u16string text, Direction direction, FontList& fonts) {
  if (!letters_ || !lines_)
    return fail(ErrorCode::unsupported, "ICU lacks its data, without which no text is laid out");
  Analysis made;
  made.text = std::move(text);
  const int size = made.size();
  UErrorCode status = U_ZERO_ERROR;
  made.bidi.reset(ubidi_openSized(size, 0, &status));
  ubidi_setPara(made.bidi.get(), made.text.data(), size, base_level(direction), nullptr, &status);

  made.letter_begins.assign(made.text.size() + 1, false);
  made.breaks.assign(made.text.size() + 1, Break::none);
  ubrk_setText(letters_.get(), made.text.data(), size, &status);
  ubrk_setText(lines_.get(), made.text.data(), size, &status);
  if (U_FAILURE(status))
    return fail(ErrorCode::out_of_memory, "ICU cannot analyse the text: {}", u_errorName(status));
  for (int at = ubrk_first(letters_.get()); at != UBRK_DONE; at = ubrk_next(letters_.get()))
    made.letter_begins[static_cast<std::size_t>(at)] = true;
  for (int at = ubrk_first(lines_.get()); at != UBRK_DONE; at = ubrk_next(lines_.get()))
    made.breaks[static_cast<std::size_t>(at)] =
        ubrk_getRuleStatus(lines_.get()) >= UBRK_LINE_HARD ? Break::forced : Break::allowed;
  choose_fonts(made, fonts);
  return made;
}

void Analyser::choose_fonts(Analysis& into, FontList& fonts) {
  UErrorCode status = U_ZERO_ERROR;
  const UBiDiLevel* levels =
      into.text.empty() ? nullptr : ubidi_getLevels(into.bidi.get(), &status);
  const std::u16string_view text = into.text;
  hb_script_t script = HB_SCRIPT_COMMON;
  Face* word = nullptr;  // of the last letter that has a script
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    while (!into.letter_begins[end]) ++end;
    const std::u16string_view piece = text.substr(begin, end - begin);
    const hb_script_t own = script_of(piece);
    if (has_script(own)) script = own;

    // Spaces and points stay in the font of the word before them.
    const FontList::Letters letters = drawn_letters(piece);
    const bool follows = !has_script(own) && !letters.emoji && word != nullptr;
    Face* face = follows && fonts.has(*word, letters.points) ? word : fonts.find(letters);
    if (face == nullptr) {
      into.missing += 1;
      face = &fonts.primary();
    }
    if (has_script(own)) word = face;

    const Item item{.begin = static_cast<int>(begin),
                    .end = static_cast<int>(end),
                    .right_to_left = levels != nullptr && (levels[begin] & 1) != 0,
                    .script = face->pictures() ? HB_SCRIPT_COMMON : script,
                    .face = face};
    Item* last = into.items.empty() ? nullptr : &into.items.back();
    // Characters before the first one with a script belong to that script.
    if (last != nullptr && last->script == HB_SCRIPT_COMMON && !last->face->pictures() &&
        last->face == face)
      last->script = item.script;
    const bool forced = into.breaks[begin] == Break::forced;
    if (last != nullptr && last->face == face && last->script == item.script &&
        last->right_to_left == item.right_to_left && !forced)
      last->end = item.end;
    else
      into.items.push_back(item);
    begin = end;
  }
}

}  // namespace dala::text

// The public functions: arguments are checked, the rest is libdala-text's.
#include <dala/text.hpp>

#include "core/error.hpp"
#include "core/source.hpp"
#include "text/backend.hpp"
#include "text/check.hpp"

namespace dala {

namespace text {

// A pipe would be waited for, and a device might have no end.
static Result<void> check_style(const TextStyle& style) {
  DALA_TRY(check(style));
  if (!is_font_file(style.family)) return {};
  constexpr std::uint64_t largest = std::uint64_t{256} << 20;
  DALA_ASSIGN(const SourceFile font, open_source(style.family, SourcePolicy::files()));
  if (font.bytes > largest)
    return fail(ErrorCode::bad_file, "{} has {} bytes, more than a font may have", style.family,
                font.bytes);
  return {};
}

}  // namespace text

Result<TextLayout> layout_text(const TextStyle& style) {
  DALA_TRY(text::check_style(style));
  DALA_ASSIGN(text::Library * library, text::library());
  return library->layout(style);
}

Result<DrawnText> draw_text(const TextStyle& style) {
  DrawnText drawn;
  DALA_TRY(draw_text(style, drawn));
  return drawn;
}

Result<void> draw_text(const TextStyle& style, DrawnText& drawn) {
  DALA_TRY(text::check_style(style));
  DALA_ASSIGN(text::Library * library, text::library());
  return library->draw(style, drawn);
}

Result<std::string> text_version() {
  DALA_ASSIGN(const text::Library* library, text::library());
  return library->version();
}

}  // namespace dala

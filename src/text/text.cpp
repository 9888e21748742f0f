// The public functions: arguments are checked, the rest is libdala-text's.
#include <dala/text.hpp>

#include "core/error.hpp"
#include "text/backend.hpp"
#include "text/check.hpp"

namespace dala {

Result<TextLayout> layout_text(const TextStyle& style) {
  DALA_TRY(text::check(style));
  DALA_ASSIGN(text::Library * library, text::library());
  return library->layout(style);
}

Result<DrawnText> draw_text(const TextStyle& style) {
  DrawnText drawn;
  DALA_TRY(draw_text(style, drawn));
  return drawn;
}

Result<void> draw_text(const TextStyle& style, DrawnText& drawn) {
  DALA_TRY(text::check(style));
  DALA_ASSIGN(text::Library * library, text::library());
  return library->draw(style, drawn);
}

Result<std::string> text_version() {
  DALA_ASSIGN(const text::Library* library, text::library());
  return library->version();
}

}  // namespace dala

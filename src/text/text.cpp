// The public functions: arguments are checked, the rest is libdala-text's.
#include <dala/text.hpp>

#include "core/error.hpp"
#include "core/files/source.hpp"
#include "text/backend.hpp"
#include "text/check.hpp"
#include "text/draw.hpp"

namespace dala {

namespace text {

// The file that a family names, open: what is read is what was checked. Nothing where it is the
// name of a font.
static Result<std::optional<FontFile>> font_of(const TextStyle& style,
                                               const SourcePolicy& sources) {
  if (!is_font_file(style.family)) return std::nullopt;
  constexpr std::uint64_t largest = std::uint64_t{256} << 20;
  DALA_ASSIGN(SourceFile font, open_source(style.family, sources));
  // A pipe would be waited for, and a device might have no end.
  if (!font.plain)
    return fail(ErrorCode::bad_file, "{} is no plain file, which fonts have to be", style.family);
  if (font.bytes > largest)
    return fail(ErrorCode::bad_file, "{} has {} bytes, more than a font may have", style.family,
                font.bytes);
  FontFile file{.identity = font.identity};
  file.read = [opened = std::make_shared<const SourceFile>(std::move(font)), name = style.family] {
    return read_source(*opened, name, largest);
  };
  return file;
}

Result<void> draw(const TextStyle& style, const SourcePolicy& sources, DrawnText& drawn) {
  DALA_TRY(check(style));
  DALA_ASSIGN(const auto font, font_of(style, sources));
  DALA_ASSIGN(Library * engine, library());
  return engine->draw(style, font ? &*font : nullptr, drawn);
}

}  // namespace text

Result<TextLayout> layout_text(const TextStyle& style) {
  DALA_TRY(text::check(style));
  DALA_ASSIGN(const auto font, text::font_of(style, SourcePolicy::files()));
  DALA_ASSIGN(text::Library * library, text::library());
  return library->layout(style, font ? &*font : nullptr);
}

Result<DrawnText> draw_text(const TextStyle& style) {
  DrawnText drawn;
  DALA_TRY(draw_text(style, drawn));
  return drawn;
}

Result<void> draw_text(const TextStyle& style, DrawnText& drawn) {
  return text::draw(style, SourcePolicy::files(), drawn);
}

Result<std::string> text_version() {
  DALA_ASSIGN(const text::Library* library, text::library());
  return library->version();
}

}  // namespace dala

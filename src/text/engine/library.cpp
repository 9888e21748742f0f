// The object through which libdala uses this part, one call at a time.
#include <fontconfig/fontconfig.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

#include "core/error.hpp"
#include "core/forever.hpp"
#include "core/process/optional_library.hpp"
#include "interface/text.hpp"
#include "text/backend.hpp"
#include "text/engine/lines.hpp"
#include "text/engine/painter.hpp"

namespace dala::text {

namespace {

FtLibrary free_type() {
  FT_Library library = nullptr;
  FT_Init_FreeType(&library);
  return FtLibrary(library);
}

// The glyphs of all lines, with fonts by number and places by byte.
TextLayout layout_of(const Composed& text) {
  TextLayout made{.width = static_cast<std::uint32_t>(std::ceil(std::max(1.0, text.width))),
                  .height = static_cast<std::uint32_t>(std::ceil(std::max(1.0, text.height))),
                  .missing = text.missing,
                  .cut = text.cut};
  std::vector<const Face*> faces;
  for (const Line& line : text.lines) {
    made.lines.push_back({.x = line.x,
                          .baseline = line.baseline,
                          .width = line.width,
                          .begin = text.bytes[static_cast<std::size_t>(line.begin)],
                          .end = text.bytes[static_cast<std::size_t>(line.end)],
                          .glyphs = made.glyphs.size(),
                          .right_to_left = line.right_to_left});
    for (const Glyph& glyph : line.glyphs) {
      const auto found = std::ranges::find(faces, glyph.face);
      const auto font = static_cast<std::uint32_t>(found - faces.begin());
      if (found == faces.end()) {
        faces.push_back(glyph.face);
        made.fonts.push_back(glyph.face->name());
      }
      made.glyphs.push_back({.id = glyph.id,
                             .font = font,
                             .x = line.x + glyph.x,
                             .y = line.baseline + glyph.y,
                             .advance = glyph.advance,
                             .byte = text.bytes[static_cast<std::size_t>(glyph.place)]});
    }
  }
  return made;
}

class Engine final : public Library {
 public:
  Engine()
      : free_type_(free_type()),
        fonts_(free_type_.get()),
        composer_(fonts_),
        painter_(free_type_.get()) {}
  [[nodiscard]] bool good() const { return free_type_ != nullptr; }

  [[nodiscard]] std::string version() const override {
    FT_Int major = 0;
    FT_Int minor = 0;
    FT_Int patch = 0;
    FT_Library_Version(free_type_.get(), &major, &minor, &patch);
    const int fontconfig = FcGetVersion();
    return format("FreeType {}.{}.{}, HarfBuzz {}, fontconfig {}.{}.{}, ICU {}", major, minor,
                  patch, hb_version_string(), fontconfig / 10000, fontconfig / 100 % 100,
                  fontconfig % 100, U_ICU_VERSION);
  }

  [[nodiscard]] Result<TextLayout> layout(const TextStyle& style, const FontFile* font) override {
    return guarded([&]() -> Result<TextLayout> {
      DALA_ASSIGN(const Composed text, composer_.compose(style, font));
      return layout_of(text);
    });
  }

  [[nodiscard]] Result<void> draw(const TextStyle& style, const FontFile* font,
                                  DrawnText& drawn) override {
    return guarded([&]() -> Result<void> {
      DALA_ASSIGN(const Composed text, composer_.compose(style, font));
      return painter_.paint(text, style, drawn);
    });
  }

 private:
  // HarfBuzz frees what it keeps for all texts when the program ends, whatever another thread is
  // doing with it. What is registered last runs first: behind the first text, whose making
  // registered all of HarfBuzz's, this waits for the text that is being made and lets no other
  // begin.
  struct StopAtExit {
    explicit StopAtExit(Engine& engine) : engine_(engine) {}
    StopAtExit(const StopAtExit&) = delete;
    StopAtExit& operator=(const StopAtExit&) = delete;
    ~StopAtExit() {
      if (std::exchange(engine_.stops_at_exit_, true)) return;
      static std::timed_mutex* const mutex = &engine_.mutex_;
      // Not for ever: in the child of a fork nobody may be left to let go of it.
      static_cast<void>(
          std::atexit([] { static_cast<void>(mutex->try_lock_for(std::chrono::seconds(2))); }));
    }

   private:
    Engine& engine_;
  };

  template <typename Do>
  auto guarded(const Do& act) -> decltype(act()) {
    const std::scoped_lock lock(mutex_);
    const StopAtExit stop(*this);
    try {
      return act();
    } catch (const std::bad_alloc&) {
      return fail(ErrorCode::out_of_memory, "no memory for this text");
    }
  }

  std::timed_mutex mutex_;
  bool stops_at_exit_ = false;
  FtLibrary free_type_;
  Fonts fonts_;
  Composer composer_;
  Painter painter_;
};

}  // namespace

}  // namespace dala::text

// What text/load.cpp looks for. The library lives as long as the process.
extern "C" [[gnu::visibility("default")]] dala::text::Library* dala_text_library(
    std::uint64_t interface, dala::Error* error) {
  using namespace dala::text;
  if (interface != dala::text_interface_id) {
    *error = dala::part_of_another_build("libdala-text.so");
    return nullptr;
  }
  static const dala::Forever<Engine> engine;
  if (engine->good()) return &*engine;
  *error = {dala::ErrorCode::out_of_memory, "FreeType cannot be started"};
  return nullptr;
}

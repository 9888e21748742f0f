// Drawn glyphs, kept for the next text that has them.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "text/engine/face.hpp"

namespace dala::text {

// Coverage, or for colour glyphs RGBA with premultiplied alpha.
struct GlyphBitmap {
  int left = 0;  // of the origin's pixel
  int top = 0;   // downwards
  int width = 0;
  int height = 0;
  bool color = false;
  std::vector<std::uint8_t> pixels = {};
};

struct GlyphKey {
  std::uint32_t face = 0;
  std::uint32_t glyph = 0;
  std::int32_t size = 0;        // in 64ths of a pixel, as all lengths here
  std::int32_t outline = 0;     // 0: the letter itself; else the letter and all around it
  std::uint8_t quarters_x = 0;  // of a pixel, that it is moved by
  std::uint8_t quarters_y = 0;
  friend bool operator==(const GlyphKey&, const GlyphKey&) = default;
};

class GlyphCache {
 public:
  explicit GlyphCache(FT_Library library);

  // Good until the next call.
  [[nodiscard]] Result<const GlyphBitmap*> get(Face& face, const GlyphKey& key);

 private:
  struct Hash {
    std::size_t operator()(const GlyphKey& key) const;
  };
  using Entry = std::pair<GlyphKey, GlyphBitmap>;

  [[nodiscard]] Result<GlyphBitmap> draw(Face& face, const GlyphKey& key) const;
  [[nodiscard]] Result<GlyphBitmap> draw_outline(Face& face, const GlyphKey& key) const;

  FT_Library library_;
  FtStroker stroker_;
  std::list<Entry> entries_;  // the one used last first
  std::unordered_map<GlyphKey, std::list<Entry>::iterator, Hash> found_;
  std::size_t bytes_ = 0;
};

}  // namespace dala::text

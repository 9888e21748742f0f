#include "text/engine/glyph_cache.hpp"

#include FT_OUTLINE_H

#include <algorithm>
#include <span>

#include "core/error.hpp"
#include "text/engine/scaled_picture.hpp"

namespace dala::text {

namespace {

// Some thousand letters of usual sizes. One that is larger by itself is kept until the next.
constexpr std::size_t max_bytes = std::size_t{16} << 20;

std::size_t bytes_of(const GlyphBitmap& bitmap) { return sizeof bitmap + bitmap.pixels.size(); }

}  // namespace

GlyphCache::GlyphCache(FT_Library library) : library_(library) {
  FT_Stroker stroker = nullptr;
  if (FT_Stroker_New(library, &stroker) == 0) stroker_.reset(stroker);
}

std::size_t GlyphCache::Hash::operator()(const GlyphKey& key) const {
  std::uint64_t hash = 0;
  for (const std::uint64_t part :
       {std::uint64_t{key.face}, std::uint64_t{key.glyph}, static_cast<std::uint64_t>(key.size),
        static_cast<std::uint64_t>(key.outline),
        std::uint64_t{key.quarters_x} << 8 | key.quarters_y})
    hash = (hash ^ part) * 0x9E3779B97F4A7C15;
  return static_cast<std::size_t>(hash ^ (hash >> 32));
}

Result<const GlyphBitmap*> GlyphCache::get(Face& face, const GlyphKey& key) {
  if (const auto found = found_.find(key); found != found_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return &entries_.front().second;
  }
  DALA_ASSIGN(GlyphBitmap bitmap, draw(face, key));
  bytes_ += bytes_of(bitmap);
  entries_.emplace_front(key, std::move(bitmap));
  found_[key] = entries_.begin();
  while (bytes_ > max_bytes && entries_.size() > 1) {
    bytes_ -= bytes_of(entries_.back().second);
    found_.erase(entries_.back().first);
    entries_.pop_back();
  }
  return &entries_.front().second;
}

Result<GlyphBitmap> GlyphCache::draw(Face& face, const GlyphKey& key) const {
  if (!face.pictures()) return draw_outline(face, key);
  GlyphBitmap bitmap{.color = true};
  if (key.outline != 0) return bitmap;
  double scale = 1;
  DALA_ASSIGN(const FT_GlyphSlotRec* slot, face.picture(key.glyph, key.size / 64.0, scale));
  scale_picture(*slot, scale, key.quarters_x / 4.0, key.quarters_y / 4.0, bitmap);
  return bitmap;
}

Result<GlyphBitmap> GlyphCache::draw_outline(Face& face, const GlyphKey& key) const {
  GlyphBitmap bitmap;
  DALA_ASSIGN(FT_Outline * outline, face.outline(key.glyph, key.size));
  if (outline->n_points == 0) return bitmap;
  FT_Outline_Translate(outline, FT_Pos{16} * key.quarters_x, FT_Pos{-16} * key.quarters_y);

  FT_Outline stroked{};
  if (key.outline != 0) {
    if (!stroker_) return fail(ErrorCode::out_of_memory, "no memory for an outline of text");
    FT_Stroker_Set(stroker_.get(), key.outline, FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND,
                   0);
    FT_UInt points = 0;
    FT_UInt contours = 0;
    const FT_StrokerBorder outside = FT_Outline_GetOutsideBorder(outline);
    FT_Error error = FT_Stroker_ParseOutline(stroker_.get(), outline, 0);
    if (error == 0) error = FT_Stroker_GetBorderCounts(stroker_.get(), outside, &points, &contours);
    if (error == 0)
      error = FT_Outline_New(library_, points, static_cast<FT_Int>(contours), &stroked);
    if (error != 0)
      return fail(ErrorCode::bad_file, "FreeType cannot draw around glyph {} of {} (its error {})",
                  key.glyph, face.name(), error);
    stroked.n_points = 0;
    stroked.n_contours = 0;
    FT_Stroker_ExportBorder(stroker_.get(), outside, &stroked);
    outline = &stroked;
  }

  FT_BBox box;
  FT_Outline_Get_CBox(outline, &box);
  bitmap.left = static_cast<int>(box.xMin >> 6);
  bitmap.top = static_cast<int>(-((box.yMax + 63) >> 6));
  bitmap.width = static_cast<int>((box.xMax + 63) >> 6) - bitmap.left;
  bitmap.height = static_cast<int>(-(box.yMin >> 6)) - bitmap.top;
  FT_Error error = 0;
  // A font's metrics can be anything; a glyph this large is an error in the font.
  constexpr int max_side = 16384;
  if (bitmap.width > max_side || bitmap.height > max_side) {
    error = FT_Err_Raster_Overflow;
  } else if (bitmap.width > 0 && bitmap.height > 0) {
    bitmap.pixels.resize(static_cast<std::size_t>(bitmap.width) *
                         static_cast<std::size_t>(bitmap.height));
    FT_Outline_Translate(outline, -static_cast<FT_Pos>(bitmap.left) * 64,
                         static_cast<FT_Pos>(bitmap.top + bitmap.height) * 64);
    FT_Bitmap target{};
    target.rows = static_cast<unsigned>(bitmap.height);
    target.width = static_cast<unsigned>(bitmap.width);
    target.pitch = bitmap.width;
    target.buffer = bitmap.pixels.data();
    target.num_grays = 256;
    target.pixel_mode = FT_PIXEL_MODE_GRAY;
    error = FT_Outline_Get_Bitmap(library_, outline, &target);
  }
  if (outline == &stroked) FT_Outline_Done(library_, &stroked);
  if (error != 0)
    return fail(ErrorCode::bad_file, "FreeType cannot draw glyph {} of {} (its error {})",
                key.glyph, face.name(), error);
  return bitmap;
}

}  // namespace dala::text

#include "text/engine/face.hpp"

#include FT_OUTLINE_H
#include <hb-ot.h>

#include <algorithm>

#include "core/error.hpp"

namespace dala::text {

namespace {

std::string string_of(FcPattern* pattern, const char* object) {
  FcChar8* value = nullptr;
  if (FcPatternGetString(pattern, object, 0, &value) != FcResultMatch) return {};
  return reinterpret_cast<const char*>(value);
}

int int_of(FcPattern* pattern, const char* object) {
  int value = 0;
  return FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? value : 0;
}

}  // namespace

Result<std::unique_ptr<Face>> Face::open(FT_Library library, FcPattern* pattern, hb_blob_t* bytes,
                                         std::uint32_t id) {
  const std::string file = string_of(pattern, FC_FILE);
  const int index = int_of(pattern, FC_INDEX);
  std::unique_ptr<Face> made(new Face);
  made->id_ = id;
  made->name_ = string_of(pattern, FC_FAMILY);
  if (const std::string style = string_of(pattern, FC_STYLE); !style.empty())
    made->name_ += " " + style;
  made->file_.reset(bytes != nullptr ? hb_blob_reference(bytes)
                                     : hb_blob_create_from_file_or_fail(file.c_str()));
  if (!made->file_) return fail(ErrorCode::io, "cannot read the font {}", file);
  const std::string& shown = bytes != nullptr ? made->name_ : file;

  unsigned length = 0;
  const char* data = hb_blob_get_data(made->file_.get(), &length);
  FT_Face face = nullptr;
  // `index` has the named instance of a variable font in its upper half, as FreeType wants it.
  if (FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(data),
                         static_cast<FT_Long>(length), index, &face) != 0)
    return fail(ErrorCode::bad_file, "{} is not a font that FreeType reads", shown);
  made->face_.reset(face);
  made->pictures_ = FT_HAS_COLOR(face) && face->num_fixed_sizes > 0;
  if (!made->pictures_ && !FT_IS_SCALABLE(face))
    return fail(ErrorCode::bad_file, "the font {} has letters of fixed sizes only", shown);

  hb_face_t* shapes = hb_face_create(made->file_.get(), static_cast<unsigned>(index));
  made->shaper_.reset(hb_font_create(shapes));
  const unsigned units = std::max(1U, hb_face_get_upem(shapes));
  hb_face_destroy(shapes);
  hb_ot_font_set_funcs(made->shaper_.get());
  // Four bits more than the font's own units, because marks are placed between them.
  hb_font_set_scale(made->shaper_.get(), static_cast<int>(units * 16),
                    static_cast<int>(units * 16));
  if (index >> 16 != 0)
    hb_font_set_var_named_instance(made->shaper_.get(), static_cast<unsigned>(index >> 16) - 1);
  made->unit_ = 1.0 / (16.0 * units);

  hb_font_extents_t extents;
  hb_font_get_h_extents(made->shaper_.get(), &extents);
  made->metrics_ = {.ascent = extents.ascender * made->unit_,
                    .descent = -extents.descender * made->unit_,
                    .gap = extents.line_gap * made->unit_};

  FcBool embolden = FcFalse;
  made->embolden_ =
      FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &embolden) == FcResultMatch && embolden != FcFalse;
  FcMatrix* matrix = nullptr;
  if (FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch)
    made->slant_ = matrix->xy;
  return made;
}

Result<FT_Outline*> Face::outline(std::uint32_t glyph, FT_F26Dot6 size) {
  if (const FT_Error error = FT_Set_Char_Size(face_.get(), 0, size, 72, 72); error != 0)
    return failed(glyph, error);
  if (const FT_Error error =
          FT_Load_Glyph(face_.get(), glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
      error != 0)
    return failed(glyph, error);
  FT_Outline* outline = &face_->glyph->outline;
  if (embolden_) FT_Outline_Embolden(outline, size / 24);
  if (slant_ != 0) {
    const FT_Matrix shear{0x10000, static_cast<FT_Fixed>(slant_ * 0x10000), 0, 0x10000};
    FT_Outline_Transform(outline, &shear);
  }
  return outline;
}

Result<const FT_GlyphSlotRec*> Face::picture(std::uint32_t glyph, double size, double& scale) {
  int best = 0;
  const auto stored = [&](int i) {
    return static_cast<double>(face_->available_sizes[i].y_ppem) / 64;
  };
  for (int i = 1; i < face_->num_fixed_sizes; ++i)
    if (stored(best) < size ? stored(i) > stored(best)
                            : stored(i) >= size && stored(i) < stored(best))
      best = i;
  if (const FT_Error error = FT_Select_Size(face_.get(), best); error != 0)
    return failed(glyph, error);
  if (const FT_Error error = FT_Load_Glyph(face_.get(), glyph, FT_LOAD_COLOR); error != 0)
    return failed(glyph, error);
  scale = size / std::max(1.0, stored(best));
  return face_->glyph;
}

std::unexpected<Error> Face::failed(std::uint32_t glyph, FT_Error error) const {
  return fail(ErrorCode::bad_file, "FreeType cannot draw glyph {} of {} (its error {})", glyph,
              name_, error);
}

}  // namespace dala::text

// A font file, open for shaping and for drawing.
#pragma once

#include <cstdint>
#include <string>

#include <dala/core/error.hpp>

#include "text/engine/handles.hpp"

namespace dala::text {

// Lengths are in units of the font's size, so a face is one for all sizes.
struct FaceMetrics {
  double ascent = 0;   // above the baseline
  double descent = 0;  // below it, positive
  double gap = 0;      // asked for between lines
};

class Face {
 public:
  // By what fontconfig found, prepared for rendering; of `bytes` where those were read already,
  // else of the file that the pattern names. `id` is this face's own.
  [[nodiscard]] static Result<std::unique_ptr<Face>> open(FT_Library library, FcPattern* pattern,
                                                          hb_blob_t* bytes, std::uint32_t id);

  [[nodiscard]] std::uint32_t id() const { return id_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const FaceMetrics& metrics() const { return metrics_; }
  // Its letters are pictures in a few sizes (emoji).
  [[nodiscard]] bool pictures() const { return pictures_; }
  [[nodiscard]] hb_font_t* shaper() const { return shaper_.get(); }
  // Advances and offsets of the shaper times this are in units of the font's size.
  [[nodiscard]] double unit() const { return unit_; }

  // An outline at a size, made bold or slanted where the file has no such form; empty for a space.
  [[nodiscard]] Result<FT_Outline*> outline(std::uint32_t glyph, FT_F26Dot6 size);
  // A picture of the stored size next above, and the factor to `size`.
  [[nodiscard]] Result<const FT_GlyphSlotRec*> picture(std::uint32_t glyph, double size,
                                                       double& scale);

 private:
  Face() = default;
  [[nodiscard]] std::unexpected<Error> failed(std::uint32_t glyph, FT_Error error) const;

  std::uint32_t id_ = 0;
  std::string name_;
  FaceMetrics metrics_;
  bool pictures_ = false;
  bool embolden_ = false;
  double slant_ = 0;
  double unit_ = 0;
  HbBlob file_;  // before those that read it
  FtFace face_;
  HbFont shaper_;
};

}  // namespace dala::text

// Owners for the objects of C libraries.
#pragma once

#include <fontconfig/fontconfig.h>
// Included after the headers it needs.
#include <fontconfig/fcfreetype.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_STROKER_H
#include <hb.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>

#include <memory>
#include <type_traits>

namespace dala::text {

template <auto free>
struct Freed {
  template <typename T>
  void operator()(T* pointer) const {
    free(pointer);
  }
};

using FtLibrary = std::unique_ptr<std::remove_pointer_t<FT_Library>, Freed<FT_Done_FreeType>>;
using FtFace = std::unique_ptr<FT_FaceRec, Freed<FT_Done_Face>>;
using FtStroker = std::unique_ptr<std::remove_pointer_t<FT_Stroker>, Freed<FT_Stroker_Done>>;
using HbBlob = std::unique_ptr<hb_blob_t, Freed<hb_blob_destroy>>;
using HbFont = std::unique_ptr<hb_font_t, Freed<hb_font_destroy>>;
using HbBuffer = std::unique_ptr<hb_buffer_t, Freed<hb_buffer_destroy>>;
using FcPatternHandle = std::unique_ptr<FcPattern, Freed<FcPatternDestroy>>;
using FcFontSetHandle = std::unique_ptr<FcFontSet, Freed<FcFontSetDestroy>>;
using FcConfigHandle = std::unique_ptr<FcConfig, Freed<FcConfigDestroy>>;
using Bidi = std::unique_ptr<UBiDi, Freed<ubidi_close>>;
using Breaks = std::unique_ptr<UBreakIterator, Freed<ubrk_close>>;

}  // namespace dala::text

// The fonts of the machine, and which of them has which letters.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <dala/text/style.hpp>

#include "text/backend.hpp"
#include "text/engine/face.hpp"

namespace dala::text {

// All fonts, ordered by how well they match a style. Results are cached.
class FontList {
 public:
  // Letters that are shown together, as code points.
  struct Letters {
    std::u32string points;
    bool emoji = false;  // wanted as a picture
  };

  [[nodiscard]] Face& primary() const { return *primary_; }
  [[nodiscard]] bool has(const Face& face, const std::u32string& points) const;
  // The first font with these letters, or null when there is none.
  [[nodiscard]] Face* find(const Letters& letters);

 private:
  friend class Fonts;
  struct Candidate {
    FcPattern* pattern = nullptr;  // of `set_`, or `file_`
    FcCharSet* letters = nullptr;
    bool color = false;
    bool broken = false;
    Face* face = nullptr;  // once it was needed
  };

  void add(FcPattern* font);
  [[nodiscard]] Face* opened(Candidate& candidate);
  [[nodiscard]] Face* search(const Letters& letters);

  class Fonts* fonts_ = nullptr;
  FcPatternHandle wanted_;
  FcFontSetHandle set_;
  FcPatternHandle file_;  // of a font that is no part of the machine's
  HbBlob bytes_;          // of that file
  std::vector<Candidate> candidates_;
  Face* primary_ = nullptr;
  std::unordered_map<char32_t, Face*> known_;  // of letters that are one point, and no emoji
};

class Fonts {
 public:
  explicit Fonts(FT_Library library) : library_(library) {}

  // `unsupported` when the machine has no font; `invalid_argument` when none of the named families
  // is installed; `bad_file` when what should be a font file is none.
  [[nodiscard]] Result<FontList*> list(const TextStyle& style, const FontFile* font);

 private:
  friend class FontList;
  [[nodiscard]] Result<Face*> open(FcPattern* wanted, FcPattern* font, hb_blob_t* bytes);
  // Of a file that was read: the pattern that fontconfig would make of it.
  [[nodiscard]] Result<FcPatternHandle> describe(const std::string& name, const FontFile& font,
                                                 hb_blob_t* bytes) const;
  [[nodiscard]] Result<void> load();
  [[nodiscard]] Result<std::string> installed_family(const std::string& families) const;

  FT_Library library_;
  FcConfigHandle config_;
  std::map<std::string, std::unique_ptr<Face>>
      faces_;  // by file and form: as many as the machine has
  std::map<std::string, std::unique_ptr<FontList>> lists_;
};

}  // namespace dala::text

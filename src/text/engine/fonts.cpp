#include "text/engine/fonts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/error.hpp"

namespace dala::text {

namespace {

constexpr std::size_t max_lists = 64;
constexpr std::size_t max_known = 8192;

const FcChar8* fc(const std::string& text) {
  return reinterpret_cast<const FcChar8*>(text.c_str());
}

// Names that fontconfig's own rules turn into a font, whatever is installed.
bool is_generic(std::string_view family) {
  constexpr std::array<std::string_view, 9> names = {"sans-serif", "sans",      "serif",
                                                     "monospace",  "mono",      "cursive",
                                                     "fantasy",    "system-ui", "emoji"};
  return std::ranges::find(names, family) != names.end();
}

// Goes with the last face that reads it.
HbBlob blob_of(std::vector<std::byte> bytes) {
  auto* kept = new std::vector<std::byte>(std::move(bytes));
  return HbBlob(hb_blob_create(reinterpret_cast<const char*>(kept->data()),
                               static_cast<unsigned>(kept->size()), HB_MEMORY_MODE_READONLY, kept,
                               [](void* of) { delete static_cast<std::vector<std::byte>*>(of); }));
}

bool has_fonts(FcConfig* config) {
  return std::ranges::any_of(std::array{FcSetSystem, FcSetApplication}, [&](FcSetName set) {
    const FcFontSet* fonts = FcConfigGetFonts(config, set);
    return fonts != nullptr && fonts->nfont > 0;
  });
}

std::vector<std::string> split_families(const std::string& families) {
  std::vector<std::string> names;
  std::size_t at = 0;
  while (at <= families.size()) {
    const std::size_t comma = std::min(families.find(',', at), families.size());
    const std::size_t first = families.find_first_not_of(' ', at);
    if (first < comma) {
      const std::size_t last = families.find_last_not_of(' ', comma - 1);
      names.push_back(families.substr(first, last - first + 1));
    }
    at = comma + 1;
  }
  return names;
}

}  // namespace

bool FontList::has(const Face& face, const std::u32string& points) const {
  for (const Candidate& candidate : candidates_)
    if (candidate.face == &face)
      return std::ranges::all_of(points, [&](char32_t point) {
        return FcCharSetHasChar(candidate.letters, point) != FcFalse;
      });
  return false;
}

void FontList::add(FcPattern* font) {
  FcCharSet* letters = nullptr;
  FcBool color = FcFalse;
  FcBool variable = FcFalse;
  if (FcPatternGetCharSet(font, FC_CHARSET, 0, &letters) != FcResultMatch) return;
  FcPatternGetBool(font, FC_COLOR, 0, &color);
  // Variable fonts are listed once more for each form that they have a name for.
  if (FcPatternGetBool(font, FC_VARIABLE, 0, &variable) == FcResultMatch && variable == FcTrue)
    return;
  candidates_.push_back({.pattern = font, .letters = letters, .color = color == FcTrue});
}

Face* FontList::opened(Candidate& candidate) {
  if (candidate.face == nullptr && !candidate.broken) {
    auto face = fonts_->open(wanted_.get(), candidate.pattern,
                             candidate.pattern == file_.get() ? bytes_.get() : nullptr);
    candidate.broken = !face;
    if (face) candidate.face = *face;
  }
  return candidate.face;
}

Face* FontList::find(const Letters& letters) {
  const bool simple = letters.points.size() == 1 && !letters.emoji;
  if (!simple) return search(letters);
  if (const auto known = known_.find(letters.points[0]); known != known_.end())
    return known->second;
  Face* face = search(letters);
  if (known_.size() >= max_known) known_.clear();
  known_[letters.points[0]] = face;
  return face;
}

Face* FontList::search(const Letters& letters) {
  // Fonts of pictures have digits and other letters too, which are not what text is written with.
  for (const bool color : {letters.emoji, !letters.emoji})
    for (Candidate& candidate : candidates_) {
      if (candidate.color != color || candidate.broken) continue;
      if (!std::ranges::all_of(letters.points, [&](char32_t point) {
            return FcCharSetHasChar(candidate.letters, point) != FcFalse;
          }))
        continue;
      if (Face* face = opened(candidate)) return face;
    }
  return nullptr;
}

Result<Face*> Fonts::open(FcPattern* wanted, FcPattern* font, hb_blob_t* bytes) {
  const FcPatternHandle prepared(FcFontRenderPrepare(config_.get(), wanted, font));
  FcChar8* file = nullptr;
  int index = 0;
  FcBool embolden = FcFalse;
  FcMatrix* matrix = nullptr;
  FcPatternGetString(prepared.get(), FC_FILE, 0, &file);
  FcPatternGetInteger(prepared.get(), FC_INDEX, 0, &index);
  FcPatternGetBool(prepared.get(), FC_EMBOLDEN, 0, &embolden);
  const bool slanted = FcPatternGetMatrix(prepared.get(), FC_MATRIX, 0, &matrix) == FcResultMatch;
  if (file == nullptr) return fail(ErrorCode::bad_file, "fontconfig names a font without a file");
  const std::string key = format("{}#{}{}{}", reinterpret_cast<const char*>(file), index,
                                 embolden != FcFalse ? "b" : "", slanted ? "s" : "");
  auto& face = faces_[key];
  if (!face) {
    auto made =
        Face::open(library_, prepared.get(), bytes, static_cast<std::uint32_t>(faces_.size()));
    if (!made) {
      faces_.erase(key);
      return std::unexpected(std::move(made.error()));
    }
    face = std::move(*made);
  }
  return face.get();
}

Result<std::string> Fonts::installed_family(const std::string& families) const {
  for (const std::string& name : split_families(families)) {
    if (is_generic(name)) return name;
    const FcPatternHandle pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, fc(name));
    const FcFontSetHandle found(FcFontList(config_.get(), pattern.get(), nullptr));
    if (found && found->nfont > 0) return name;
  }
  return fail(ErrorCode::invalid_argument,
              "family is \"{}\", which is not installed (`fc-list : family` lists what is); add "
              "\"sans-serif\" after a comma to take another where it is missing",
              families);
}

Result<void> Fonts::load() {
  if (config_) return {};
  config_.reset(FcInitLoadConfigAndFonts());
  if (config_) return {};
  return fail(ErrorCode::unsupported, "fontconfig has no configuration that it can read");
}

Result<FcPatternHandle> Fonts::describe(const std::string& name, const FontFile& font,
                                        hb_blob_t* bytes) const {
  unsigned length = 0;
  const char* data = hb_blob_get_data(bytes, &length);
  FT_Face opened = nullptr;
  FcPatternHandle pattern;
  if (FT_New_Memory_Face(library_, reinterpret_cast<const FT_Byte*>(data),
                         static_cast<FT_Long>(length), 0, &opened) == 0) {
    const FtFace face(opened);
    // The identity stands in for the file's name, by which faces are cached.
    pattern.reset(FcFreeTypeQueryFace(opened, fc(font.identity), 0, nullptr));
  }
  if (!pattern)
    return fail(ErrorCode::bad_file, "family is \"{}\", which is no font file that can be read",
                name);
  return pattern;
}

Result<FontList*> Fonts::list(const TextStyle& style, const FontFile* font) {
  DALA_TRY(load());
  const std::string key = format("{}\n{}\n{}\n{}", font != nullptr ? font->identity : style.family,
                                 style.weight, style.italic, style.language);
  if (const auto found = lists_.find(key); found != lists_.end()) return found->second.get();

  auto list = std::make_unique<FontList>();
  list->fonts_ = this;
  std::string family = "sans-serif";
  if (font != nullptr) {
    DALA_ASSIGN(std::vector<std::byte> bytes, font->read());
    list->bytes_ = blob_of(std::move(bytes));
    DALA_ASSIGN(list->file_, describe(style.family, *font, list->bytes_.get()));
  } else {
    if (!has_fonts(config_.get())) {
      config_.reset();  // a font may be installed before the next text
      return fail(ErrorCode::unsupported,
                  "there is no font on this machine that fontconfig knows of; install one "
                  "(Debian's fonts-dejavu-core, fonts-noto-core) or look at FONTCONFIG_FILE");
    }
    DALA_ASSIGN(family, installed_family(style.family));
  }

  list->wanted_.reset(FcPatternCreate());
  FcPattern* wanted = list->wanted_.get();
  FcPatternAddString(wanted, FC_FAMILY, fc(family));
  FcPatternAddDouble(wanted, FC_WEIGHT, FcWeightFromOpenTypeDouble(style.weight));
  FcPatternAddInteger(wanted, FC_SLANT, style.italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
  FcPatternAddBool(wanted, FC_VARIABLE, FcFalse);
  // Fontconfig would else take the language of the process, and text look different for it.
  FcPatternAddString(wanted, FC_LANG, fc(style.language.empty() ? "en" : style.language));
  FcConfigSubstitute(config_.get(), wanted, FcMatchPattern);
  FcDefaultSubstitute(wanted);
  FcResult result = FcResultMatch;
  list->set_.reset(FcFontSort(config_.get(), wanted, FcFalse, nullptr, &result));

  if (list->file_) list->add(list->file_.get());
  for (int i = 0; list->set_ && i < list->set_->nfont; ++i) list->add(list->set_->fonts[i]);
  for (FontList::Candidate& candidate : list->candidates_) {
    if (candidate.color && family != "emoji" && !list->file_) continue;
    list->primary_ = list->opened(candidate);
    if (list->primary_ != nullptr) break;
  }
  if (list->primary_ == nullptr)
    return fail(ErrorCode::unsupported, "none of the {} fonts on this machine can be used",
                list->candidates_.size());
  if (lists_.size() >= max_lists) lists_.clear();
  return (lists_[key] = std::move(list)).get();
}

}  // namespace dala::text

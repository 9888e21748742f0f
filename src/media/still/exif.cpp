#include "media/still/exif.hpp"

#include <algorithm>

namespace dala::media {

namespace {

// A directory of a TIFF file has a number of entries of 12 bytes and where the next one lies.
constexpr std::size_t entry_length = 12;
constexpr std::uint32_t orientation_tag = 0x0112;
constexpr std::uint32_t thumbnail_tag = 0x0201;
constexpr std::uint32_t thumbnail_length_tag = 0x0202;

// Read with every offset checked: what lies outside is 0.
class Tiff {
 public:
  explicit Tiff(std::span<const std::byte> bytes) : bytes_(bytes) {
    little_ = bytes.size() >= 2 && bytes[0] == std::byte{'I'};
  }

  [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t count) const {
    if (at > bytes_.size() || count > bytes_.size() - at) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t from = little_ ? at + count - 1 - i : at + i;
      value = value << 8 | std::to_integer<std::uint32_t>(bytes_[from]);
    }
    return value;
  }

  // 0 where this is no TIFF file.
  [[nodiscard]] std::size_t first_directory() const {
    return number(2, 2) == 42 ? number(4, 4) : 0;
  }
  [[nodiscard]] std::size_t link(std::size_t directory) const {
    return directory + 2 + (entry_length * number(directory, 2));
  }
  // Where the value of a tag lies; 0 where there is none.
  [[nodiscard]] std::size_t value_at(std::size_t directory, std::uint32_t tag) const {
    for (std::size_t at = directory + 2; at < std::min(link(directory), bytes_.size());
         at += entry_length)
      if (number(at, 2) == tag) return at + 8;
    return 0;
  }

  [[nodiscard]] bool little() const { return little_; }

 private:
  std::span<const std::byte> bytes_;
  bool little_ = false;
};

void blank(std::span<std::byte> bytes, std::size_t at, std::size_t count) {
  if (at > bytes.size()) return;
  std::ranges::fill(bytes.subspan(at, std::min(count, bytes.size() - at)), std::byte{0});
}

void blank_thumbnail(std::span<std::byte> bytes, const Tiff& file, std::size_t directory) {
  const std::size_t place = file.value_at(directory, thumbnail_tag);
  const std::size_t length = file.value_at(directory, thumbnail_length_tag);
  if (place != 0 && length != 0) blank(bytes, file.number(place, 4), file.number(length, 4));
}

}  // namespace

int exif_orientation(std::span<const std::byte> tiff) {
  const Tiff file(tiff);
  const std::size_t at = file.value_at(file.first_directory(), orientation_tag);
  const std::uint32_t value = at == 0 ? 1 : file.number(at, 2);
  return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

void renew_exif(std::span<std::byte> tiff) {
  const Tiff file(tiff);
  const std::size_t first = file.first_directory();
  if (first == 0) return;
  const std::size_t at = file.value_at(first, orientation_tag);
  if (at != 0 && at + 2 <= tiff.size()) {
    blank(tiff, at, 2);
    tiff[file.little() ? at : at + 1] = std::byte{1};
  }
  // The second directory is the thumbnail's.
  if (const std::size_t second = file.number(file.link(first), 4); second != 0) {
    blank_thumbnail(tiff, file, second);
    blank(tiff, file.link(first), 4);
  }
}

void take_exif(Still& still, std::span<const std::byte> tiff) {
  if (tiff.empty()) return;
  still.picture = oriented(std::move(still.picture), exif_orientation(tiff));
  still.exif.assign(tiff.begin(), tiff.end());
  renew_exif(still.exif);
}

void take_icc(Still& still, std::span<const std::byte> profile) {
  // Of the header's 128 bytes four name the kind of colours.
  constexpr std::size_t kind_at = 16;
  constexpr std::string_view rgb = "RGB ";
  if (profile.empty()) return;
  if (profile.size() >= 128 && std::ranges::equal(profile.subspan(kind_at, rgb.size()), rgb, {},
                                                  [](std::byte b) { return static_cast<char>(b); }))
    still.icc.assign(profile.begin(), profile.end());
  else
    still.notes.emplace_back("had a colour profile that is not one for RGB, and is not kept");
}

void orient(const Picture& picture, int orientation, Picture& out) {
  // 2 to 4 are mirrored horizontally, in both directions, or vertically; 5 to 8 are transposed as
  // well.
  const bool exchange = orientation >= 5;
  const bool from_right =
      orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_bottom =
      orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  out.width = exchange ? picture.height : picture.width;
  out.height = exchange ? picture.width : picture.height;
  out.rgba.resize(picture.rgba.size());
  std::size_t to = 0;
  for (std::uint32_t y = 0; y < out.height; ++y)
    for (std::uint32_t x = 0; x < out.width; ++x, to += 4) {
      std::uint32_t u = exchange ? y : x;
      std::uint32_t v = exchange ? x : y;
      if (from_right) u = picture.width - 1 - u;
      if (from_bottom) v = picture.height - 1 - v;
      std::copy_n(picture.rgba.begin() +
                      static_cast<std::ptrdiff_t>(((std::size_t{v} * picture.width) + u) * 4),
                  4, out.rgba.begin() + static_cast<std::ptrdiff_t>(to));
    }
}

Picture oriented(Picture picture, int orientation) {
  if (orientation == 1) return picture;
  Picture out;
  orient(picture, orientation, out);
  return out;
}

}  // namespace dala::media

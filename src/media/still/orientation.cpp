#include <algorithm>

#include "media/still/codec.hpp"

namespace dala::media {

namespace {

// A TIFF header and its first directory, read with every offset checked.
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

 private:
  std::span<const std::byte> bytes_;
  bool little_ = false;
};

}  // namespace

int exif_orientation(std::span<const std::byte> tiff) {
  constexpr std::uint32_t orientation_tag = 0x0112;
  const Tiff file(tiff);
  if (file.number(2, 2) != 42) return 1;
  const std::size_t directory = file.number(4, 4);
  const std::uint32_t count = file.number(directory, 2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t entry = directory + 2 + (12 * i);
    if (file.number(entry, 2) != orientation_tag) continue;
    const std::uint32_t value = file.number(entry + 8, 2);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

void orient(const Picture& picture, int orientation, Picture& out) {
  // 2 to 4 are mirrored across, down or both; 5 to 8 the same with rows and columns exchanged.
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

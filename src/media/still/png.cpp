#include <png.h>

#include <zlib.h>

#include <algorithm>
#include <memory>

#include "core/error.hpp"
#include "media/still/codec.hpp"

namespace dala::media {

namespace {

struct Free {
  void operator()(png_image* image) const { png_image_free(image); }
};

// What stands in a PNG besides its pixels. libpng has checked the pixels by then, and
// nothing behind them.
struct Chunks {
  unsigned bits = 8;
  std::span<const std::byte> exif = {};
  std::span<const std::byte> profile = {};  // as stored
  bool has_text = false;
  bool is_animated = false;
  bool ends = false;
};

std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (const std::byte byte : bytes.subspan(at, 4))
    value = value << 8 | std::to_integer<std::uint32_t>(byte);
  return value;
}

Chunks chunks_of(std::span<const std::byte> bytes) {
  constexpr std::size_t signature = 8;
  constexpr std::size_t around = 12;  // length, name and checksum
  Chunks found;
  std::size_t at = signature;
  while (at <= bytes.size() && bytes.size() - at >= around) {
    const std::size_t length = number_at(bytes, at);
    if (length > bytes.size() - at - around) break;
    const std::string_view name(reinterpret_cast<const char*>(bytes.data()) + at + 4, 4);
    const std::span<const std::byte> body = bytes.subspan(at + 8, length);
    if (name == "IHDR" && length > 8) found.bits = std::to_integer<unsigned>(body[8]);
    if (name == "eXIf") found.exif = body;
    if (name == "iCCP") found.profile = body;
    if (name == "tEXt" || name == "zTXt" || name == "iTXt") found.has_text = true;
    if (name == "acTL") found.is_animated = true;
    if (name == "IEND") found.ends = true;
    at += around + length;
  }
  return found;
}

// A chunk of a name, a zero, a zero for the method, and the profile. Empty where it is bad.
std::vector<std::byte> unpacked(std::span<const std::byte> chunk) {
  constexpr std::size_t longest = std::size_t{16} << 20;  // a few bytes can promise any length
  const auto end = std::ranges::find(chunk, std::byte{0});
  if (chunk.end() - end < 3) return {};
  const std::span<const std::byte> packed(end + 2, chunk.end());
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return {};
  // zlib does not write to it, and its type cannot say so.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::vector<std::byte> out;
  int code = Z_OK;
  while (code == Z_OK && out.size() < longest) {
    const std::size_t have = out.size();
    out.resize(have + 65536);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + have);
    stream.avail_out = 65536;
    code = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (code != Z_STREAM_END) out.clear();
  return out;
}

}  // namespace

Result<Still> decode_png(std::span<const std::byte> bytes, const StillLimits& limits) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0)
    return fail(ErrorCode::bad_file, " is not a good PNG: {}", std::string(image.message));
  const std::unique_ptr<png_image, Free> held(&image);
  DALA_TRY(check_still_size(image.width, image.height, limits));
  image.format = PNG_FORMAT_RGBA;
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // or 16 bits are taken for linear light

  Still still{.picture = {image.width, image.height, {}}, .format = StillFormat::png};
  still.picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, still.picture.rgba.data(), 0, nullptr) == 0)
    return fail(ErrorCode::bad_file, " is not a good PNG: {}", std::string(image.message));
  const Chunks chunks = chunks_of(bytes);
  if (!chunks.ends)
    return fail(ErrorCode::bad_file, " is not a good PNG: it is cut short behind its pixels");
  if (chunks.bits == 16) still.notes.emplace_back("had 16 bits a channel, of which 8 are kept");
  if (chunks.is_animated) still.notes.emplace_back("is animated, and only its picture is kept");
  if (chunks.has_text) still.notes.emplace_back("had texts beside its picture, which are not kept");
  take_exif(still, chunks.exif);
  if (!chunks.profile.empty()) {
    const std::vector<std::byte> profile = unpacked(chunks.profile);
    if (profile.empty())
      still.notes.emplace_back("had a colour profile that cannot be read, and is not kept");
    take_icc(still, profile);
  }
  return still;
}

}  // namespace dala::media

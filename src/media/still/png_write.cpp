// libpng reports errors by longjmp. The functions that set the jump hold nothing with a
// destructor; all memory lies with their callers.
#include <png.h>

#include <zlib.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <new>

#include "core/error.hpp"
#include "media/still/codec.hpp"

namespace dala::media {

namespace {

// How rows are compressed. Photographs hardly repeat themselves: looking for runs only takes a
// fifth of the time there, for files that are a tenth larger at most. What was drawn does repeat
// itself.
struct Strategy {
  int level;
  int strategy;
  int filters;
};
constexpr Strategy for_runs{1, Z_RLE, PNG_FILTER_SUB | PNG_FILTER_UP | PNG_FILTER_PAETH};
constexpr Strategy for_repeats{6, Z_DEFAULT_STRATEGY,
                               PNG_FILTER_NONE | PNG_FILTER_SUB | PNG_FILTER_UP | PNG_FILTER_PAETH};

struct Rows {
  const std::uint8_t* pixels = nullptr;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  unsigned channels = 4;
  bool drops_alpha = false;

  [[nodiscard]] const std::uint8_t* row(std::uint32_t y) const {
    return pixels + (std::size_t{y} * width * channels);
  }
};

struct Extra {
  std::vector<std::byte> profile = {};  // as an iCCP chunk holds it
  std::span<const std::byte> exif = {};
};

// libpng calls these with a pointer to this.
struct Writer {
  std::vector<std::byte> bytes;
  std::array<char, 200> message{};
  png_structp png = nullptr;
  png_infop info = nullptr;

  Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { png_destroy_write_struct(&png, &info); }
};

void append(png_structp png, png_bytep data, std::size_t length) {
  auto& bytes = static_cast<Writer*>(png_get_io_ptr(png))->bytes;
  bool fits = true;
  try {
    const auto* begin = reinterpret_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), begin, begin + length);
  } catch (const std::bad_alloc&) {
    fits = false;
  }
  if (!fits) png_error(png, "no memory for the file");
}

[[noreturn]] void stop(png_structp png, png_const_charp message) {
  auto& kept = static_cast<Writer*>(png_get_error_ptr(png))->message;
  std::strncpy(kept.data(), message, kept.size() - 1);
  png_longjmp(png, 1);
}

void ignore(png_structp, png_const_charp) {}

int color_type(const Rows& rows) {
  if (rows.channels == 1) return PNG_COLOR_TYPE_GRAY;
  return rows.channels == 3 || rows.drops_alpha ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
}

bool write(Writer& writer, const Rows& rows, const Strategy& how, const Extra& extra) {
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, stop, ignore);
  if (writer.png == nullptr) return false;
  if (setjmp(png_jmpbuf(writer.png)) != 0) return false;
  writer.info = png_create_info_struct(writer.png);
  if (writer.info == nullptr) return false;
  png_set_write_fn(writer.png, &writer, append, nullptr);
  png_set_user_limits(writer.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(writer.png, writer.info, rows.width, rows.height, 8, color_type(rows),
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(writer.png, how.level);
  png_set_compression_strategy(writer.png, how.strategy);
  png_set_filter(writer.png, PNG_FILTER_TYPE_BASE, how.filters);
  png_write_info(writer.png, writer.info);
  const auto chunk = [&](const char* name, std::span<const std::byte> body) {
    if (!body.empty())
      png_write_chunk(writer.png, reinterpret_cast<png_const_bytep>(name),
                      reinterpret_cast<png_const_bytep>(body.data()), body.size());
  };
  chunk("iCCP", extra.profile);
  chunk("eXIf", extra.exif);
  if (rows.drops_alpha) png_set_filler(writer.png, 0, PNG_FILLER_AFTER);
  for (std::uint32_t y = 0; y < rows.height; ++y) png_write_row(writer.png, rows.row(y));
  png_write_end(writer.png, nullptr);
  return true;
}

std::size_t length_with(const Rows& rows, const Strategy& how) {
  Writer writer;
  return write(writer, rows, how, {}) ? writer.bytes.size() : 0;
}

// By the rows in the middle.
const Strategy& choose(const Rows& rows) {
  constexpr std::uint32_t sample = 64;
  Rows middle = rows;
  if (rows.height > sample) {
    middle.pixels = rows.row((rows.height - sample) / 2);
    middle.height = sample;
  }
  const std::size_t runs = length_with(middle, for_runs);
  return runs > length_with(middle, for_repeats) / 8 * 9 ? for_repeats : for_runs;
}

bool is_opaque(std::span<const std::uint8_t> rgba) {
  for (std::size_t i = 3; i < rgba.size(); i += 4)
    if (rgba[i] != 255) return false;
  return true;
}

std::vector<std::byte> packed(std::span<const std::byte> profile) {
  constexpr std::string_view head("icc\0\0", 5);  // a name, its end, and the method
  if (profile.empty()) return {};
  uLongf length = compressBound(profile.size());
  std::vector<std::byte> out(head.size() + length);
  std::ranges::transform(head, out.begin(), [](char c) { return static_cast<std::byte>(c); });
  if (compress(reinterpret_cast<Bytef*>(out.data() + head.size()), &length,
               reinterpret_cast<const Bytef*>(profile.data()), profile.size()) != Z_OK)
    return {};
  out.resize(head.size() + length);
  return out;
}

}  // namespace

Result<std::vector<std::byte>> png_bytes(std::uint32_t width, std::uint32_t height,
                                         unsigned channels, std::span<const std::uint8_t> pixels,
                                         OpaqueAlpha alpha, const StillOptions& options) {
  DALA_TRY(check_still_size(width, height));
  if ((channels != 1 && channels != 3 && channels != 4) ||
      pixels.size() != std::size_t{width} * height * channels)
    return fail(ErrorCode::invalid_argument, " cannot be: its pixels do not fit its size");
  const Rows rows{
      .pixels = pixels.data(),
      .width = width,
      .height = height,
      .channels = channels,
      .drops_alpha = alpha == OpaqueAlpha::left_out && channels == 4 && is_opaque(pixels)};
  const Extra extra{.profile = packed(options.icc), .exif = options.exif};
  Writer writer;
  if (!write(writer, rows, choose(rows), extra))
    return fail(ErrorCode::io, " cannot be made a PNG: {}",
                writer.message[0] == 0 ? "no memory" : writer.message.data());
  return std::move(writer.bytes);
}

}  // namespace dala::media

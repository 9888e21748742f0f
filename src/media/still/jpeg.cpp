// libjpeg reports errors by longjmp. The functions that set the jump hold nothing with a
// destructor; all memory lies with their callers.
#include <cstdio>
// After <cstdio>, which it needs.
#include <jpeglib.h>

#include <jerror.h>

#include <csetjmp>
#include <cstdlib>
#include <memory>

#include "core/error.hpp"
#include "media/still/codec.hpp"

namespace dala::media {

namespace {

// First, so that libjpeg's pointer to it is a pointer to all of it.
struct Errors {
  jpeg_error_mgr manager{};
  std::jmp_buf jump{};
  char message[JMSG_LENGTH_MAX]{};
  bool truncated = false;
};

Errors& errors_of(j_common_ptr info) { return *reinterpret_cast<Errors*>(info->err); }

[[noreturn]] void error_exit(j_common_ptr info) {
  Errors& errors = errors_of(info);
  info->err->format_message(info, errors.message);
  std::longjmp(errors.jump, 1);
}

// Warnings are about data that can be guessed at; a file that stops short is not guessed at here.
void emit_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  Errors& errors = errors_of(info);
  const int code = info->err->msg_code;
  if (code != JWRN_JPEG_EOF && code != JWRN_HIT_MARKER) return;
  errors.truncated = true;
  info->err->format_message(info, errors.message);
}

void set_up(Errors& errors) {
  jpeg_std_error(&errors.manager);
  errors.manager.error_exit = error_exit;
  errors.manager.emit_message = emit_message;
}

struct Decoder {
  Errors errors;
  jpeg_decompress_struct info{};
  bool made = false;

  Decoder() {
    set_up(errors);
    info.err = &errors.manager;
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() {
    if (made) jpeg_destroy_decompress(&info);
  }
};

bool read_header(Decoder& decoder, const std::byte* bytes, std::size_t length) {
  if (setjmp(decoder.errors.jump) != 0) return false;
  jpeg_create_decompress(&decoder.info);
  decoder.made = true;
  jpeg_mem_src(&decoder.info, reinterpret_cast<const unsigned char*>(bytes), length);
  jpeg_save_markers(&decoder.info, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&decoder.info, TRUE);
  const bool four =
      decoder.info.jpeg_color_space == JCS_CMYK || decoder.info.jpeg_color_space == JCS_YCCK;
  decoder.info.out_color_space = four ? JCS_CMYK : JCS_EXT_RGBA;
  return true;
}

bool read_rows(Decoder& decoder, unsigned char* out) {
  if (setjmp(decoder.errors.jump) != 0) return false;
  jpeg_start_decompress(&decoder.info);
  while (decoder.info.output_scanline < decoder.info.output_height) {
    JSAMPROW row =
        out + (std::size_t{decoder.info.output_scanline} * decoder.info.output_width * 4);
    jpeg_read_scanlines(&decoder.info, &row, 1);
  }
  jpeg_finish_decompress(&decoder.info);
  return !decoder.errors.truncated;
}

// As Adobe writes it: every value is 255 minus the ink.
void from_cmyk(std::vector<std::uint8_t>& pixels) {
  for (std::size_t i = 0; i < pixels.size(); i += 4) {
    const unsigned black = pixels[i + 3];
    for (std::size_t c = 0; c < 3; ++c)
      pixels[i + c] = static_cast<std::uint8_t>(((pixels[i + c] * black) + 127) / 255);
    pixels[i + 3] = 255;
  }
}

int orientation_of(const jpeg_decompress_struct& info) {
  constexpr std::string_view name("Exif\0\0", 6);
  for (jpeg_saved_marker_ptr m = info.marker_list; m != nullptr; m = m->next) {
    const std::string_view data(reinterpret_cast<const char*>(m->data), m->data_length);
    if (!data.starts_with(name)) continue;
    return exif_orientation(std::as_bytes(std::span(data.substr(name.size()))));
  }
  return 1;
}

struct Encoder {
  Errors errors;
  jpeg_compress_struct info{};
  unsigned char* bytes = nullptr;
  unsigned long length = 0;
  bool made = false;

  Encoder() {
    set_up(errors);
    info.err = &errors.manager;
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() {
    if (made) jpeg_destroy_compress(&info);
    std::free(bytes);
  }
};

bool write_rows(Encoder& encoder, const std::uint8_t* rgb, std::uint32_t width,
                std::uint32_t height, int quality) {
  if (setjmp(encoder.errors.jump) != 0) return false;
  jpeg_create_compress(&encoder.info);
  encoder.made = true;
  jpeg_mem_dest(&encoder.info, &encoder.bytes, &encoder.length);
  encoder.info.image_width = width;
  encoder.info.image_height = height;
  encoder.info.input_components = 3;
  encoder.info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&encoder.info);
  jpeg_set_quality(&encoder.info, quality, TRUE);
  encoder.info.optimize_coding = TRUE;
  jpeg_start_compress(&encoder.info, TRUE);
  while (encoder.info.next_scanline < height) {
    // libjpeg does not write to it, and its type cannot say so.
    JSAMPROW row =
        const_cast<std::uint8_t*>(rgb) + (std::size_t{encoder.info.next_scanline} * width * 3);
    jpeg_write_scanlines(&encoder.info, &row, 1);
  }
  jpeg_finish_compress(&encoder.info);
  return true;
}

}  // namespace

Result<Picture> decode_jpeg(std::span<const std::byte> bytes) {
  Decoder decoder;
  const auto bad = [&] {
    return fail(ErrorCode::bad_file, " is not a good JPEG: {}",
                std::string(decoder.errors.message));
  };
  if (!read_header(decoder, bytes.data(), bytes.size())) return bad();
  DALA_TRY(check_still_size(decoder.info.image_width, decoder.info.image_height));
  Picture picture{decoder.info.image_width, decoder.info.image_height, {}};
  picture.rgba.resize(std::size_t{picture.width} * picture.height * 4);
  const int orientation = orientation_of(decoder.info);  // the end of reading drops it
  if (!read_rows(decoder, picture.rgba.data())) return bad();
  if (decoder.info.out_color_space == JCS_CMYK) from_cmyk(picture.rgba);
  return oriented(std::move(picture), orientation);
}

Result<std::vector<std::byte>> encode_jpeg(const Picture& picture, int quality) {
  if (picture.width > JPEG_MAX_DIMENSION || picture.height > JPEG_MAX_DIMENSION)
    return fail(ErrorCode::invalid_argument, " cannot be {} x {}; a JPEG's sides are at most {}",
                picture.width, picture.height, JPEG_MAX_DIMENSION);
  std::vector<std::uint8_t> rgb;
  rgb.reserve(picture.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
    for (std::size_t c = 0; c < 3; ++c)
      rgb.push_back(
          static_cast<std::uint8_t>(((picture.rgba[i + c] * picture.rgba[i + 3]) + 127) / 255));
  Encoder encoder;
  if (!write_rows(encoder, rgb.data(), picture.width, picture.height, quality))
    return fail(ErrorCode::io, " cannot be made a JPEG: {}", std::string(encoder.errors.message));
  const auto* begin = reinterpret_cast<const std::byte*>(encoder.bytes);
  return std::vector<std::byte>(begin, begin + encoder.length);
}

}  // namespace dala::media

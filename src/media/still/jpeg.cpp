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
};

Errors& errors_of(j_common_ptr info) { return *reinterpret_cast<Errors*>(info->err); }

[[noreturn]] void error_exit(j_common_ptr info) {
  Errors& errors = errors_of(info);
  info->err->format_message(info, errors.message);
  std::longjmp(errors.jump, 1);
}

// libjpeg warns where it fills in missing data. A truncated file is an error here instead.
void emit_message(j_common_ptr info, int level) {
  const int code = info->err->msg_code;
  if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER)) error_exit(info);
}

void set_up(Errors& errors) {
  jpeg_std_error(&errors.manager);
  errors.manager.error_exit = error_exit;
  errors.manager.emit_message = emit_message;
}

// A scan goes over the whole picture, however few bytes it has.
struct Scans {
  jpeg_progress_mgr manager{};  // first, as in Errors
  unsigned most = 0;
  bool too_many = false;
};

void count_scans(j_common_ptr info) {
  auto& scans = *reinterpret_cast<Scans*>(info->progress);
  const auto& decoder = *reinterpret_cast<jpeg_decompress_struct*>(info);
  if (static_cast<unsigned>(decoder.input_scan_number) <= scans.most) return;
  scans.too_many = true;
  std::longjmp(errors_of(info).jump, 1);
}

struct Decoder {
  Errors errors;
  Scans scans;
  jpeg_decompress_struct info{};
  bool made = false;

  explicit Decoder(const StillLimits& limits) {
    set_up(errors);
    info.err = &errors.manager;
    scans.manager.progress_monitor = count_scans;
    scans.most = limits.scans;
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
  decoder.info.progress = &decoder.scans.manager;
  jpeg_mem_src(&decoder.info, reinterpret_cast<const unsigned char*>(bytes), length);
  for (const int marker : {1, 2, 13}) jpeg_save_markers(&decoder.info, JPEG_APP0 + marker, 0xFFFF);
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
  return true;
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

constexpr std::string_view exif_name("Exif\0\0", 6);

// What the file says besides its pixels.
struct Besides {
  std::vector<std::byte> exif = {};
  std::vector<std::byte> profile = {};
  bool has_more = false;
};

// The function of libjpeg allocates by itself, and may jump.
bool read_profile(Decoder& decoder, JOCTET** profile, unsigned* length) {
  if (setjmp(decoder.errors.jump) != 0) return false;
  return jpeg_read_icc_profile(&decoder.info, profile, length) != 0;
}

Besides besides(Decoder& decoder) {
  Besides found;
  for (jpeg_saved_marker_ptr m = decoder.info.marker_list; m != nullptr; m = m->next) {
    const std::string_view data(reinterpret_cast<const char*>(m->data), m->data_length);
    if (m->marker == JPEG_APP0 + 1 && data.starts_with(exif_name) && found.exif.empty()) {
      const auto bytes = std::as_bytes(std::span(data.substr(exif_name.size())));
      found.exif.assign(bytes.begin(), bytes.end());
    } else if (m->marker == JPEG_APP0 + 1 || m->marker == JPEG_APP0 + 13) {
      found.has_more = true;
    }
  }
  JOCTET* profile = nullptr;
  unsigned length = 0;
  if (read_profile(decoder, &profile, &length)) {
    const auto* begin = reinterpret_cast<const std::byte*>(profile);
    found.profile.assign(begin, begin + length);
  }
  std::free(profile);
  return found;
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

// One marker after the file's start, whose length has two bytes and counts them.
constexpr std::size_t longest_exif = 0xFFFF - 2 - exif_name.size();

void write_exif(Encoder& encoder, std::span<const std::byte> exif) {
  if (exif.empty()) return;
  jpeg_write_m_header(&encoder.info, JPEG_APP0 + 1,
                      static_cast<unsigned>(exif_name.size() + exif.size()));
  for (const char c : exif_name) jpeg_write_m_byte(&encoder.info, c);
  for (const std::byte b : exif) jpeg_write_m_byte(&encoder.info, std::to_integer<int>(b));
}

bool write_rows(Encoder& encoder, const std::uint8_t* rgb, std::uint32_t width,
                std::uint32_t height, const StillOptions& options) {
  if (setjmp(encoder.errors.jump) != 0) return false;
  jpeg_create_compress(&encoder.info);
  encoder.made = true;
  jpeg_mem_dest(&encoder.info, &encoder.bytes, &encoder.length);
  encoder.info.image_width = width;
  encoder.info.image_height = height;
  encoder.info.input_components = 3;
  encoder.info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&encoder.info);
  jpeg_set_quality(&encoder.info, options.quality, TRUE);
  encoder.info.optimize_coding = TRUE;
  jpeg_start_compress(&encoder.info, TRUE);
  write_exif(encoder, options.exif);
  if (!options.icc.empty())
    jpeg_write_icc_profile(&encoder.info, reinterpret_cast<const JOCTET*>(options.icc.data()),
                           static_cast<unsigned>(options.icc.size()));
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

Result<Still> decode_jpeg(std::span<const std::byte> bytes, const StillLimits& limits) {
  Decoder decoder(limits);
  const auto bad = [&] {
    if (decoder.scans.too_many)
      return fail(ErrorCode::bad_file,
                  " is a progressive JPEG of more than {} scans, the limit: reading it could take "
                  "very long",
                  limits.scans);
    return fail(ErrorCode::bad_file, " is not a good JPEG: {}",
                std::string(decoder.errors.message));
  };
  if (!read_header(decoder, bytes.data(), bytes.size())) return bad();
  DALA_TRY(check_still_size(decoder.info.image_width, decoder.info.image_height, limits));
  Still still{.picture = {decoder.info.image_width, decoder.info.image_height, {}},
              .format = StillFormat::jpeg};
  still.picture.rgba.resize(std::size_t{still.picture.width} * still.picture.height * 4);
  const Besides found = besides(decoder);  // the end of reading drops it
  if (!read_rows(decoder, still.picture.rgba.data())) return bad();
  if (decoder.info.out_color_space == JCS_CMYK) {
    from_cmyk(still.picture.rgba);
    still.notes.emplace_back("had colours of four inks, which became red, green and blue");
  }
  if (found.has_more)
    still.notes.emplace_back("had XMP or IPTC texts beside its picture, which are not kept");
  take_exif(still, found.exif);
  take_icc(still, found.profile);
  return still;
}

Result<std::vector<std::byte>> encode_jpeg(const ImageView& image, const StillOptions& options) {
  if (image.width > JPEG_MAX_DIMENSION || image.height > JPEG_MAX_DIMENSION)
    return fail(ErrorCode::invalid_argument, " cannot be {} x {}; a JPEG's sides are at most {}",
                image.width, image.height, JPEG_MAX_DIMENSION);
  if (options.exif.size() > longest_exif)
    return fail(ErrorCode::invalid_argument, " has EXIF of {} bytes; a JPEG takes at most {}",
                options.exif.size(), longest_exif);
  std::vector<std::uint8_t> rgb;
  rgb.reserve(image.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4)
    for (std::size_t c = 0; c < 3; ++c)
      rgb.push_back(
          static_cast<std::uint8_t>(((image.rgba[i + c] * image.rgba[i + 3]) + 127) / 255));
  Encoder encoder;
  if (!write_rows(encoder, rgb.data(), image.width, image.height, options))
    return fail(ErrorCode::io, " cannot be made a JPEG: {}", std::string(encoder.errors.message));
  const auto* begin = reinterpret_cast<const std::byte*>(encoder.bytes);
  return std::vector<std::byte>(begin, begin + encoder.length);
}

}  // namespace dala::media

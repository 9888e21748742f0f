#include <webp/decode.h>
#include <webp/encode.h>

#include <memory>

#include "core/error.hpp"
#include "media/still/codec.hpp"
#include "media/still/riff.hpp"

namespace dala::media {

Result<Still> decode_webp(std::span<const std::byte> bytes, const StillLimits& limits) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPBitstreamFeatures features{};
  if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK)
    return fail(ErrorCode::bad_file, " is not a good WebP: its header cannot be read");
  if (features.has_animation != 0)
    return fail(ErrorCode::unsupported, " is an animated WebP, which is not a still picture");
  DALA_TRY(check_still_size(static_cast<std::uint64_t>(features.width),
                            static_cast<std::uint64_t>(features.height), limits));
  Still still{.picture = {static_cast<std::uint32_t>(features.width),
                          static_cast<std::uint32_t>(features.height),
                          {}},
              .format = StillFormat::webp};
  std::vector<std::uint8_t>& rgba = still.picture.rgba;
  rgba.resize(std::size_t{still.picture.width} * still.picture.height * 4);
  if (WebPDecodeRGBAInto(data, bytes.size(), rgba.data(), rgba.size(), features.width * 4) ==
      nullptr)
    return fail(ErrorCode::bad_file, " is not a good WebP: its pixels cannot be read");
  if (!find_chunk(bytes, "XMP ").empty())
    still.notes.emplace_back("had XMP texts beside its picture, which are not kept");
  std::span<const std::byte> exif = find_chunk(bytes, "EXIF");
  // Some programs write it as it stands in a JPEG.
  constexpr std::size_t name = 6;
  if (exif.size() > name && exif[0] == std::byte{'E'}) exif = exif.subspan(name);
  take_exif(still, exif);
  take_icc(still, find_chunk(bytes, "ICCP"));
  return still;
}

Result<std::vector<std::byte>> encode_webp(const ImageView& image, const StillOptions& options) {
  if (image.width > WEBP_MAX_DIMENSION || image.height > WEBP_MAX_DIMENSION)
    return fail(ErrorCode::invalid_argument, " cannot be {} x {}; a WebP's sides are at most {}",
                image.width, image.height, WEBP_MAX_DIMENSION);
  std::uint8_t* made = nullptr;
  const auto width = static_cast<int>(image.width);
  const auto height = static_cast<int>(image.height);
  const std::size_t length =
      options.quality == 100
          ? WebPEncodeLosslessRGBA(image.rgba.data(), width, height, width * 4, &made)
          : WebPEncodeRGBA(image.rgba.data(), width, height, width * 4,
                           static_cast<float>(options.quality), &made);
  const std::unique_ptr<std::uint8_t, decltype(&WebPFree)> held(made, &WebPFree);
  if (length == 0) return fail(ErrorCode::io, " cannot be made a WebP");
  return with_chunks({reinterpret_cast<const std::byte*>(made), length},
                     {image.width, image.height, options.icc, options.exif});
}

}  // namespace dala::media

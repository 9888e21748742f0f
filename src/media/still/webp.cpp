#include <webp/decode.h>
#include <webp/encode.h>

#include <memory>

#include "core/error.hpp"
#include "media/still/codec.hpp"

namespace dala::media {

Result<Picture> decode_webp(std::span<const std::byte> bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPBitstreamFeatures features{};
  if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK)
    return fail(ErrorCode::bad_file, " is not a good WebP: its header cannot be read");
  if (features.has_animation != 0)
    return fail(ErrorCode::unsupported, " is an animated WebP, which is not a still picture");
  DALA_TRY(check_still_size(static_cast<std::uint64_t>(features.width),
                            static_cast<std::uint64_t>(features.height)));
  Picture picture{
      static_cast<std::uint32_t>(features.width), static_cast<std::uint32_t>(features.height), {}};
  picture.rgba.resize(std::size_t{picture.width} * picture.height * 4);
  if (WebPDecodeRGBAInto(data, bytes.size(), picture.rgba.data(), picture.rgba.size(),
                         features.width * 4) == nullptr)
    return fail(ErrorCode::bad_file, " is not a good WebP: its pixels cannot be read");
  return picture;
}

Result<std::vector<std::byte>> encode_webp(const Picture& picture, int quality) {
  if (picture.width > WEBP_MAX_DIMENSION || picture.height > WEBP_MAX_DIMENSION)
    return fail(ErrorCode::invalid_argument, " cannot be {} x {}; a WebP's sides are at most {}",
                picture.width, picture.height, WEBP_MAX_DIMENSION);
  std::uint8_t* made = nullptr;
  const auto width = static_cast<int>(picture.width);
  const auto height = static_cast<int>(picture.height);
  const std::size_t length =
      quality == 100 ? WebPEncodeLosslessRGBA(picture.rgba.data(), width, height, width * 4, &made)
                     : WebPEncodeRGBA(picture.rgba.data(), width, height, width * 4,
                                      static_cast<float>(quality), &made);
  const std::unique_ptr<std::uint8_t, decltype(&WebPFree)> held(made, &WebPFree);
  if (length == 0) return fail(ErrorCode::io, " cannot be made a WebP");
  const auto* begin = reinterpret_cast<const std::byte*>(made);
  return std::vector<std::byte>(begin, begin + length);
}

}  // namespace dala::media

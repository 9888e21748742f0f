// Formats whose library was missing when this was built: their functions are errors.
#include "core/error.hpp"
#include "media/still/codec.hpp"

namespace dala::media {

#if !defined(DALA_HAS_PNG) || !defined(DALA_HAS_JPEG) || !defined(DALA_HAS_WEBP)
namespace {
std::unexpected<Error> left_out(const char* format) {
  return fail(ErrorCode::unsupported, " needs {}, which this build was made without", format);
}
}  // namespace
#endif

#ifndef DALA_HAS_PNG
Result<Still> decode_png(std::span<const std::byte>, const StillLimits&) { return left_out("PNG"); }
Result<std::vector<std::byte>> png_bytes(std::uint32_t, std::uint32_t, unsigned,
                                         std::span<const std::uint8_t>, OpaqueAlpha,
                                         const StillOptions&) {
  return left_out("PNG");
}
#endif
#ifndef DALA_HAS_JPEG
Result<Still> decode_jpeg(std::span<const std::byte>, const StillLimits&) {
  return left_out("JPEG");
}
Result<std::vector<std::byte>> encode_jpeg(const ImageView&, const StillOptions&) {
  return left_out("JPEG");
}
#endif
#ifndef DALA_HAS_WEBP
Result<Still> decode_webp(std::span<const std::byte>, const StillLimits&) {
  return left_out("WebP");
}
Result<std::vector<std::byte>> encode_webp(const ImageView&, const StillOptions&) {
  return left_out("WebP");
}
#endif

}  // namespace dala::media

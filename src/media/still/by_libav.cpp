#include "core/error.hpp"
#include "core/forever.hpp"
#include "core/process/optional_library.hpp"
#include "interface/video.hpp"
#include "media/still/codec.hpp"
#include "media/still/libav_decoder.hpp"

namespace dala::media {

namespace {

// How many pictures a GIF has, by its blocks: 2 where there are more.
int count_pictures(std::span<const std::byte> gif) {
  std::size_t at = 0;
  const auto take = [&](std::size_t count) -> unsigned {  // the last of so many bytes
    at += count;
    return at <= gif.size() ? std::to_integer<unsigned>(gif[at - 1]) : 0;
  };
  const auto skip_colours = [&](unsigned flags) {
    if ((flags & 0x80U) != 0) at += std::size_t{3} << ((flags & 7U) + 1);
  };
  skip_colours(take(11));
  at += 2;
  int pictures = 0;
  while (pictures < 2 && at < gif.size()) {
    const unsigned kind = take(1);
    if (kind == ',') {
      ++pictures;
      skip_colours(take(9));
    } else if (kind != '!') {
      break;
    }
    at += 1;  // how its codes begin, or what it extends
    while (const unsigned length = take(1)) at += length;
  }
  return pictures;
}

}  // namespace

Result<Still> decode_by_libav(std::span<const std::byte> bytes, StillFormat format,
                              const StillLimits& limits) {
  static const Forever<Result<StillDecoder*>> loaded(load_part<StillDecoder>(
      "libdala-video.so", "dala_video_still",
      "the part that reads videos and rarer pictures (libdala-video)", video_interface_id));
  const Result<StillDecoder*>& decoder = *loaded;
  if (!decoder)
    return fail(decoder.error().code, " is a {} picture: {}", to_string(format),
                decoder.error().message);
  DALA_ASSIGN(StoredStill stored,
              (*decoder)->decode(bytes, format, to_string(format), limits.pixels));
  Still still{.picture = std::move(stored.picture), .format = format};
  if (stored.bits > 8)
    still.notes.push_back(dala::format("had {} bits a channel, of which 8 are kept", stored.bits));
  if (format == StillFormat::gif && count_pictures(bytes) > 1)
    still.notes.emplace_back("is animated, and only its first picture is kept");
  // The orientation is in the TIFF file's own directory.
  if (format == StillFormat::tiff)
    still.picture = oriented(std::move(still.picture), exif_orientation(bytes));
  take_icc(still, stored.icc);
  return still;
}

}  // namespace dala::media

// Stills in formats that only libav reads, decoded from memory by libdala-video: its second
// interface beside media/video/backend.hpp.
#pragma once

#include <span>

#include <dala/media/still.hpp>

namespace dala::media {

// As it is stored: not yet turned.
struct StoredStill {
  Picture picture = {};
  int bits = 8;  // that the file has for each channel
  std::vector<std::byte> icc = {};
};

class StillDecoder {
 public:
  virtual ~StillDecoder() = default;
  // Nothing but these bytes is read, by no other decoder than that of the format. Messages are the
  // end of a sentence that begins with the file's name; `name` is the format's.
  [[nodiscard]] virtual Result<StoredStill> decode(std::span<const std::byte> bytes,
                                                   StillFormat format, std::string_view name,
                                                   std::uint64_t most_pixels) = 0;
};

}  // namespace dala::media

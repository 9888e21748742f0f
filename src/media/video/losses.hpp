// What a video loses on its way into another file, as sentences for people.
#pragma once

#include <string>
#include <vector>

#include <dala/media/video.hpp>

namespace dala::media::video {

// Losses of the picture and of the file as a whole; those of audio and subtitles are reported where
// they are copied. `container` as libav names it.
[[nodiscard]] std::vector<std::string> losses_of(const VideoInfo& from, std::string_view container);

}  // namespace dala::media::video

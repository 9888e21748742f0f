// What a video loses on its way into another file, as sentences for people.
#pragma once

#include <string>
#include <vector>

#include <dala/media/video.hpp>

namespace dala::media::video {

// Of the picture and of the file as a whole; audio and subtitles are those who copy them to tell.
// `container` as libav names it.
[[nodiscard]] std::vector<std::string> losses_of(const VideoInfo& from, std::string_view container);

}  // namespace dala::media::video

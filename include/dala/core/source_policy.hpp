// What a name may lead to: which files, and whether the network or a device.
//
//   VideoReader::open(name, {.sources = dala::SourcePolicy::in("/srv/media")});
//   VideoReader::open("v4l2:/dev/video0", {.sources =
//   dala::SourcePolicy::only("v4l2:/dev/video0")});
//
// Names of videos, pictures, fonts, colour tables and models often come from elsewhere: a scene
// file, a message, a form. A policy says what they may name. One that says nothing allows nothing.
// A plain file is read and can lead to no other: playlists, filter graphs, devices and pipes are
// only opened where the program or the person at the command line named that very source.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dala {

struct SourcePolicy {
  // Plain files: these, and all in these folders and below. Where a link leads is what counts.
  std::vector<std::filesystem::path> paths = {};
  bool any_file = false;  // plain files anywhere
  // Addresses of servers: http, https, rtsp, rtmp, srt, udp, ... and what their playlists name
  // there.
  bool network = false;
  // Sources that the caller chose, word for word: whatever they are, they are opened.
  std::vector<std::string> named = {};

  [[nodiscard]] static SourcePolicy files() { return {.any_file = true}; }
  [[nodiscard]] static SourcePolicy in(std::filesystem::path folder) {
    return {.paths = {std::move(folder)}};
  }
  [[nodiscard]] static SourcePolicy only(std::string source) {
    return {.named = {std::move(source)}};
  }

  friend bool operator==(const SourcePolicy&, const SourcePolicy&) = default;
};

}  // namespace dala

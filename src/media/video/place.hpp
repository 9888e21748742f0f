// What the name of a video leads to, once a policy has allowed it. Whoever opens one is given a
// place and never a name, so that nothing is opened that was not looked at here.
#pragma once

#include <string>

#include "core/files/source.hpp"

namespace dala::media::video {

struct Place {
  enum class Kind : std::uint8_t {
    file,      // the bytes of one file, and of no other
    playlist,  // a file that names other files: a playlist, or pictures by a pattern
    address,   // of a server
    device,    // an input device of libav, filter graphs (lavfi) among them
  };
  Kind kind = Kind::file;
  std::string name = {};     // for messages: as the caller said it
  std::string address = {};  // the file's name, the URL, or what the device is told
  std::string device = {};   // its name
  SourceFile file = {};      // of a file
};

// `io` when there is no such source, or when the policy does not allow it.
[[nodiscard]] Result<Place> find_place(const std::string& source, const SourcePolicy& policy);

}  // namespace dala::media::video

// Finds and loads libdala-video.so.
#include "core/forever.hpp"
#include "core/process/optional_library.hpp"
#include "interface/video.hpp"
#include "media/video/backend.hpp"

namespace dala::media::video {

Result<Library*> library() {
  static const Forever<Result<Library*>> loaded(load_part<Library>(
      "libdala-video.so", "dala_video_library",
      "the part that reads and writes videos (libdala-video)", video_interface_id));
  return *loaded;
}

}  // namespace dala::media::video

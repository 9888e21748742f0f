#include "core/error.hpp"
#include "media/still/codec.hpp"
#include "media/video/backend.hpp"

namespace dala::media {

struct VideoReader::State {
  std::string source;
  std::unique_ptr<video::Source> stored;
  VideoInfo info;
  Picture turned;  // from frame to frame, so that memory is used again
};

namespace {

// Clockwise, of EXIF's eight; those that are mirrored as well are not asked for by cameras.
int rotation_of(int orientation) {
  switch (orientation) {
    case 3:
    case 4:
      return 180;
    case 6:
    case 7:
      return 90;
    case 5:
    case 8:
      return 270;
    default:
      return 0;
  }
}

}  // namespace

Result<VideoReader> VideoReader::open(const std::string& source,
                                      const VideoReaderOptions& options) {
  DALA_ASSIGN(video::Library * library, video::library());
  DALA_ASSIGN(auto stored, library->open(source, options));
  auto state = std::make_shared<State>(source, std::move(stored), VideoInfo{}, Picture{});
  state->info = state->stored->info();
  const int orientation = state->stored->orientation();
  state->info.rotation = rotation_of(orientation);
  if (orientation >= 5) {
    std::swap(state->info.size.width, state->info.size.height);
    std::swap(state->info.pixel.numerator, state->info.pixel.denominator);
  }
  return VideoReader(std::move(state));
}

const VideoInfo& VideoReader::info() const { return state_->info; }
const std::string& VideoReader::source() const { return state_->source; }

Result<bool> VideoReader::read(VideoFrame& frame) const {
  DALA_ASSIGN(const bool more, state_->stored->read(frame));
  if (more && state_->stored->orientation() != 1) {
    orient(frame.picture, state_->stored->orientation(), state_->turned);
    std::swap(frame.picture, state_->turned);
  }
  return more;
}

Result<void> VideoReader::seek(VideoTime time) const { return state_->stored->seek(time); }
std::uint64_t VideoReader::damaged() const { return state_->stored->damaged(); }
void VideoReader::interrupt() const { state_->stored->interrupt(); }

Result<std::string> video_version() {
  DALA_ASSIGN(const video::Library* library, video::library());
  return library->version();
}

}  // namespace dala::media

#include <algorithm>

#include "core/error.hpp"
#include "core/handle.hpp"
#include "media/still/codec.hpp"
#include "media/video/backend.hpp"

namespace dala::media {

struct VideoReader::State {
  std::string source;
  std::unique_ptr<video::VideoSource> stored;
  VideoInfo info;
  Picture turned;  // from frame to frame, so that memory is used again
  Picture upright;
};

namespace {

// Clockwise degrees of EXIF's eight orientations; cameras do not use the mirrored ones.
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
  DALA_ASSIGN(video::Place place, video::find_place(source, options.sources));
  DALA_ASSIGN(auto stored, library->open(std::move(place), options));
  auto state =
      std::make_shared<State>(source, std::move(stored), VideoInfo{}, Picture{}, Picture{});
  state->info = state->stored->info();
  const int orientation = state->stored->orientation();
  state->info.rotation = rotation_of(orientation);
  if (orientation >= 5) {
    std::swap(state->info.size.width, state->info.size.height);
    std::swap(state->info.pixel.numerator, state->info.pixel.denominator);
  }
  return VideoReader(std::move(state));
}

const VideoInfo& VideoReader::info() const {
  if (state_ == nullptr) return nothing<VideoInfo>();
  return state_->info;
}
const std::string& VideoReader::source() const {
  if (state_ == nullptr) return nothing<std::string>();
  return state_->source;
}

bool VideoReader::has_end() const {
  // A file has an end even where it does not state its length.
  std::error_code ignored;
  return info().duration.count() > 0 || info().frames > 0 ||
         std::filesystem::is_regular_file(source(), ignored);
}

Result<bool> VideoReader::prepare() const {
  if (state_ == nullptr) return empty_handle("VideoReader");
  return state_->stored->prepare();
}

Result<bool> VideoReader::read(VideoFrame& frame) const {
  if (state_ == nullptr) return empty_handle("VideoReader");
  DALA_ASSIGN(const bool more, prepare());
  if (!more) return false;
  const FrameSize size = state_->stored->info().size;
  frame.picture.width = size.width;
  frame.picture.height = size.height;
  frame.picture.rgba.resize(std::size_t{size.width} * size.height * 4);
  DALA_TRY(state_->stored->take(frame, frame.picture.rgba));
  if (state_->stored->orientation() != 1) {
    orient(frame.picture, state_->stored->orientation(), state_->turned);
    std::swap(frame.picture, state_->turned);
  }
  return true;
}

Result<bool> VideoReader::read_into(VideoFrame& frame, std::span<std::uint8_t> rgba) const {
  if (state_ == nullptr) return empty_handle("VideoReader");
  const FrameSize size = state_->info.size;
  const std::size_t bytes = std::size_t{size.width} * size.height * 4;
  if (rgba.size() != bytes)
    return fail(ErrorCode::wrong_length, "the memory has {} bytes; a frame of {} x {} needs {}",
                rgba.size(), size.width, size.height, bytes);
  DALA_ASSIGN(const bool more, prepare());
  if (!more) return false;
  if (state_->stored->orientation() == 1) {
    DALA_TRY(state_->stored->take(frame, rgba));
    return true;
  }
  std::swap(frame.picture, state_->upright);
  const auto read = this->read(frame);
  std::swap(frame.picture, state_->upright);
  DALA_TRY(read);
  std::ranges::copy(state_->upright.rgba, rgba.begin());
  return true;
}

Result<void> VideoReader::seek(VideoTime time) const {
  if (state_ == nullptr) return empty_handle("VideoReader");
  return state_->stored->seek(time);
}
std::uint64_t VideoReader::damaged() const {
  if (state_ == nullptr) return {};
  return state_->stored->damaged();
}
void VideoReader::interrupt() const {
  if (state_ == nullptr) return;
  state_->stored->interrupt();
}

Result<std::string> video_version() {
  DALA_ASSIGN(const video::Library* library, video::library());
  return library->version();
}

}  // namespace dala::media

#include "scene/objects/stream_player.hpp"

#include "core/error.hpp"
#include "scene/objects/file_player.hpp"
#include "scene/objects/frame_stream.hpp"

namespace dala::scene {

Result<Player::Shown> StreamPlayer::at(Time, bool) {
  FrameStream::State& state = *stream_.state();
  Shown shown;
  std::shared_ptr<const media::Picture> picture;
  {
    const std::lock_guard lock(state.mutex);
    shown.ended = state.finished;
    shown.error = state.error;
    if (state.pushed != shown_) {
      picture = state.newest;
      shown_ = state.pushed;
      state.seen = state.pushed;
    }
  }
  if (picture) {
    const auto uploaded = upload(compute_, *picture, layer_);
    // Released under the lock, so that the next writer sees that it is no longer read.
    const std::lock_guard lock(state.mutex);
    picture.reset();
    DALA_TRY(uploaded);
  }
  shown.layer = layer_;
  return shown;
}

Result<std::unique_ptr<Player>> open_player(const Compute& compute, const Video& video,
                                            const Opening& opening) {
  if (video.stream) return std::make_unique<StreamPlayer>(compute, video.stream);
  return FilePlayer::open(compute, video, opening);
}

bool is_same_source(const Video& a, const Video& b) {
  return a.source == b.source && a.stream == b.stream && a.live == b.live && a.loop == b.loop;
}

}  // namespace dala::scene

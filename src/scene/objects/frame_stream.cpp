#include "scene/objects/frame_stream.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/image.hpp"

namespace dala::scene {

FrameStream FrameStream::create() { return FrameStream(std::make_shared<State>()); }

Result<void> FrameStream::push(const ImageView& frame) const {
  if (!state_) return dala::fail(ErrorCode::invalid_handle, "the stream was not made by create");
  DALA_TRY(check_image(frame, "a frame"));
  std::shared_ptr<media::Picture> picture;
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->finished) return dala::fail(ErrorCode::shut_down, "the stream was finished");
    const auto unused = std::ranges::find_if(
        state_->spare, [](const auto& spare) { return spare.use_count() == 1; });
    if (unused != state_->spare.end()) {
      picture = std::move(*unused);
      state_->spare.erase(unused);
    }
  }
  if (!picture) picture = std::make_shared<media::Picture>();
  picture->width = frame.width;
  picture->height = frame.height;
  picture->rgba.assign(frame.rgba.begin(), frame.rgba.end());
  const std::lock_guard lock(state_->mutex);
  if (state_->newest) {
    constexpr std::size_t most_spare = 4;
    if (state_->seen != state_->pushed) ++state_->dropped;
    if (state_->spare.size() < most_spare) state_->spare.push_back(std::move(state_->newest));
  }
  state_->newest = std::move(picture);
  ++state_->pushed;
  return {};
}

void FrameStream::finish() const {
  if (!state_) return;
  const std::lock_guard lock(state_->mutex);
  state_->finished = true;
}

void FrameStream::fail(Error error) const {
  if (!state_) return;
  const std::lock_guard lock(state_->mutex);
  state_->finished = true;
  state_->error = std::move(error);
}

std::uint64_t FrameStream::pushed() const {
  if (!state_) return 0;
  const std::lock_guard lock(state_->mutex);
  return state_->pushed;
}

std::uint64_t FrameStream::dropped() const {
  if (!state_) return 0;
  const std::lock_guard lock(state_->mutex);
  return state_->dropped;
}

}  // namespace dala::scene

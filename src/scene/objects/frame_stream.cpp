#include "scene/objects/frame_stream.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace dala::scene {

FrameStream FrameStream::create() { return FrameStream(std::make_shared<State>()); }

Result<void> FrameStream::push(std::span<const std::uint8_t> rgba, std::uint32_t width,
                               std::uint32_t height) const {
  if (!state_) return dala::fail(ErrorCode::invalid_handle, "the stream was not made by create");
  if (width == 0 || height == 0 || width > media::max_picture_side ||
      height > media::max_picture_side)
    return dala::fail(ErrorCode::invalid_argument,
                      "a frame of {} x {} pixels cannot be; both sides must be from 1 to {}", width,
                      height, media::max_picture_side);
  const std::size_t bytes = std::size_t{width} * height * 4;
  if (rgba.size() != bytes)
    return dala::fail(ErrorCode::wrong_length, "a frame of {} x {} has {} bytes; it needs {}",
                      width, height, rgba.size(), bytes);
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
  picture->width = width;
  picture->height = height;
  picture->rgba.assign(rgba.begin(), rgba.end());
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

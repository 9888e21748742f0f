#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

#include <dala/core/picture.hpp>
#include <dala/scene/texture.hpp>

#include "core/error.hpp"
#include "core/handle.hpp"

namespace dala::scene {

struct TexturePool::State {
  std::vector<Buffer> all;
  mutable std::mutex mutex;
  std::condition_variable came_back;
  std::vector<Buffer> free;
  bool closed = false;
};

Result<TexturePool> TexturePool::create(const Compute& compute, std::uint32_t width,
                                        std::uint32_t height, std::size_t count) {
  if (width == 0 || height == 0 || width > media::max_picture_side ||
      height > media::max_picture_side)
    return fail(ErrorCode::invalid_argument,
                "textures of {} x {} pixels cannot be; both sides must be from 1 to {}", width,
                height, media::max_picture_side);
  constexpr std::size_t most = 1024;
  if (count == 0 || count > most)
    return fail(ErrorCode::invalid_argument, "a pool of {} textures; it has from 1 to {}", count,
                most);
  auto state = std::make_shared<State>();
  for (std::size_t i = 0; i < count; ++i) {
    DALA_ASSIGN(Buffer texture, compute.buffer_zeros({height, width, 4}, DType::u8));
    state->all.push_back(std::move(texture));
  }
  state->free = state->all;
  return TexturePool(std::move(state));
}

std::optional<Buffer> TexturePool::acquire() const {
  return acquire(std::chrono::nanoseconds::zero());
}

std::optional<Buffer> TexturePool::acquire(std::chrono::nanoseconds timeout) const {
  if (state_ == nullptr) return {};
  std::unique_lock lock(state_->mutex);
  const auto can = [&] { return state_->closed || !state_->free.empty(); };
  if (!can() && timeout > std::chrono::nanoseconds::zero())
    state_->came_back.wait_for(lock, timeout, can);
  if (state_->closed || state_->free.empty()) return std::nullopt;
  Buffer texture = std::move(state_->free.back());
  state_->free.pop_back();
  return texture;
}

Result<void> TexturePool::release(const Buffer& texture) const {
  if (state_ == nullptr) return empty_handle("TexturePool");
  {
    const std::lock_guard lock(state_->mutex);
    if (std::ranges::find(state_->all, texture) == state_->all.end())
      return fail(ErrorCode::foreign_handle, "the texture is not of this pool");
    if (std::ranges::find(state_->free, texture) != state_->free.end())
      return fail(ErrorCode::invalid_argument, "the texture is back in the pool already");
    state_->free.push_back(texture);
  }
  state_->came_back.notify_one();
  return {};
}

void TexturePool::close() const {
  if (state_ == nullptr) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->closed = true;
  }
  state_->came_back.notify_all();
}

std::size_t TexturePool::count() const {
  if (state_ == nullptr) return {};
  return state_->all.size();
}

std::size_t TexturePool::in_use() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->all.size() - state_->free.size();
}

}  // namespace dala::scene

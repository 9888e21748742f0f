// A fixed number of pictures on a device that take turns, for frames that come one after the other.
//
//   auto pool = dala::scene::TexturePool::create(compute, 1920, 1080, 4);
//   if (std::optional<dala::Buffer> texture = pool->acquire()) {   // none: all are in use, wait
//     texture->write_bytes(frame);
//     pool->release(*texture);
//   }
//
// A handle; copies are the same pool. May be used from any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include <dala/compute.hpp>
#include <dala/core/export.hpp>

namespace dala::scene {

class DALA_API TexturePool {
 public:
  // Textures are u8 of {height, width, 4}, all made now.
  [[nodiscard]] static Result<TexturePool> create(const Compute& compute, std::uint32_t width,
                                                  std::uint32_t height, std::size_t count);

  // Nothing when all are in use: whoever makes frames waits until one comes back.
  [[nodiscard]] std::optional<Buffer> acquire() const;
  // The same, waiting for one; nothing when that takes longer, or the pool was closed.
  [[nodiscard]] std::optional<Buffer> acquire(std::chrono::nanoseconds timeout) const;
  // What is not of this pool, or is in no use, is an error.
  [[nodiscard]] Result<void> release(const Buffer& texture) const;
  // Whoever waits gets nothing, now and later.
  void close() const;

  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::size_t in_use() const;

  struct State;
  explicit TexturePool(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

}  // namespace dala::scene

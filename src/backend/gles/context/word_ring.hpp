// Where the words of launches lie (kernel/launch/launch_words.hpp): a buffer written from front to
// back. When it is full another takes its place, because launches may not have read it all yet.
#pragma once

#include <cstdint>
#include <span>

#include "backend/gles/context/buffer_pool.hpp"

namespace dala::backend::gles {

class WordRing {
 public:
  WordRing(const Gl& gl, BufferPool& pool);
  // Gives the buffer back while the context is still there; else it goes with the context.
  void clear();

  struct Place {
    GLintptr offset = 0;
    std::uint64_t lap = 0;  // 0: nowhere
  };

  [[nodiscard]] Place put(std::span<const std::uint32_t> words);
  // Whether that place is in the current buffer.
  [[nodiscard]] bool still_has(const Place& place) const { return place.lap == lap_; }
  [[nodiscard]] GLuint buffer() const { return buffer_; }

 private:
  static constexpr std::size_t size = std::size_t{1} << 20;
  // Of uniform blocks: more than any device asks for.
  static constexpr std::size_t alignment = 256;

  const Gl* gl_;
  BufferPool* pool_;
  GLuint buffer_ = 0;
  std::size_t at_ = 0;
  std::uint64_t lap_ = 1;
};

}  // namespace dala::backend::gles

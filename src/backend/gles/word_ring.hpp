// Where the words of launches lie (kernel/emit/launch_data.hpp): a buffer written from front to
// back, again and again, so that a driver seldom has to wait for a launch to have read its words
// before others are written in their place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "backend/gles/gl.hpp"

namespace dala::backend::gles {

class WordRing {
 public:
  WordRing(const Gl& gl, std::size_t alignment);
  // Gives the buffer back while the context is still there; else it goes with the context.
  void clear();

  struct Place {
    GLintptr offset = 0;
    std::uint64_t lap = 0;  // 0: nowhere
  };

  [[nodiscard]] Place put(std::span<const std::uint32_t> words);
  // Whether what was put there has not been overwritten since.
  [[nodiscard]] bool still_has(const Place& place) const { return place.lap == lap_; }
  [[nodiscard]] GLuint buffer() const { return buffer_; }

 private:
  static constexpr std::size_t size = std::size_t{1} << 20;
  // Words of two launches never share a cache line of the device.
  static constexpr std::size_t cache_lines = 256;

  const Gl* gl_;
  std::size_t alignment_;
  GLuint buffer_ = 0;
  std::size_t at_ = 0;
  std::uint64_t lap_ = 1;
};

}  // namespace dala::backend::gles

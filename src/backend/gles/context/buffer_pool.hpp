// Storage of freed buffers, reused once the device has passed a fence behind their last use.
//
// ES lets a program delete, replace or overwrite a buffer at any time, and the driver has to see to
// it that commands still under way do not notice. An NVIDIA driver does not always: it loses track
// of what compute shaders use. So here nothing is deleted, replaced or written by the host before a
// fence behind its last use has passed.
#pragma once

#include <cstddef>
#include <deque>

#include "backend/gles/context/gl.hpp"

namespace dala::backend::gles {

class BufferPool {
 public:
  explicit BufferPool(const Gl& gl) : gl_(&gl) {}

  // A buffer with storage of just this size that no command uses, with any contents; 0 when the
  // driver has no room.
  [[nodiscard]] GLuint take(std::size_t capacity);
  // Takes a buffer back that commands submitted so far may still use.
  void give(GLuint buffer, std::size_t capacity);
  // Waits for the device and deletes all that is kept.
  void clear();

 private:
  struct Kept {
    GLuint buffer;
    std::size_t capacity;
    GLsync last_use;  // null once it has passed
  };
  void look_at_fences();
  void trim();
  [[nodiscard]] GLuint make(std::size_t capacity) const;

  const Gl* gl_;
  std::deque<Kept> kept_;   // in the order of their fences
  std::size_t passed_ = 0;  // how many of them are free, from the front
  std::size_t bytes_ = 0;
};

}  // namespace dala::backend::gles

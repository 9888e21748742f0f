// The sum of two arrays by a shader and bare calls of OpenGL ES, with nothing of this library.
#pragma once

#include <cstddef>
#include <memory>

namespace dala::bench {

class BareGl {
 public:
  virtual ~BareGl() = default;
  // Null where this machine, or the machine this was built on, has no OpenGL ES 3.1.
  [[nodiscard]] static std::unique_ptr<BareGl> create(std::size_t elements);
  // Adds `times` times, and waits.
  virtual void add(int times) = 0;
};

}  // namespace dala::bench

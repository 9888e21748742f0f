// Pictures on the device that items show, and smaller ones of them.
#pragma once

#include <cstdint>
#include <vector>

#include <dala/core/picture.hpp>

#include "scene/compose/compositor.hpp"

namespace dala::scene {

// Never the same twice.
[[nodiscard]] std::uint64_t new_version();

// Makes a layer, with premultiplied alpha, of a picture with straight alpha. Reuses `into` where it
// has the size.
[[nodiscard]] Result<void> upload(const Compute& compute, const media::Picture& picture,
                                  Layer& into);

// Reduced copies of a layer (mipmaps): something shown much smaller is sampled from these, or most
// of its pixels would be skipped.
class Shrunk {
 public:
  // `factor` is a power of two.
  [[nodiscard]] Result<Layer> at(Compositor& compositor, const Layer& layer, std::int32_t factor);

 private:
  struct Level {
    std::int32_t factor = 1;
    std::uint64_t of_version = 0;
    Layer layer = {};
  };
  std::vector<Level> levels_;
};

}  // namespace dala::scene

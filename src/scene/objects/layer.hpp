// Pictures on the device that items show, and smaller ones of them.
#pragma once

#include <cstdint>
#include <vector>

#include <dala/core/picture.hpp>

#include "scene/compose/compositor.hpp"

namespace dala::scene {

// Never the same twice.
[[nodiscard]] std::uint64_t new_version();

// A picture with alpha as people give it becomes a layer, with alpha multiplied in. `into` is used
// again where it has the size.
[[nodiscard]] Result<void> upload(const Compute& compute, const media::Picture& picture,
                                  Layer& into);

// The same layer at halves of its size: what is shown much smaller is made from these, or it would
// be made of few of its pixels.
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

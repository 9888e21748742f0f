// A layer of one pixel, where a colour is needed as an image.
#pragma once

#include "scene/objects/layer.hpp"

namespace dala::scene {

class SolidLayer {
 public:
  [[nodiscard]] Result<Layer> of(const Compute& compute, Rgba color);

 private:
  Layer layer_;
  Rgba color_;
};

}  // namespace dala::scene

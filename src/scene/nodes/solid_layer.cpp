#include "scene/nodes/solid_layer.hpp"

#include "core/error.hpp"

namespace dala::scene {

Result<Layer> SolidLayer::of(const Compute& compute, Rgba color) {
  if (layer_.buffer && color_ == color) return layer_;
  DALA_TRY(upload(compute, {1, 1, {color.r, color.g, color.b, color.a}}, layer_));
  color_ = color;
  return layer_;
}

}  // namespace dala::scene

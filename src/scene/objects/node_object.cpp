#include "scene/objects/node_object.hpp"

namespace dala::scene {

Shown whole(const Layer& layer) {
  const Size size{static_cast<double>(layer.width), static_cast<double>(layer.height)};
  return {.layer = layer, .natural = size, .box = {0, 0, size.width, size.height}};
}

}  // namespace dala::scene

// Every node type, transform, blend mode and easing as a scene, for pictures under golden/.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scene/scene_helper.hpp"

namespace dala::scene::test {

struct Golden {
  const char* name;
  std::function<void(const Scene&)> build;
  Time at = {};
  // Why this machine cannot draw it, or nothing.
  std::function<std::string()> lacks = {};
};

[[nodiscard]] std::vector<Golden> goldens();

}  // namespace dala::scene::test

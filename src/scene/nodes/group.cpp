#include "scene/nodes/definition.hpp"
#include "scene/nodes/table.hpp"

namespace dala::scene {

Definition define_group() {
  using namespace table;
  return {.type = {.name = "group",
                   .summary = "Nodes that are placed, ordered and faded together.",
                   .fields = {{.name = "clip",
                               .summary = "whether they are cut at its box",
                               .kind = flag<&Group::clip>()}},
                   .usual = Group{}}};
}

}  // namespace dala::scene

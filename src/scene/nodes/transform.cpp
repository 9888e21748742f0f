// The fields of every node that has a place.
#include <limits>

#include "core/forever.hpp"
#include "scene/describe/words.hpp"
#include "scene/nodes/table.hpp"

namespace dala::scene {

namespace {

constexpr double farthest = 1e6;   // of positions
constexpr double largest = 65536;  // of sizes
constexpr double most_scale = 10000;
constexpr double most_anchor = 100;

std::vector<Field> fields() {
  using namespace table;
  return {
      {.name = "position",
       .summary = "of the top left corner, in the group or scene that it is in",
       .kind = field::Numbers{.value = member<&Transform::position>(),
                              .form = "[x, y]",
                              .parts = {{"x", -farthest, farthest}, {"y", -farthest, farthest}}},
       .property = "position"},
      {.name = "size",
       .summary = "that of its picture unless it is given; of a group that of the scene",
       .kind = field::Numbers{.value = member<&Transform::size>(),
                              .form = "[width, height]",
                              .parts = {{"width", 0, largest}, {"height", 0, largest}}},
       .property = "size"},
      {.name = "scale",
       .summary = "about the anchor",
       .kind =
           field::Numbers{.value = member<&Transform::scale>(),
                          .form = "a number or [x, y]",
                          .parts = {{"x", -most_scale, most_scale}, {"y", -most_scale, most_scale}},
                          .or_one = true},
       .property = "scale"},
      {.name = "rotation",
       .summary = "degrees clockwise, about the anchor",
       .kind = number<&Transform::rotation>(-1e6, 1e6),
       .property = "rotation"},
      {.name = "anchor",
       .summary = "in parts of its box",
       .kind = field::Numbers{.value = member<&Transform::anchor>(),
                              .form = "[x, y]",
                              .parts = {{"x", -most_anchor, most_anchor},
                                        {"y", -most_anchor, most_anchor}}},
       .property = "anchor"},
      {.name = "opacity",
       .summary = "how little can be seen through it",
       .kind = number<&Transform::opacity>(0, 1),
       .property = "opacity"},
      {.name = "z_index",
       .summary = "among its neighbours; of equal ones the later is above",
       .kind = whole<&Transform::z_index>(std::numeric_limits<int>::min(),
                                          std::numeric_limits<int>::max()),
       .property = "z_index"},
      {.name = "visible",
       .summary = "whether it is drawn",
       .kind = flag<&Transform::visible>(),
       .property = "visible"},
      {.name = "blend",
       .summary = "how it is put over what is under it",
       .kind = choice<&Transform::blend>(blend_words)},
      {.name = "crop",
       .summary = "the part of the picture that is shown; all of it unless it is given",
       .kind = field::Numbers{.value = member<&Transform::crop>(),
                              .form = "[x, y, width, height]",
                              .parts = {{"x", 0, largest},
                                        {"y", 0, largest},
                                        {"width", 1, largest},
                                        {"height", 1, largest}}},
       .property = "crop"},
      {.name = "corner_radius",
       .summary = "of its box",
       .kind = number<&Transform::corner_radius>(0, largest),
       .property = "corner_radius"},
      {.name = "fit",
       .summary = "how a picture gets into its box",
       .kind = choice<&Transform::fit>(fit_words)},
      {.name = "mask",
       .summary = "the id of a node: seen only where that one is opaque, which is not drawn itself",
       .kind = reference<&Transform::mask>(),
       .option = "mask_node"},
  };
}

}  // namespace

const std::vector<Field>& transform_fields() {
  static const Forever<std::vector<Field>> all(fields());
  return *all;
}

}  // namespace dala::scene

#include "kernel/legalize/call_specialisation.hpp"

#include <algorithm>

#include "kernel/analysis/elementwise.hpp"
#include "kernel/analysis/lanes.hpp"
#include "kernel/launch/grid.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

CallSpecialisation specialisation_for(const ir::Module& module, std::span<const Shape> shapes) {
  const Grid grid = make_grid(module, shapes[module.domain]);
  const std::int64_t elements = grid.extent[0] * grid.extent[1] * grid.extent[2];
  const bool all_reach =
      std::ranges::all_of(shapes, [&](const Shape& shape) { return shape.elements() >= elements; });
  CallSpecialisation specialisation{.near = true};
  specialisation.groups.in_rows = !is_elementwise(module) && fits_rows(module, grid);
  specialisation.groups.elements = all_reach && runs_in_lanes(module) ? lanes : 1;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Shape& shape = shapes[i];
    if (module.tensors[i].scalar != ir::Scalar::u8 || shape.rank() == 0 ||
        shape[shape.rank() - 1] != 4 || shape.elements() == 0)
      continue;
    specialisation.channels[i] = 4;
    specialisation.near = specialisation.near && shape.rank() == 3 && shape[0] >= grid.extent[1] &&
                          shape[1] >= grid.extent[0] && shape[0] > near_distance &&
                          shape[1] > near_distance;
  }
  return specialisation;
}

}  // namespace dala::kernel

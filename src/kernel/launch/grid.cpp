#include "kernel/launch/grid.hpp"

namespace dala::kernel {

namespace {

Triple split(std::int64_t linear, const Triple& size) {
  return {linear % size[0], linear / size[0] % size[1], linear / size[0] / size[1]};
}

void place(Positions& out, ir::Position whole, std::int64_t linear, const Triple& parts) {
  const auto first = static_cast<std::size_t>(whole);
  out[first] = linear;
  for (std::size_t i = 0; i < 3; ++i) out[first + 1 + i] = parts[i];
}

}  // namespace

Grid make_grid(const ir::Module& module, const Shape& domain) {
  Grid grid{.extent = {1, 1, 1}, .dim = {}, .count = {}, .outside = outside_position(module.index)};
  std::size_t rank = domain.rank();
  if (module.pixels && rank > 0) --rank;
  const bool has_channels = rank >= 3 && !module.pixels;
  if (has_channels) grid.extent[2] = domain[--rank];
  if (rank > 0) grid.extent[0] = domain[rank - 1];
  for (std::size_t i = 0; i + 1 < rank; ++i) grid.extent[1] *= domain[i];
  for (std::size_t i = 0; i < 3; ++i) {
    grid.dim[i] = module.cube[i];
    grid.count[i] = grid.extent[i] / grid.dim[i] + (grid.extent[i] % grid.dim[i] != 0 ? 1 : 0);
  }
  return grid;
}

Positions Grid::positions(std::int64_t cube, std::int64_t unit) const {
  const Triple c = split(cube, count);
  const Triple u = split(unit, dim);
  Triple at{};
  bool inside = true;
  for (std::size_t i = 0; i < 3; ++i) {
    at[i] = c[i] * dim[i] + u[i];
    inside = inside && at[i] < extent[i];
  }
  Positions out{};
  const std::int64_t flat = (at[1] * extent[0] + at[0]) * extent[2] + at[2];
  place(out, ir::Position::ABSOLUTE_POS, inside ? flat : outside, at);
  place(out, ir::Position::CUBE_POS, cube, c);
  place(out, ir::Position::CUBE_DIM, units(), dim);
  place(out, ir::Position::CUBE_COUNT, cubes(), count);
  place(out, ir::Position::UNIT_POS, unit, u);
  return out;
}

}  // namespace dala::kernel

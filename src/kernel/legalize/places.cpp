#include "kernel/legalize/places.hpp"

#include "core/format.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::ExprId;
using Where = ir::Position;

ExprId Places::extent(std::size_t axis) {
  return top_.number(launch::extent + axis, format("extent_{}", "xyz"[axis]));
}

ExprId Places::counted_extent(std::size_t axis) { return b_.cast(extent(axis), top_.counter()); }

ir::Type Places::index() const { return {b_.module().index}; }

ExprId Places::position(Where position) {
  const std::int64_t x = b_.module().cube[0];
  const std::int64_t y = b_.module().cube[1];
  const std::int64_t z = b_.module().cube[2];
  const auto counted = [&](std::size_t word) {
    return top_.number(word, std::string(to_string(position)));
  };
  switch (position) {
    case Where::CUBE_DIM:
      return b_.whole(x * y * z);
    case Where::CUBE_DIM_X:
      return b_.whole(x);
    case Where::CUBE_DIM_Y:
      return b_.whole(y);
    case Where::CUBE_DIM_Z:
      return b_.whole(z);
    case Where::CUBE_COUNT:
      return counted(launch::cubes);
    case Where::CUBE_COUNT_X:
      return counted(launch::cube_count);
    case Where::CUBE_COUNT_Y:
      return counted(launch::cube_count + 1);
    case Where::CUBE_COUNT_Z:
      return counted(launch::cube_count + 2);
    default:
      return b_.module().has_cube ? in_cube(position) : loose(position);
  }
}

// Which pixel this is, counted through the rows: all positions but those along Z.
ExprId Places::pixel() {
  if (b_.module().pixels) return b_.local(number_);
  return top_.kept(prefix_ + "pixel", "pixel",
                   [&] { return b_.binary(BinaryOp::div, b_.local(number_), counted_extent(2)); });
}

// Cubes of one unit, in the order of the elements. Divisions are slow on GPUs, so there are as few
// as can be, and without signs.
ExprId Places::loose(Where position) {
  const auto put = [&](const auto& value) {
    return kept(position, [&] { return b_.cast(value(), index()); });
  };
  // What is left of a number when `count` times `size` is taken away.
  const auto rest = [&](ExprId number, ExprId count, ExprId size) {
    return b_.binary(BinaryOp::sub, number, b_.binary(BinaryOp::mul, count, size));
  };
  switch (position) {
    case Where::ABSOLUTE_POS:
      return put([&] { return b_.local(number_); });
    case Where::ABSOLUTE_POS_X:
    case Where::CUBE_POS_X:
      return put([&] {
        if (column_) return b_.local(*column_);
        const ExprId y = b_.cast(this->position(Where::ABSOLUTE_POS_Y), top_.counter());
        const ExprId width = counted_extent(0);
        return rest(pixel(), y, width);
      });
    case Where::ABSOLUTE_POS_Y:
    case Where::CUBE_POS_Y:
      return put([&] {
        if (column_) return b_.position(Where::GROUP_Y);
        const ExprId width = counted_extent(0);
        return b_.binary(BinaryOp::div, pixel(), width);
      });
    case Where::ABSOLUTE_POS_Z:
    case Where::CUBE_POS_Z:
      if (b_.module().pixels || column_) return b_.whole(0, index().scalar);
      return put([&] {
        const ExprId depth = counted_extent(2);
        return rest(b_.local(number_), pixel(), depth);
      });
    case Where::CUBE_POS:
      return kept(position, [&] {
        const ExprId x = this->position(Where::CUBE_POS_X);
        const ExprId y = this->position(Where::CUBE_POS_Y);
        const ExprId z = this->position(Where::CUBE_POS_Z);
        const ExprId plane = b_.binary(BinaryOp::add, b_.binary(BinaryOp::mul, z, extent(1)), y);
        return b_.binary(BinaryOp::add, b_.binary(BinaryOp::mul, plane, extent(0)), x);
      });
    default:
      return b_.whole(0);  // UNIT_POS and its parts
  }
}

ExprId Places::absolute(Where in_grid, Where in_cube, std::size_t axis) {
  const auto units = static_cast<std::int64_t>(b_.module().cube[axis]);
  const ExprId first = b_.binary(BinaryOp::mul, position(in_grid), b_.whole(units, index().scalar));
  return b_.binary(BinaryOp::add, first, b_.cast(position(in_cube), index()));
}

// Units of an edge cube that lie outside the domain are outside of everything.
ExprId Places::absolute() {
  const ExprId x = position(Where::ABSOLUTE_POS_X);
  const ExprId y = position(Where::ABSOLUTE_POS_Y);
  const ExprId z = position(Where::ABSOLUTE_POS_Z);
  const auto below = [&](ExprId at, std::size_t axis) {
    return b_.binary(BinaryOp::less, b_.copy(at), extent(axis));
  };
  // One after the other: compilers differ in which argument they evaluate first.
  const ExprId x_inside = below(x, 0);
  const ExprId y_inside = below(y, 1);
  const ExprId z_inside = below(z, 2);
  const ExprId inside = b_.binary(BinaryOp::logical_and,
                                  b_.binary(BinaryOp::logical_and, x_inside, y_inside), z_inside);
  const ExprId row = b_.binary(BinaryOp::add, b_.binary(BinaryOp::mul, y, extent(0)), x);
  return b_.choose(inside, b_.binary(BinaryOp::add, b_.binary(BinaryOp::mul, row, extent(2)), z),
                   b_.whole(outside_position(index().scalar), index().scalar));
}

ExprId Places::in_cube(Where position) {
  const auto of = [&](Where other) { return this->position(other); };
  const auto size = [&](std::size_t axis) {
    return b_.whole(static_cast<std::int64_t>(b_.module().cube[axis]));
  };
  // An axis with one unit has nothing to say about it.
  const auto unit = [&](std::size_t axis, const auto& value) {
    return b_.module().cube[axis] == 1 ? b_.whole(0) : kept(position, value);
  };
  const auto along = [&](Where in_grid, Where in_cube, std::size_t axis) {
    if (b_.module().cube[axis] == 1) return of(in_grid);
    return kept(position, [&] { return absolute(in_grid, in_cube, axis); });
  };
  // One after the other, as above.
  const auto by_row = [&](BinaryOp op) {
    const ExprId cube = of(Where::CUBE_POS);
    const ExprId count = of(Where::CUBE_COUNT_X);
    return b_.binary(op, cube, count);
  };
  switch (position) {
    case Where::UNIT_POS:
      return kept(position, [&] { return b_.cast(b_.position(Where::GROUP_UNIT), ir::s32_type); });
    case Where::UNIT_POS_X:
      return unit(0, [&] { return b_.binary(BinaryOp::rem, of(Where::UNIT_POS), size(0)); });
    case Where::UNIT_POS_Y:
      return unit(1, [&] {
        const ExprId row = b_.binary(BinaryOp::div, of(Where::UNIT_POS), size(0));
        return b_.binary(BinaryOp::rem, row, size(1));
      });
    case Where::UNIT_POS_Z:
      return unit(2, [&] {
        const std::int64_t plane = std::int64_t{b_.module().cube[0]} * b_.module().cube[1];
        return b_.binary(BinaryOp::div, of(Where::UNIT_POS), b_.whole(plane));
      });
    case Where::CUBE_POS:
      return kept(position, [&] { return b_.cast(b_.local(number_), index()); });
    case Where::CUBE_POS_X:
      return kept(position, [&] { return by_row(BinaryOp::rem); });
    case Where::CUBE_POS_Y:
      return kept(position, [&] {
        const ExprId row = by_row(BinaryOp::div);
        return b_.binary(BinaryOp::rem, row, of(Where::CUBE_COUNT_Y));
      });
    case Where::CUBE_POS_Z:
      return kept(position, [&] {
        const ExprId row = by_row(BinaryOp::div);
        return b_.binary(BinaryOp::div, row, of(Where::CUBE_COUNT_Y));
      });
    case Where::ABSOLUTE_POS_X:
      return along(Where::CUBE_POS_X, Where::UNIT_POS_X, 0);
    case Where::ABSOLUTE_POS_Y:
      return along(Where::CUBE_POS_Y, Where::UNIT_POS_Y, 1);
    case Where::ABSOLUTE_POS_Z:
      return along(Where::CUBE_POS_Z, Where::UNIT_POS_Z, 2);
    default:
      return kept(position, [&] { return absolute(); });
  }
}

}  // namespace dala::kernel

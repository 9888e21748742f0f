// Positions, computed at the top of the kernel from the number of the group and of the unit in it;
// see interpret/grid.cpp.
//
// What a position is computed from is declared when it is first asked for. So that the text does
// not depend on the order in which a compiler evaluates arguments, each is a variable of its own
// here.
#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

using Where = ir::Position;
using ir::Scalar;

Piece CPrinter::extent(std::size_t axis) {
  return {at_top(format("extent {}", axis), format("extent_{}", "xyz"[axis]), module_.index,
                 [&] { return launch_number(launch::extent + axis, module_.index).text; })};
}

Piece CPrinter::top_position(Where position, const Body& value) {
  const std::string name(to_string(position));
  return {at_top(name, name, ir::type_of(position, module_.index).scalar, value)};
}

Piece CPrinter::position(Where position) {
  const std::int64_t x = module_.cube[0];
  const std::int64_t y = module_.cube[1];
  const std::int64_t z = module_.cube[2];
  const auto counted = [&](std::size_t number) {
    return top_position(position, [&] { return launch_number(number, module_.index).text; });
  };
  switch (position) {
    case Where::CUBE_DIM:
      return constant(Scalar::s32, static_cast<std::uint64_t>(x * y * z));
    case Where::CUBE_DIM_X:
      return constant(Scalar::s32, static_cast<std::uint64_t>(x));
    case Where::CUBE_DIM_Y:
      return constant(Scalar::s32, static_cast<std::uint64_t>(y));
    case Where::CUBE_DIM_Z:
      return constant(Scalar::s32, static_cast<std::uint64_t>(z));
    case Where::CUBE_COUNT:
      return counted(launch::cubes);
    case Where::CUBE_COUNT_X:
      return counted(launch::cube_count);
    case Where::CUBE_COUNT_Y:
      return counted(launch::cube_count + 1);
    case Where::CUBE_COUNT_Z:
      return counted(launch::cube_count + 2);
    default:
      return module_.has_cube ? cube_position(position) : loose_position(position);
  }
}

std::string CPrinter::as_index(const std::string& text) {
  return converted({module_.index}, {text}).text;
}

std::string CPrinter::unsigned_text(const std::string& text) {
  return format("{}({})", counter_type(), text);
}

std::string CPrinter::unsigned_extent(std::size_t axis) { return unsigned_text(extent(axis).text); }

// Which pixel this is, counted through the rows: all positions but those along Z.
std::string CPrinter::pixel() {
  if (module_.pixels) return "dala_flat";
  const bool is_wide = module_.index == Scalar::s64;
  return at_top("pixel", "pixel", is_wide ? Scalar::s64 : Scalar::u32, [&] {
    const std::string quotient = format("dala_flat / {}", unsigned_extent(2));
    return is_wide ? as_index(quotient) : quotient;
  });
}

// Cubes of one unit, in the order of the elements.
Piece CPrinter::loose_position(Where position) {
  const auto of = [&](Where other) { return this->position(other).text; };
  const auto put = [&](const Body& value) { return top_position(position, value); };
  switch (position) {
    case Where::ABSOLUTE_POS:
      return put([&] { return as_index("dala_flat"); });
    // Divisions are slow on GPUs, so there are as few as can be, and without signs.
    case Where::ABSOLUTE_POS_X:
    case Where::CUBE_POS_X:
      return put([&] -> std::string {
        if (in_rows_) return "int(dala_column)";
        const std::string y = of(Where::ABSOLUTE_POS_Y);
        const std::string width = unsigned_extent(0);
        return as_index(format("{} - {} * {}", pixel(), unsigned_text(y), width));
      });
    case Where::ABSOLUTE_POS_Y:
    case Where::CUBE_POS_Y:
      return put([&] {
        if (in_rows_) return format("int({})", builtins().group_y);
        const std::string width = unsigned_extent(0);
        return as_index(format("{} / {}", pixel(), width));
      });
    case Where::ABSOLUTE_POS_Z:
    case Where::CUBE_POS_Z:
      if (module_.pixels || in_rows_) return constant(module_.index, 0);
      return put([&] {
        const std::string depth = unsigned_extent(2);
        return as_index(format("dala_flat - {} * {}", pixel(), depth));
      });
    case Where::CUBE_POS:
      return put([&] {
        const std::string x = of(Where::CUBE_POS_X);
        const std::string width = extent(0).text;
        const std::string y = of(Where::CUBE_POS_Y);
        const std::string height = extent(1).text;
        const std::string z = of(Where::CUBE_POS_Z);
        return format("({} * {} + {}) * {} + {}", z, height, y, width, x);
      });
    default:
      return constant(Scalar::s32, 0);  // UNIT_POS and its parts
  }
}

Piece CPrinter::cube_position(Where position) {
  const auto of = [&](Where other) { return this->position(other).text; };
  const auto put = [&](const Body& value) { return top_position(position, value); };
  // An axis with one unit has nothing to say about it.
  const auto unit = [&](std::size_t axis, const Body& value) {
    return module_.cube[axis] == 1 ? constant(Scalar::s32, 0) : put(value);
  };
  const auto absolute = [&](Where in_grid, Where in_cube, std::size_t axis) {
    if (module_.cube[axis] == 1) return this->position(in_grid);
    return put([&] {
      const std::string inner = of(in_cube);
      return format("{} * {} + {}", of(in_grid), module_.cube[axis], inner);
    });
  };
  switch (position) {
    case Where::UNIT_POS:
      return put([&] { return format("int({})", builtins().unit); });
    case Where::UNIT_POS_X:
      return unit(0, [&] { return format("{} % {}", of(Where::UNIT_POS), module_.cube[0]); });
    case Where::UNIT_POS_Y:
      return unit(1, [&] {
        return format("{} / {} % {}", of(Where::UNIT_POS), module_.cube[0], module_.cube[1]);
      });
    case Where::UNIT_POS_Z:
      return unit(2, [&] {
        return format("{} / {}", of(Where::UNIT_POS), module_.cube[0] * module_.cube[1]);
      });
    case Where::CUBE_POS:
      return put([&] { return as_index("dala_cube"); });
    case Where::CUBE_POS_X:
      return put([&] {
        const std::string count = of(Where::CUBE_COUNT_X);
        return format("{} % {}", of(Where::CUBE_POS), count);
      });
    case Where::CUBE_POS_Y:
      return put([&] {
        const std::string rows = of(Where::CUBE_COUNT_Y);
        const std::string columns = of(Where::CUBE_COUNT_X);
        return format("{} / {} % {}", of(Where::CUBE_POS), columns, rows);
      });
    case Where::CUBE_POS_Z:
      return put([&] {
        const std::string rows = of(Where::CUBE_COUNT_Y);
        const std::string columns = of(Where::CUBE_COUNT_X);
        return format("{} / {} / {}", of(Where::CUBE_POS), columns, rows);
      });
    case Where::ABSOLUTE_POS_X:
      return absolute(Where::CUBE_POS_X, Where::UNIT_POS_X, 0);
    case Where::ABSOLUTE_POS_Y:
      return absolute(Where::CUBE_POS_Y, Where::UNIT_POS_Y, 1);
    case Where::ABSOLUTE_POS_Z:
      return absolute(Where::CUBE_POS_Z, Where::UNIT_POS_Z, 2);
    default:
      break;
  }
  return put([&] {
    const std::string x = of(Where::ABSOLUTE_POS_X);
    const std::string y = of(Where::ABSOLUTE_POS_Y);
    const std::string z = of(Where::ABSOLUTE_POS_Z);
    const std::string depth = extent(2).text;
    const std::string width = extent(0).text;
    const std::string height = extent(1).text;
    return format("{} < {} && {} < {} && {} < {} ? ({} * {} + {}) * {} + {} : {}", x, width, y,
                  height, z, depth, y, width, x, depth, z,
                  whole(module_.index, outside_position(module_.index)));
  });
}

}  // namespace dala::kernel

// Building what tiles become.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/ir/builder.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/legalize/tile_layout.hpp"

namespace dala::kernel {

// What a tile is laid out for. One that is both factors of native products is held in two forms.
enum class TileRole : std::uint8_t { any, left, right, sum };

struct TileForm {
  TileRole role;
  TileLayout layout;
  std::vector<std::uint32_t> locals;  // of a unit's elements
};

class TileBuilder : public ir::Builder {
 public:
  explicit TileBuilder(ir::Module& module) : Builder(module, module.kernel) {}

  ir::ExprId sum(ir::ExprId a, ir::ExprId b) { return binary(ir::BinaryOp::add, a, b); }
  ir::ExprId plus(ir::ExprId a, std::int64_t n) {
    return n == 0 ? a : sum(a, whole(n, type_of(a).scalar));
  }
  ir::ExprId times(ir::ExprId a, std::int64_t n) {
    if (n == 1) return a;
    const ir::Scalar scalar = type_of(a).scalar;
    if (module_.exprs[a].kind != ir::ExprKind::constant)
      return binary(ir::BinaryOp::mul, a, whole(n, scalar));
    const std::uint64_t product = module_.exprs[a].bits * static_cast<std::uint64_t>(n);
    return constant(scalar, ir::wrap(scalar, product));
  }
  // The value as an expression that may stand in several trees.
  ir::ExprId keep(ir::ExprId value) {
    const ir::ExprKind kind = module_.exprs[value].kind;
    if (kind == ir::ExprKind::constant || kind == ir::ExprKind::local) return value;
    const std::uint32_t kept = new_local(type_of(value));
    store(kept, value);
    return local(kept);
  }
  ir::ExprId unit_pos() { return cast(position(ir::Position::UNIT_POS), ir::s32_type); }
  ir::ExprId of_unit(const UnitBits& bits) {
    ir::ExprId unit = unit_pos();
    if (bits.shift != 0) unit = binary(ir::BinaryOp::shr, unit, whole(bits.shift));
    return times(binary(ir::BinaryOp::bit_and, unit, whole(bits.count - 1)), bits.factor);
  }
};

}  // namespace dala::kernel

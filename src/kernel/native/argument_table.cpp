#include <algorithm>

#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

Granularity granularity_of(const ir::Module& module) {
  if (module.has_cube) return Granularity::cubes;
  const bool looks_at_axes = std::ranges::any_of(module.exprs, [](const ir::Expr& e) {
    if (e.kind != ir::ExprKind::position) return false;
    return (e.position >= ir::Position::ABSOLUTE_POS_X &&
            e.position <= ir::Position::ABSOLUTE_POS_Z) ||
           (e.position >= ir::Position::CUBE_POS && e.position <= ir::Position::CUBE_POS_Z);
  });
  return looks_at_axes ? Granularity::rows : Granularity::elements;
}

}  // namespace dala::kernel::jit

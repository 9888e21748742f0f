#include "kernel/lower/uniformity.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/format.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

using ir::ExprKind;
using ir::StmtKind;

// Among which units a value is certainly the same. Of two values the larger one is that of their
// sum and of anything else computed from both.
enum class Same : std::uint8_t { in_cube, in_subgroup, nowhere };

class Uniformity {
 public:
  Uniformity(const ir::Module& module, Diagnostics& diagnostics)
      : module_(module),
        diagnostics_(diagnostics),
        same_(module.kernel.locals.size(), Same::in_cube),
        parting_(module.stmts.size(), Same::in_cube) {}

  void run() {
    // A round only moves values on, from in_cube to nowhere, so this ends.
    do {
      changed_ = false;
      walk(module_.kernel.body, Same::in_cube);
    } while (changed_);
    reporting_ = true;
    walk(module_.kernel.body, Same::in_cube);
  }

 private:
  // Which units are still together after a list of statements.
  struct Left {
    Same loop = Same::in_cube;    // some left the round or the loop
    Same kernel = Same::in_cube;  // some returned
  };

  [[nodiscard]] Same same(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    Same own = Same::in_cube;
    switch (e.kind) {
      case ExprKind::local:
      case ExprKind::element:
        own = same_[e.index];
        break;
      case ExprKind::load_tensor:
      case ExprKind::load_shared:
        return Same::nowhere;
      case ExprKind::position:
        own = of_position(e.position);
        break;
      case ExprKind::binary:
        if (numbers_subgroups(e)) return Same::in_subgroup;
        break;
      default:
        break;
    }
    for (const ir::ExprId arg : e.args) own = std::max(own, same(arg));
    return own;
  }

  [[nodiscard]] Same of_position(ir::Position position) const {
    using enum ir::Position;
    if (position <= ABSOLUTE_POS_Z || position == UNIT_POS || position == UNIT_POS_X)
      return Same::nowhere;
    if (position != UNIT_POS_Y && position != UNIT_POS_Z) return Same::in_cube;
    const std::uint32_t row = module_.cube[0] * (position == UNIT_POS_Z ? module_.cube[1] : 1);
    return row % ir::subgroup_units == 0 ? Same::in_subgroup : Same::nowhere;
  }

  // SUBGROUP_POS, or UNIT_POS by a multiple of what a subgroup has.
  [[nodiscard]] bool numbers_subgroups(const ir::Expr& e) const {
    const ir::Expr& unit = module_.exprs[e.args[0]];
    const ir::Expr& size = module_.exprs[e.args[1]];
    return e.binary == ir::BinaryOp::div && unit.kind == ExprKind::position &&
           unit.position == ir::Position::UNIT_POS && size.kind == ExprKind::constant &&
           size.bits % ir::subgroup_units == 0;
  }

  void mark(std::uint32_t local, Same value) {
    if (value <= same_[local]) return;
    same_[local] = value;
    changed_ = true;
  }

  Left walk(const std::vector<ir::StmtId>& statements, Same here) {
    Left left;
    for (ir::StmtId id : statements) {
      const Left by = step(id, std::max({here, left.loop, left.kernel}));
      left.loop = std::max(left.loop, by.loop);
      left.kernel = std::max(left.kernel, by.kernel);
    }
    return left;
  }

  // `here`: which units come to the statement together.
  Left step(ir::StmtId id, Same here) {
    const ir::Stmt& s = module_.stmts[id];
    switch (s.kind) {
      case StmtKind::store:
      case StmtKind::fill:
        mark(s.target, std::max(here, same(s.value)));
        return {};
      case StmtKind::store_element:
        mark(s.target, std::max({here, same(s.value), same(s.indices[0])}));
        return {};
      case StmtKind::atomic:
        if (s.result != ir::none) mark(s.result, Same::nowhere);
        return {};
      case StmtKind::subgroup:
        // Each subgroup of the cube has a result of its own.
        mark(s.result,
             std::max(Same::in_subgroup, s.end == ir::none ? Same::in_subgroup : same(s.end)));
        need_all(s, here, to_string(s.subgroup));
        return {};
      case StmtKind::tile:
        need_all(s, here, to_string(s.tile));
        need_agreement(s);
        return {};
      case StmtKind::branch: {
        const Same inside = std::max(here, same(s.value));
        const Left a = walk(s.body, inside);
        const Left b = walk(s.other, inside);
        return {std::max(a.loop, b.loop), std::max(a.kernel, b.kernel)};
      }
      case StmtKind::for_range:
      case StmtKind::while_loop:
        return loop(id, s, here);
      case StmtKind::break_:
      case StmtKind::continue_:
        return {.loop = here};
      case StmtKind::return_:
        return {.kernel = here};
      case StmtKind::sync:
        need_all(s, here, "sync_cube");
        return {};
      case StmtKind::store_tensor:
      case StmtKind::store_shared:
      case StmtKind::print:
        return {};
    }
    return {};
  }

  void need_all(const ir::Stmt& s, Same here, std::string_view name) {
    if (!reporting_ || here == Same::in_cube) return;
    diagnostics_.report(
        Code::sync_not_uniform, s.span,
        format("some units of the cube may not reach this `{}()`, or not equally often", name),
        "move it out of the `if`, loop or early exit that depends on the unit or on data");
  }

  void need_agreement(const ir::Stmt& s) {
    Same all = Same::in_cube;
    ir::for_each_root(s, [&](ir::ExprId root) { all = std::max(all, same(root)); });
    if (!reporting_ || all != Same::nowhere) return;
    diagnostics_.report(
        Code::tile_not_uniform, s.span,
        format("what this `{}()` is given may differ between the units of a subgroup",
               to_string(s.tile)),
        "make it of CUBE_POS, SUBGROUP_POS, parameters and sizes, or take that of one unit: "
        "`subgroup_broadcast(x, 0)`");
  }

  Left loop(ir::StmtId id, const ir::Stmt& s, Same here) {
    Same inside = std::max({here, same(s.value), parting_[id]});
    if (s.kind == StmtKind::for_range) {
      inside = std::max(inside, same(s.end));
      mark(s.target, inside);
    }
    const Left left = walk(s.body, inside);
    // Units that left are missing from the next round on.
    if (const Same gone = std::max(left.loop, left.kernel); gone > parting_[id]) {
      parting_[id] = gone;
      changed_ = true;
    }
    return {.kernel = left.kernel};
  }

  const ir::Module& module_;
  Diagnostics& diagnostics_;
  std::vector<Same> same_;     // by local
  std::vector<Same> parting_;  // by loop: which units stay in it together
  bool changed_ = false;
  bool reporting_ = false;
};

}  // namespace

void check_uniformity(const ir::Module& module, Diagnostics& diagnostics) {
  if (std::ranges::any_of(module.stmts, ir::is_meeting)) Uniformity(module, diagnostics).run();
}

}  // namespace dala::kernel

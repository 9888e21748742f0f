#include "kernel/lower/uniformity.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/format.hpp"

namespace dala::kernel {

namespace {

using ir::ExprKind;
using ir::StmtKind;

class Uniformity {
 public:
  Uniformity(const ir::Module& module, Diagnostics& diagnostics)
      : module_(module),
        diagnostics_(diagnostics),
        varies_(module.kernel.locals.size(), false),
        divergent_loop_(module.stmts.size(), false) {}

  void run() {
    // What varies only grows, so this ends.
    do {
      changed_ = false;
      walk(module_.kernel.body, false);
    } while (changed_);
    reporting_ = true;
    walk(module_.kernel.body, false);
  }

 private:
  // What units did differently inside a list of statements.
  struct Left {
    bool loop = false;    // some left the round or the loop
    bool kernel = false;  // some returned
  };

  [[nodiscard]] bool varies(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    switch (e.kind) {
      case ExprKind::local:
      case ExprKind::element:
        if (varies_[e.index]) return true;
        break;
      case ExprKind::load_tensor:
      case ExprKind::load_shared:
        return true;
      case ExprKind::position:
        if (e.position <= ir::Position::ABSOLUTE_POS_Z || e.position >= ir::Position::UNIT_POS)
          return true;
        break;
      default:
        break;
    }
    return std::ranges::any_of(e.args, [&](ir::ExprId arg) { return varies(arg); });
  }

  void mark(std::uint32_t local, bool value) {
    if (!value || varies_[local]) return;
    varies_[local] = true;
    changed_ = true;
  }

  Left walk(const std::vector<ir::StmtId>& statements, bool divergent) {
    Left left;
    for (ir::StmtId id : statements) {
      const Left here = step(id, divergent || left.loop || left.kernel);
      left.loop = left.loop || here.loop;
      left.kernel = left.kernel || here.kernel;
    }
    return left;
  }

  Left step(ir::StmtId id, bool divergent) {
    const ir::Stmt& s = module_.stmts[id];
    switch (s.kind) {
      case StmtKind::store:
      case StmtKind::fill:
        mark(s.target, divergent || varies(s.value));
        return {};
      case StmtKind::store_element:
        mark(s.target, divergent || varies(s.value) || varies(s.indices[0]));
        return {};
      case StmtKind::atomic:
        if (s.result != ir::none) mark(s.result, true);
        return {};
      case StmtKind::subgroup:
        // Each subgroup of the cube has a result of its own.
        mark(s.result, true);
        need_all(s, divergent, to_string(s.subgroup));
        return {};
      case StmtKind::branch: {
        const bool inside = divergent || varies(s.value);
        const Left a = walk(s.body, inside);
        const Left b = walk(s.other, inside);
        return {a.loop || b.loop, a.kernel || b.kernel};
      }
      case StmtKind::for_range:
      case StmtKind::while_loop:
        return loop(id, s, divergent);
      case StmtKind::break_:
      case StmtKind::continue_:
        return {.loop = divergent};
      case StmtKind::return_:
        return {.kernel = divergent};
      case StmtKind::sync:
        need_all(s, divergent, "sync_cube");
        return {};
      default:
        return {};
    }
  }

  void need_all(const ir::Stmt& s, bool divergent, std::string_view name) {
    if (!reporting_ || !divergent) return;
    diagnostics_.report(
        Code::sync_not_uniform, s.span,
        format("some units of the cube may not reach this `{}()`, or not equally often", name),
        "move it out of the `if`, loop or early exit that depends on the unit or on data");
  }

  Left loop(ir::StmtId id, const ir::Stmt& s, bool divergent) {
    const bool ends_vary = varies(s.value) || (s.kind == StmtKind::for_range && varies(s.end));
    const bool inside = divergent || ends_vary || divergent_loop_[id];
    if (s.kind == StmtKind::for_range) mark(s.target, inside);
    const Left left = walk(s.body, inside);
    // Units that left are missing from the next round on.
    if ((left.loop || left.kernel) && !divergent_loop_[id]) {
      divergent_loop_[id] = true;
      changed_ = true;
    }
    return {.kernel = left.kernel};
  }

  const ir::Module& module_;
  Diagnostics& diagnostics_;
  std::vector<bool> varies_;
  std::vector<bool> divergent_loop_;
  bool changed_ = false;
  bool reporting_ = false;
};

}  // namespace

void check_uniformity(const ir::Module& module, Diagnostics& diagnostics) {
  const bool any = std::ranges::any_of(module.stmts, [](const ir::Stmt& s) {
    return s.kind == ir::StmtKind::sync || s.kind == ir::StmtKind::subgroup;
  });
  if (any) Uniformity(module, diagnostics).run();
}

}  // namespace dala::kernel

// Several indices, those that are moved inside and those of other types become one flat index.
#include "kernel/legalize/locate.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

void legalize_edges(ir::Module& module, const TargetInfo&) {
  Runtime runtime(module);
  ir::Builder b(module, module.kernel);
  Locator locator(b, runtime);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr e = module.exprs[id];
    if (e.kind == ir::ExprKind::load_tensor) {
      const ir::ExprId at = locator.flat(e.index, e.args, e.edge);
      module.exprs[id].args = {at};
      if (e.edge != ir::Edge::inside) module.exprs[id].edge = ir::Edge::zero;
    } else if (e.kind == ir::ExprKind::element || e.kind == ir::ExprKind::load_shared) {
      const ir::ExprId at = locator.narrowed(e.args[0]);
      module.exprs[id].args = {at};
    }
  }
  const std::size_t statements = module.stmts.size();
  for (ir::StmtId id = 0; id < statements; ++id) {
    const ir::Stmt s = module.stmts[id];  // functions that are brought in have statements too
    if (s.indices.empty() || s.kind == ir::StmtKind::tile) continue;
    const bool on_tensor =
        s.kind == ir::StmtKind::store_tensor || (s.kind == ir::StmtKind::atomic && !s.on_shared);
    const ir::ExprId at = on_tensor ? locator.flat(s.target, s.indices, ir::Edge::zero)
                                    : locator.narrowed(s.indices[0]);
    module.stmts[id].indices = {at};
  }
}

}  // namespace dala::kernel

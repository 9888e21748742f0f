#include "kernel/analysis/elementwise.hpp"

#include <algorithm>

#include "kernel/analysis/index_analysis.hpp"

namespace dala::kernel {

namespace {

bool is_own_element(const IndexAnalysis& analysis, const std::vector<ir::ExprId>& indices) {
  if (indices.size() != 1) return false;
  const auto a = analysis.affine(indices[0]);
  return a && a->base == Base::flat && a->multiplier == 1 && a->rest.low == 0 && a->rest.high == 0;
}

}  // namespace

bool is_elementwise(const ir::Module& module) {
  if (module.has_cube) return false;
  const IndexAnalysis analysis(module);
  const auto good_expr = [&](const ir::Expr& e) {
    return e.kind != ir::ExprKind::load_tensor || is_own_element(analysis, e.args);
  };
  const auto good_stmt = [&](const ir::Stmt& s) {
    if (s.kind == ir::StmtKind::atomic) return false;
    return s.kind != ir::StmtKind::store_tensor || is_own_element(analysis, s.indices);
  };
  return std::ranges::all_of(module.exprs, good_expr) &&
         std::ranges::all_of(module.stmts, good_stmt);
}

}  // namespace dala::kernel

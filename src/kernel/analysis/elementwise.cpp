#include "kernel/analysis/elementwise.hpp"

#include <algorithm>

#include "kernel/analysis/index_analysis.hpp"

namespace dala::kernel {

bool is_own_element(const IndexAnalysis& analysis, const std::vector<ir::ExprId>& indices) {
  const auto is = [&](std::size_t i, Base base) {
    const auto a = analysis.affine(indices[i]);
    return a && a->base == base && a->multiplier == 1 && a->rest.low == 0 && a->rest.high == 0;
  };
  if (indices.size() == 1) return is(0, Base::flat);
  if (indices.size() == 2) return is(0, Base::y) && is(1, Base::x);
  return indices.size() == 3 && is(0, Base::y) && is(1, Base::x) && is(2, Base::z);
}

std::optional<std::uint32_t> own_channel(const IndexAnalysis& analysis,
                                         const std::vector<ir::ExprId>& indices) {
  const auto last = analysis.affine(indices.back());
  if (!last || last->rest.low != last->rest.high || last->rest.low < 0 || last->rest.low > 3)
    return std::nullopt;
  const auto channel = static_cast<std::uint32_t>(last->rest.low);
  if (indices.size() == 1 && last->base == Base::flat && last->multiplier == 4) return channel;
  if (indices.size() != 3 || last->base != Base::none) return std::nullopt;
  const auto is = [&](std::size_t i, Base base) {
    const auto a = analysis.affine(indices[i]);
    return a && a->base == base && a->multiplier == 1 && a->rest.low == 0 && a->rest.high == 0;
  };
  return is(0, Base::y) && is(1, Base::x) ? std::optional(channel) : std::nullopt;
}

bool is_elementwise(const ir::Module& module) {
  if (module.has_cube) return false;
  const IndexAnalysis analysis(module);
  const auto good_expr = [&](const ir::Expr& e) {
    return e.kind != ir::ExprKind::load_tensor ||
           (e.args.size() == 1 && is_own_element(analysis, e.args));
  };
  const auto good_stmt = [&](const ir::Stmt& s) {
    if (s.kind == ir::StmtKind::atomic) return false;
    return s.kind != ir::StmtKind::store_tensor ||
           (s.indices.size() == 1 && is_own_element(analysis, s.indices));
  };
  return std::ranges::all_of(module.exprs, good_expr) &&
         std::ranges::all_of(module.stmts, good_stmt);
}

}  // namespace dala::kernel

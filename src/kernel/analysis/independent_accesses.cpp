#include "kernel/analysis/independent_accesses.hpp"

#include <utility>
#include <vector>

#include "kernel/ir/walk.hpp"

namespace dala::kernel {

bool accesses_are_apart(const ir::Module& module, const IndexAnalysis& analysis) {
  for (const ir::Expr& e : module.exprs)
    if (e.kind == ir::ExprKind::load_tensor && module.tensors[e.index].is_output) return false;
  // Of each store: where it goes, axis by axis.
  std::vector<std::pair<std::uint32_t, std::vector<Affine>>> stores;
  for (const ir::Stmt& s : module.stmts) {
    if (ir::targets_memory(s)) return false;
    if (s.kind != ir::StmtKind::store_tensor) continue;
    std::vector<Affine> place;
    for (const ir::ExprId index : s.indices) {
      const auto a = analysis.affine(index);
      if (!a || a->rest.low != a->rest.high) return false;
      place.push_back(*a);
    }
    for (const auto& [tensor, other] : stores) {
      if (tensor != s.target) continue;
      if (other.size() != place.size()) return false;
      bool distinct = false;
      for (std::size_t i = 0; i < place.size(); ++i) {
        if (other[i].base != place[i].base || other[i].multiplier != place[i].multiplier)
          return false;
        distinct = distinct || other[i].rest.low != place[i].rest.low;
      }
      if (!distinct) return false;
    }
    stores.emplace_back(s.target, std::move(place));
  }
  return true;
}

}  // namespace dala::kernel

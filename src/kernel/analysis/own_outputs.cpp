#include "kernel/analysis/own_outputs.hpp"

#include "kernel/analysis/elementwise.hpp"
#include "kernel/analysis/index_analysis.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

// t[y, x, anything]
bool is_in_own_pixel(const IndexAnalysis& analysis, const std::vector<ir::ExprId>& indices) {
  const auto is = [&](std::size_t i, Base base) {
    const auto a = analysis.affine(indices[i]);
    return a && a->base == base && a->multiplier == 1 && a->rest.low == 0 && a->rest.high == 0;
  };
  return indices.size() == 3 && is(0, Base::y) && is(1, Base::x);
}

}  // namespace

std::bitset<ir::max_tensors> outputs_at_own_place(const ir::Module& module) {
  const IndexAnalysis analysis(module);
  std::bitset<ir::max_tensors> follows;
  for (std::size_t i = 0; i < module.tensors.size(); ++i) follows[i] = module.tensors[i].is_output;
  for (const ir::Stmt& s : module.stmts) {
    if (ir::targets_memory(s) && !s.on_shared) follows[s.target] = false;
    if (s.kind != ir::StmtKind::store_tensor) continue;
    const bool own =
        module.pixels ? is_in_own_pixel(analysis, s.indices) : is_own_element(analysis, s.indices);
    if (!own) follows[s.target] = false;
  }
  return follows;
}

}  // namespace dala::kernel

#include "kernel/jit/inner_domain.hpp"

#include <algorithm>

#include "kernel/analysis/pixels.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel::jit {

namespace {

class Collector {
 public:
  Collector(const ir::Module& module, const IndexAnalysis& analysis,
            const ChannelSpecialisation& specialisation)
      : module_(module), analysis_(analysis), specialisation_(specialisation) {}

  BoundsConditions run() {
    ir::for_each_stmt(module_, module_.kernel.body, [&](ir::StmtId, const ir::Stmt& s) {
      ir::for_each_root(s, [&](ir::ExprId root) { expression(root); });
      const bool on_tensor =
          s.kind == ir::StmtKind::store_tensor || (s.kind == ir::StmtKind::atomic && !s.on_shared);
      if (on_tensor) access(s.target, s.indices, ir::Edge::zero);
    });
    return std::move(conditions_);
  }

 private:
  // Operands first, so that conditions are in the order in which the code needs them.
  void expression(ir::ExprId id) {
    const ir::Expr& e = module_.exprs[id];
    for (const ir::ExprId arg : e.args) expression(arg);
    if (e.kind == ir::ExprKind::load_tensor) access(e.index, e.args, e.edge);
  }

  void access(std::uint32_t tensor, const std::vector<ir::ExprId>& indices, ir::Edge edge) {
    const bool is_flat = indices.size() == 1;
    const bool by_pixels =
        is_in_pixels(module_, analysis_, specialisation_.tensor_channels, tensor, indices);
    for (std::uint32_t i = 0; i < indices.size(); ++i)
      if (const auto a = analysis_.affine(indices[i]); a && needs_bounds_condition(*a, edge))
        add({tensor, is_flat ? whole : i, a->base, a->multiplier,
             is_flat && by_pixels ? whole_pixels(a->rest) : a->rest});
    if (follows_row(analysis_, indices)) add(conditions_.same_channels, tensor);
    if (edge != ir::Edge::zero) add(conditions_.not_empty, tensor);
  }

  static void add(std::vector<std::uint32_t>& tensors, std::uint32_t tensor) {
    if (std::ranges::find(tensors, tensor) == tensors.end()) tensors.push_back(tensor);
  }

  void add(const BoundsCondition& made) {
    for (BoundsCondition& known : conditions_.inside) {
      if (known.tensor != made.tensor || known.axis != made.axis || known.base != made.base ||
          known.multiplier != made.multiplier)
        continue;
      known.rest = {std::min(known.rest.low, made.rest.low),
                    std::max(known.rest.high, made.rest.high)};
      return;
    }
    conditions_.inside.push_back(made);
  }

  const ir::Module& module_;
  const IndexAnalysis& analysis_;
  const ChannelSpecialisation& specialisation_;
  BoundsConditions conditions_;
};

}  // namespace

bool needs_bounds_condition(const Affine& index, ir::Edge edge) {
  return edge == ir::Edge::zero || (index.base != Base::y && index.base != Base::none);
}

bool follows_row(const IndexAnalysis& analysis, const std::vector<ir::ExprId>& indices) {
  if (indices.size() != 3) return false;
  const auto y = analysis.affine(indices[0]);
  const auto x = analysis.affine(indices[1]);
  const auto z = analysis.affine(indices[2]);
  return y && x && z && x->base == Base::x && x->multiplier == 1 && z->base == Base::z &&
         z->multiplier == 1 && z->rest.low == 0 && z->rest.high == 0;
}

BoundsConditions collect_bounds_conditions(const ir::Module& module, const IndexAnalysis& analysis,
                                           const ChannelSpecialisation& specialisation) {
  return Collector(module, analysis, specialisation).run();
}

}  // namespace dala::kernel::jit

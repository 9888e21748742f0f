#include "kernel/jit/masked_tail.hpp"

#include <algorithm>

#include "kernel/analysis/pixels.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/jit/codegen.hpp"
#include "kernel/jit/inner_domain.hpp"

namespace dala::kernel::jit {

namespace {

class Judge {
 public:
  Judge(const ir::Module& module, const IndexAnalysis& analysis,
        const ChannelSpecialisation& specialisation)
      : module_(module),
        analysis_(analysis),
        specialisation_(specialisation),
        of_loop_(module.kernel.locals.size()) {
    ir::for_each_stmt(module, module.kernel.body, [&](ir::StmtId, const ir::Stmt& s) {
      if (s.kind == ir::StmtKind::for_range) of_loop_[s.target] = true;
    });
  }

  [[nodiscard]] bool suits() const {
    return std::ranges::all_of(module_.exprs, [&](const ir::Expr& e) { return is_good(e); }) &&
           std::ranges::all_of(module_.stmts, [&](const ir::Stmt& s) { return is_good(s); });
  }

 private:
  [[nodiscard]] bool is_good(const ir::Expr& e) const {
    if (e.kind == ir::ExprKind::load_tensor) return is_along_row(e.index, e.args);
    if (e.kind == ir::ExprKind::math) return !is_inexact(e.math);
    if (e.kind != ir::ExprKind::binary) return true;
    const bool divides = ir::is_integer(e.type.scalar)
                             ? e.binary == ir::BinaryOp::div || e.binary == ir::BinaryOp::rem
                             : e.binary == ir::BinaryOp::rem;
    return !divides || (ir::is_integer(e.type.scalar) &&
                        module_.exprs[e.args[1]].kind == ir::ExprKind::constant);
  }

  [[nodiscard]] bool is_good(const ir::Stmt& s) const {
    if (s.kind == ir::StmtKind::store_tensor) return is_along_row(s.target, s.indices);
    return s.kind != ir::StmtKind::atomic;
  }

  // The same for all invocations.
  [[nodiscard]] bool is_of_loops(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    if (e.kind == ir::ExprKind::local) return of_loop_[e.index];
    const bool computes = e.kind == ir::ExprKind::constant || e.kind == ir::ExprKind::binary;
    return computes &&
           std::ranges::all_of(e.args, [&](ir::ExprId arg) { return is_of_loops(arg); });
  }

  [[nodiscard]] bool is_along_row(std::uint32_t tensor,
                                  const std::vector<ir::ExprId>& indices) const {
    bool moves = false;
    for (const ir::ExprId index : indices) {
      const auto a = analysis_.affine(index);
      if (!a || !std::ranges::all_of(
                    a->terms, [&](const Affine::Term& term) { return is_of_loops(term.expr); }))
        return false;
      moves = moves || (a->base != Base::none && a->base != Base::y);
    }
    if (!moves || follows_row(analysis_, indices)) return true;
    if (specialisation_.channels != 1) return false;
    const bool by_pixels =
        indices.size() == 3 &&
        is_in_pixels(module_, analysis_, specialisation_.tensor_channels, tensor, indices);
    const std::size_t axis = by_pixels ? 1 : indices.size() - 1;
    const auto along = analysis_.affine(indices[axis]);
    if (along->base != Base::x || along->multiplier != 1) return false;
    return std::ranges::count_if(indices, [&](ir::ExprId index) {
             const Base base = analysis_.affine(index)->base;
             return base != Base::none && base != Base::y;
           }) == 1;
  }

  const ir::Module& module_;
  const IndexAnalysis& analysis_;
  const ChannelSpecialisation& specialisation_;
  std::vector<bool> of_loop_;
};

}  // namespace

bool suits_masks(const ir::Module& module, const IndexAnalysis& analysis,
                 const ChannelSpecialisation& specialisation) {
  return granularity_of(module) == Granularity::rows && specialisation.channels != 0 &&
         Judge(module, analysis, specialisation).suits();
}

}  // namespace dala::kernel::jit

#include "kernel/jit/row_pairs.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "kernel/analysis/independent_accesses.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/jit/masked_tail.hpp"

namespace dala::kernel::jit {

namespace {

// Pairs pay where at least one load in so many is needed by the next row too.
constexpr std::int64_t least_shared = 4;
// With more operations than this for each load, loads are not what takes the time.
constexpr std::int64_t most_operations = 8;
// The expressions that both rows may have: more would take long to compile.
constexpr std::int64_t most_written = 3000;

class PairJudge {
 public:
  explicit PairJudge(const Codegen& codegen) : codegen_(codegen), module_(codegen.module) {}

  // Nothing but values and stores, one after the other.
  [[nodiscard]] bool is_straight(const std::vector<ir::StmtId>& body) const {
    return std::ranges::all_of(body, [&](ir::StmtId id) {
      const ir::Stmt& s = module_.stmts[id];
      switch (s.kind) {
        case ir::StmtKind::store:
        case ir::StmtKind::store_element:
          return true;
        case ir::StmtKind::store_tensor:
          return is_in_own_row(s);
        case ir::StmtKind::for_range:
          return unrolled_rounds(codegen_, s, true).has_value() && is_straight(s.body);
        case ir::StmtKind::store_shared:
        case ir::StmtKind::fill:
        case ir::StmtKind::atomic:
        case ir::StmtKind::branch:
        case ir::StmtKind::while_loop:
        case ir::StmtKind::break_:
        case ir::StmtKind::continue_:
        case ir::StmtKind::return_:
        case ir::StmtKind::subgroup:
        case ir::StmtKind::sync:
        case ir::StmtKind::tile:
        case ir::StmtKind::print:
          return false;
      }
      return false;
    });
  }

  // A call that only some invocations make is a branch, which keeps loads of the two rows apart.
  // And a flat index says nothing of the row it is in.
  [[nodiscard]] bool is_plain() const {
    bool plain = true;
    ir::for_each_expr_in(module_, module_.kernel.body, [&](ir::ExprId, const ir::Expr& e) {
      const bool decides =
          e.kind == ir::ExprKind::choose ||
          (e.kind == ir::ExprKind::binary &&
           (e.binary == ir::BinaryOp::logical_and || e.binary == ir::BinaryOp::logical_or));
      if (decides) plain = plain && !calls(e);
      if (e.kind != ir::ExprKind::load_tensor) return;
      for (const ir::ExprId index : e.args)
        plain = plain && codegen_.analysis.affine(index)->base != Base::flat;
    });
    return plain;
  }

  [[nodiscard]] bool shares_enough() {
    block(module_.kernel.body, 1);
    std::int64_t shared = 0;
    std::int64_t all = 0;
    for (const auto& [key, rows] : loads_)
      for (const auto& [row, count] : rows) {
        all += count;
        if (const auto next = rows.find(row + 1); next != rows.end())
          shared += std::min(count, next->second);
      }
    return shared * least_shared >= all && shared > 0 && operations_ <= all * most_operations;
  }

 private:
  // Two rows that wrote the same element would do so in another order.
  [[nodiscard]] bool is_in_own_row(const ir::Stmt& store) const {
    return std::ranges::any_of(store.indices, [&](ir::ExprId id) {
      const Affine index = *codegen_.analysis.affine(id);
      return index.base == Base::flat ||
             (index.base == Base::y && index.rest.low == 0 && index.rest.high == 0);
    });
  }

  // All of a load but its row.
  using Key = std::tuple<std::uint32_t, ir::Edge, std::vector<std::int64_t>>;

  [[nodiscard]] bool calls(const ir::Expr& e) const {
    return std::ranges::any_of(e.args, [&](ir::ExprId arg) {
      return module_.exprs[arg].kind == ir::ExprKind::call || calls(module_.exprs[arg]);
    });
  }

  // Indices are left out: what they take is the same for a whole row or a whole vector.
  void block(const std::vector<ir::StmtId>& body, std::int64_t times) {
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      if (s.kind == ir::StmtKind::for_range)
        block(s.body, product_of(times, rounds_of(module_, s)));
      else
        expression(s.value, times);
    }
  }

  void expression(ir::ExprId id, std::int64_t times) {
    const ir::Expr& e = module_.exprs[id];
    if (e.kind == ir::ExprKind::element) return;
    if (e.kind == ir::ExprKind::load_tensor) return note(e, times);
    if (!e.args.empty()) operations_ += times;
    if (e.kind == ir::ExprKind::call)
      operations_ += product_of(times, codegen_.helper_sizes[e.index]);
    for (const ir::ExprId arg : e.args) expression(arg, times);
  }

  void note(const ir::Expr& e, std::int64_t times) {
    Key key = {e.index, e.edge, {}};
    Interval rows;
    bool moves = false;
    for (const ir::ExprId id : e.args) {
      const Affine index = *codegen_.analysis.affine(id);
      if (index.base == Base::y && index.multiplier == 1 && !moves) {
        moves = true;
        rows = index.rest;
        continue;
      }
      for (const std::int64_t part : {static_cast<std::int64_t>(index.base), index.multiplier,
                                      index.rest.low, index.rest.high})
        std::get<2>(key).push_back(part);
    }
    if (!moves) return;  // the same for both rows, or far apart
    const std::int64_t count = rows.high - rows.low + 1;
    if (count > most_written) return;
    for (std::int64_t row = rows.low; row <= rows.high; ++row)
      loads_[key][row] = std::max({loads_[key][row], std::int64_t{1}, times / count});
  }

  const Codegen& codegen_;
  const ir::Module& module_;
  std::int64_t operations_ = 0;
  std::map<Key, std::map<std::int64_t, std::int64_t>> loads_;  // how often, by row
};

}  // namespace

bool pays_in_pairs(const Codegen& codegen) {
  const ir::Module& module = codegen.module;
  if (!codegen.target.has_masks || codegen.wide_lanes != 0 ||
      !suits_masks(module, codegen.analysis, codegen.specialisation) ||
      !accesses_are_apart(module, codegen.analysis) ||
      2 * written_size(codegen, module.kernel.body) > most_written)
    return false;
  PairJudge judge(codegen);
  return judge.is_straight(module.kernel.body) && judge.is_plain() && judge.shares_enough();
}

}  // namespace dala::kernel::jit

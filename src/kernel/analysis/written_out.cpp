#include "kernel/analysis/written_out.hpp"

#include <algorithm>
#include <vector>

#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

constexpr std::int64_t enough = 4 * max_written_out;

void add(WrittenOut& to, const WrittenOut& more) {
  to.expressions = std::min(enough, to.expressions + more.expressions);
  to.functions = std::min(enough, to.functions + more.functions);
  to.branches = std::min(enough, to.branches + more.branches);
  to.loops = std::min(enough, to.loops + more.loops);
}

class Counter {
 public:
  explicit Counter(const ir::Module& module) : module_(module) {
    // Callees come before callers.
    for (const ir::Function& f : module.functions) functions_.push_back(block(f.body));
  }

  [[nodiscard]] WrittenOut block(const std::vector<ir::StmtId>& body) const {
    WrittenOut sum;
    ir::for_each_stmt(module_, body, [&](ir::StmtId, const ir::Stmt& s) {
      add(sum, {.expressions = 1 + of_tiles(s),
                .branches = s.kind == ir::StmtKind::branch ? 1 : 0,
                .loops = ir::is_loop(s) ? 1 : 0});
    });
    ir::for_each_expr_in(module_, body, [&](ir::ExprId, const ir::Expr& e) {
      add(sum,
          e.kind == ir::ExprKind::call
              ? functions_[e.index]
              : WrittenOut{.expressions = 1, .functions = e.kind == ir::ExprKind::math ? 1 : 0});
    });
    return sum;
  }

 private:
  // An estimate of the expressions that a tile statement becomes: some for each element that a unit
  // holds.
  [[nodiscard]] std::int64_t of_tiles(const ir::Stmt& s) const {
    constexpr std::int64_t of_element = 16;
    std::int64_t elements = 0;
    for (const std::uint32_t tile : s.tiles)
      if (tile != ir::none) elements += module_.tiles[tile].elements() / ir::subgroup_units;
    return elements * of_element;
  }

  const ir::Module& module_;
  std::vector<WrittenOut> functions_;
};

}  // namespace

WrittenOut written_out(const ir::Module& module) {
  return Counter(module).block(module.kernel.body);
}

}  // namespace dala::kernel

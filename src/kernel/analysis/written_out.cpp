#include "kernel/analysis/written_out.hpp"

#include <algorithm>
#include <vector>

namespace dala::kernel {

namespace {

constexpr std::int64_t enough = 4 * max_written_out;

void add(WrittenOut& to, const WrittenOut& more) {
  to.expressions = std::min(enough, to.expressions + more.expressions);
  to.functions = std::min(enough, to.functions + more.functions);
  to.branches = std::min(enough, to.branches + more.branches);
  to.loops = std::min(enough, to.loops + more.loops);
}

bool is_loop(const ir::Stmt& s) {
  return s.kind == ir::StmtKind::for_range || s.kind == ir::StmtKind::while_loop;
}

class Counter {
 public:
  explicit Counter(const ir::Module& module) : module_(module) {
    // Callees come before callers.
    for (const ir::Function& f : module.functions) functions_.push_back(block(f.body));
  }

  [[nodiscard]] WrittenOut block(const std::vector<ir::StmtId>& body) const {
    WrittenOut sum;
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      add(sum, {.expressions = 1,
                .branches = s.kind == ir::StmtKind::branch ? 1 : 0,
                .loops = is_loop(s) ? 1 : 0});
      for (const ir::ExprId index : s.indices) add(sum, expression(index));
      if (s.value != ir::none) add(sum, expression(s.value));
      if (s.end != ir::none) add(sum, expression(s.end));
      add(sum, block(s.body));
      add(sum, block(s.other));
    }
    return sum;
  }

 private:
  [[nodiscard]] WrittenOut expression(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    WrittenOut sum{.expressions = 1, .functions = e.kind == ir::ExprKind::math ? 1 : 0};
    if (e.kind == ir::ExprKind::call) sum = functions_[e.index];
    for (const ir::ExprId arg : e.args) add(sum, expression(arg));
    return sum;
  }

  const ir::Module& module_;
  std::vector<WrittenOut> functions_;
};

}  // namespace

WrittenOut written_out(const ir::Module& module) {
  return Counter(module).block(module.kernel.body);
}

}  // namespace dala::kernel

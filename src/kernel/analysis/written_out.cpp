#include "kernel/analysis/written_out.hpp"

#include <algorithm>
#include <vector>

namespace dala::kernel {

namespace {

constexpr std::int64_t enough = 4 * max_written_out;

class Counter {
 public:
  explicit Counter(const ir::Module& module) : module_(module) {
    // Callees come before callers.
    for (const ir::Function& f : module.functions) functions_.push_back(block(f.body));
  }

  [[nodiscard]] std::int64_t block(const std::vector<ir::StmtId>& body) const {
    std::int64_t sum = 0;
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      for (const ir::ExprId index : s.indices) sum += expression(index);
      if (s.value != ir::none) sum += expression(s.value);
      if (s.end != ir::none) sum += expression(s.end);
      sum = std::min(enough, sum + 1 + block(s.body) + block(s.other));
    }
    return sum;
  }

 private:
  [[nodiscard]] std::int64_t expression(ir::ExprId id) const {
    const ir::Expr& e = module_.exprs[id];
    std::int64_t sum = e.kind == ir::ExprKind::call ? functions_[e.index] : 1;
    for (const ir::ExprId arg : e.args) sum += expression(arg);
    return std::min(enough, sum);
  }

  const ir::Module& module_;
  std::vector<std::int64_t> functions_;
};

}  // namespace

std::int64_t written_out_size(const ir::Module& module) {
  return Counter(module).block(module.kernel.body);
}

}  // namespace dala::kernel

#include "kernel/analysis/cost.hpp"

#include <algorithm>
#include <vector>

#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

// Relative to an addition, in vector code.
constexpr std::int64_t of_division = 16;
constexpr std::int64_t of_square_root = 24;
constexpr std::int64_t of_library_function = 60;

std::int64_t times(std::int64_t a, std::int64_t b) { return ir::capped_product(a, b, too_costly); }

class Visitor {
 public:
  Visitor(const ir::Module& module, const ExprVisitor& visit) : module_(module), visit_(visit) {}

  void block(const std::vector<ir::StmtId>& body, std::int64_t count) {
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      const bool is_while = s.kind == ir::StmtKind::while_loop;
      const std::int64_t rounds =
          ir::is_loop(s) ? ir::fixed_rounds(module_, s).value_or(too_costly) : 1;
      const std::int64_t inside = times(count, std::min(too_costly, rounds));
      ir::for_each_root(s, [&](ir::ExprId root) {
        ir::for_each_expr(module_, root, [&](ir::ExprId, const ir::Expr& e) {
          visit_(e, is_while ? inside : count);
        });
      });
      block(s.body, inside);
      block(s.other, inside);
    }
  }

 private:
  const ir::Module& module_;
  const ExprVisitor& visit_;
};

std::int64_t cost_of_math(ir::MathOp op) {
  using enum ir::MathOp;
  switch (op) {
    case min:
    case max:
    case abs:
    case floor:
    case ceil:
    case trunc:
    case fma:
    case select:
    case step:
    case to_bits:
    case from_bits:
      return 1;
    case clamp:
    case sign:
    case mix:
    case round:
    case fract:
    case popcount:
    case leading_zeros:
    case trailing_zeros:
    case mul_hi:
      return 3;
    case dot:
      return 8;
    case smoothstep:
      return 8 + of_division;
    case sqrt:
    case length:
      return of_square_root;
    case rsqrt:
    case normalize:
      return of_square_root + of_division;
    default:
      return of_library_function;
  }
}

// `functions` are the costs of those that the statements call.
std::int64_t cost_of_body(const ir::Module& module, const std::vector<ir::StmtId>& body,
                          const std::vector<std::int64_t>& functions) {
  std::int64_t sum = 0;
  visit_exprs(module, body, [&](const ir::Expr& e, std::int64_t count) {
    std::int64_t own = 0;
    switch (e.kind) {
      case ir::ExprKind::binary:
        own = e.binary == ir::BinaryOp::div || e.binary == ir::BinaryOp::rem ? of_division : 1;
        break;
      case ir::ExprKind::unary:
      case ir::ExprKind::cast:
      case ir::ExprKind::choose:
      case ir::ExprKind::element:
        own = 1;
        break;
      case ir::ExprKind::math:
        own = cost_of_math(e.math);
        break;
      case ir::ExprKind::call:
        own = functions[e.index];
        break;
      default:
        break;
    }
    sum = std::min(too_costly, sum + times(count, times(own, e.type.lanes)));
  });
  return sum;
}

}  // namespace

void visit_exprs(const ir::Module& module, const std::vector<ir::StmtId>& body,
                 const ExprVisitor& visit) {
  Visitor(module, visit).block(body, 1);
}

std::int64_t cost_of_kernel(const ir::Module& module) {
  // Each function once, callees first: calls within calls are as many as a power of their depth.
  std::vector<std::int64_t> functions;
  for (const ir::Function& f : module.functions)
    functions.push_back(cost_of_body(module, f.body, functions));
  return cost_of_body(module, module.kernel.body, functions);
}

double cost_with_loads(const ir::Module& module, double load) {
  double loads = 0;
  visit_exprs(module, module.kernel.body, [&](const ir::Expr& e, std::int64_t times) {
    if (e.kind == ir::ExprKind::load_tensor) loads += static_cast<double>(times);
  });
  return static_cast<double>(cost_of_kernel(module)) + loads * load;
}

}  // namespace dala::kernel

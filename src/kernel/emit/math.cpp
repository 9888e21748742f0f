// Maths functions that the target has; formulas are functions of the module by now.
#include "kernel/emit/c_printer.hpp"

namespace dala::kernel {

using ir::MathOp;

ExpressionText CPrinter::math(const ir::Expr& e) {
  const std::vector<ExpressionText> args = expression_texts(e.args);
  switch (e.math) {
    case MathOp::select:
      return choose(args[0], args[1], args[2]);
    case MathOp::to_bits:
    case MathOp::from_bits:
      return same_bits(module_.exprs[e.args[0]].type.scalar, args[0]);
    case MathOp::popcount:
    case MathOp::leading_zeros:
    case MathOp::trailing_zeros:
      return count_bits(e.math, e.type.scalar, args[0]);
    default:
      return real_math(e.math, e.type.scalar, args);
  }
}

}  // namespace dala::kernel

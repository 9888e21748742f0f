// Casts with Rust's meaning for targets that leave open what does not fit: the ends of the type,
// and 0 for NaN.
#include <cmath>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::Scalar;

// 2^n is exact as a float, the largest value not.
std::uint32_t saturating_cast(Runtime& runtime, Scalar from, Scalar to) {
  const std::string name =
      format("dala_{}_from_{}", to_string(ir::Type{to}), to_string(ir::Type{from}));
  return runtime.make(name, {{from}}, {to}, [&](ir::Builder& b) {
    const unsigned width = ir::bits_of(to);
    const double above = std::ldexp(1.0, static_cast<int>(ir::is_unsigned(to) ? width : width - 1));
    const double below = ir::is_unsigned(to) ? 0.0 : -above;
    const auto end = [&](double value) {
      return b.constant(to, ir::cast(Scalar::f64, to, ir::bits_from(value)));
    };
    const auto gives = [&](ir::ExprId condition, ir::ExprId value) {
      b.branch(condition, b.nested([&] { b.return_value(value); }));
    };
    const auto real = [&](double value) { return b.constant(from, ir::real_bits(from, value)); };
    gives(b.binary(BinaryOp::not_equal, b.local(0), b.local(0)), b.whole(0, to));
    gives(b.binary(BinaryOp::greater_equal, b.local(0), real(above)), end(above));
    gives(b.binary(BinaryOp::less_equal, b.local(0), real(below)), end(below));
    b.return_value(b.cast(b.local(0), {to}));
  });
}

}  // namespace

void legalize_casts(ir::Module& module, const TargetInfo& target) {
  Runtime runtime(module);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr& e = module.exprs[id];
    if (e.kind != ir::ExprKind::cast || !e.type.is_scalar()) continue;
    const Scalar from = module.exprs[e.args[0]].type.scalar;
    const Scalar to = e.type.scalar;
    if (ir::is_float(from) && ir::is_integer(to))
      runtime.call(id, saturating_cast(runtime, from, to));
    else if (!target.rounds_integers && to == Scalar::f32 && ir::is_integer(from) &&
             ir::bits_of(from) == 32)
      runtime.call(id, runtime.function("rounding", "dala_f32_from", from));
  }
}

}  // namespace dala::kernel

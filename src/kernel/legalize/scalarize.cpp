// Operations on vectors that the target has for scalars only become functions that do them lane by
// lane.
#include <array>

#include "core/format.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

namespace {

using ir::ExprKind;

bool is_legal(const ir::Expr& e, ir::Type operand, const TargetInfo& target) {
  switch (e.kind) {
    case ExprKind::unary:
      return target.vector_unary(e.unary, operand);
    case ExprKind::binary:
      return target.vector_binary(e.binary, operand);
    case ExprKind::math: {
      using enum ir::MathOp;
      const bool is_of_vectors =
          e.math == select || e.math == dot || e.math == length || e.math == normalize;
      if (e.math == sqrt && !target.rounds_to_nearest) return false;
      return is_of_vectors || target.vector_math(e.math, operand);
    }
    case ExprKind::cast:
      return e.type == operand || target.vector_cast(operand.scalar, e.type.scalar);
    case ExprKind::constant:
    case ExprKind::local:
    case ExprKind::element:
    case ExprKind::load_tensor:
    case ExprKind::load_shared:
    case ExprKind::param:
    case ExprKind::position:
    case ExprKind::query:
    case ExprKind::call:
    case ExprKind::construct:
    case ExprKind::swizzle:
    case ExprKind::choose:
    case ExprKind::launch:
      break;
  }
  return true;
}

std::string name_of(const ir::Expr& e, ir::Type operand) {
  constexpr std::array<std::string_view, 10> binaries = {"add", "sub", "mul", "div", "rem",
                                                         "and", "or",  "xor", "shl", "shr"};
  switch (e.kind) {
    case ExprKind::unary:
      return format("dala_{}_{}", e.unary == ir::UnaryOp::negate ? "neg" : "not",
                    to_string(operand));
    case ExprKind::binary:
      return format("dala_{}_{}", binaries[static_cast<std::size_t>(e.binary)], to_string(operand));
    case ExprKind::cast:
      return format("dala_{}_from_{}", to_string(e.type), to_string(operand));
    default:
      return format("dala_{}_{}", to_string(e.math), to_string(operand));
  }
}

}  // namespace

void legalize_scalarize(ir::Module& module, const TargetInfo& target) {
  Runtime runtime(module);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr e = module.exprs[id];
    if (e.args.empty()) continue;
    const ir::Type operand = module.exprs[e.args[0]].type;
    if (!operand.is_vector() || is_legal(e, operand, target)) continue;
    const std::vector<ir::Type> arguments(e.args.size(), operand);
    runtime.call(id, runtime.make(name_of(e, operand), arguments, e.type, [&](ir::Builder& b) {
      ir::Expr all{.kind = ExprKind::construct, .type = e.type};
      for (std::uint8_t lane = 0; lane < operand.lanes; ++lane) {
        ir::Expr one = e;
        one.type = e.type.lane();
        for (std::uint32_t i = 0; i < e.args.size(); ++i) one.args[i] = b.lane(b.local(i), lane);
        all.args.push_back(b.add(std::move(one)));
      }
      b.return_value(b.add(std::move(all)));
    }));
  }
}

}  // namespace dala::kernel

// f16 and bf16 become the integers of their bits for targets that cannot hold them: after the pass
// before, all that is done with them is to convert them from f32 and to it, and that becomes calls.
#include <string>
#include <utility>
#include <vector>

#include "core/format.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

namespace {

using ir::ExprKind;
using ir::MathOp;
using ir::Scalar;

void hold_bits(Scalar& scalar) {
  if (ir::is_small_float(scalar)) scalar = ir::bits_type({scalar}).scalar;
}

std::string name_of(Scalar to, Scalar from) {
  return format("dala_{}_from_{}", to_string(ir::Type{to}), to_string(ir::Type{from}));
}

}  // namespace

void legalize_float_bits(ir::Module& module, const TargetInfo&) {
  const auto operand_of = [&](const ir::Expr& e) { return module.exprs[e.args[0]].type.scalar; };
  const std::size_t count = module.exprs.size();
  std::vector<std::string> conversions(count);  // by expression: the function that it becomes
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr& e = module.exprs[id];
    if (e.kind == ExprKind::cast && operand_of(e) != e.type.scalar &&
        (ir::is_small_float(operand_of(e)) || ir::is_small_float(e.type.scalar)))
      conversions[id] = name_of(e.type.scalar, operand_of(e));
  }
  // What reads the bits or makes a float of them is its operand.
  const auto passes_on = [&](const ir::Expr& e) {
    return e.kind == ExprKind::math && (e.math == MathOp::to_bits || e.math == MathOp::from_bits) &&
           (ir::is_small_float(operand_of(e)) || ir::is_small_float(e.type.scalar));
  };
  for (ir::ExprId id = 0; id < count; ++id)
    while (passes_on(module.exprs[id])) {
      const ir::ExprId operand = module.exprs[id].args[0];
      ir::Expr same = module.exprs[operand];
      module.exprs[id] = std::move(same);
      conversions[id] = conversions[operand];
    }
  for (ir::Expr& e : module.exprs) hold_bits(e.type.scalar);
  for (ir::Tensor& t : module.tensors) hold_bits(t.scalar);
  for (ir::Param& p : module.params) hold_bits(p.scalar);
  for (ir::Shared& s : module.shared) hold_bits(s.type.scalar);
  const auto in_function = [](ir::Function& f) {
    hold_bits(f.result.scalar);
    for (ir::Local& local : f.locals) hold_bits(local.type.scalar);
  };
  for (ir::Function& f : module.functions) in_function(f);
  in_function(module.kernel);
  Runtime runtime(module);
  for (ir::ExprId id = 0; id < count; ++id)
    if (!conversions[id].empty())
      runtime.call(id, runtime.function("small_floats", conversions[id]));
}

}  // namespace dala::kernel

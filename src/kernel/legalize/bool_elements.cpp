// Tensors of bool become tensors of bytes, which can hold anything: every byte but 0 is true, and
// what is written is 0 or 1.
#include <utility>
#include <vector>

#include "kernel/ir/builder.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

void legalize_bool_elements(ir::Module& module, const TargetInfo&) {
  std::vector<bool> changed;
  for (ir::Tensor& t : module.tensors) {
    changed.push_back(t.scalar == ir::Scalar::boolean);
    if (changed.back()) t.scalar = ir::Scalar::u8;
  }
  ir::Builder b(module, module.kernel);
  const std::size_t count = module.exprs.size();
  for (ir::ExprId id = 0; id < count; ++id) {
    const ir::Expr e = module.exprs[id];
    if (e.kind != ir::ExprKind::load_tensor || !changed[e.index]) continue;
    ir::Expr byte = e;
    byte.type = {ir::Scalar::u8};
    const ir::ExprId loaded = b.add(std::move(byte));
    module.exprs[id] = {.kind = ir::ExprKind::binary,
                        .type = ir::bool_type,
                        .binary = ir::BinaryOp::not_equal,
                        .args = {loaded, b.whole(0, ir::Scalar::u8)}};
  }
  for (ir::Stmt& s : module.stmts)
    if (s.kind == ir::StmtKind::store_tensor && changed[s.target])
      s.value = b.cast(s.value, {ir::Scalar::u8});
}

}  // namespace dala::kernel

// Atomics of floats, for targets that have them for integers alone. The memory holds the floats'
// bits as integers. An addition is a compare-and-swap loop: it repeats until no other invocation
// has changed the element in between.
#include <set>
#include <vector>

#include "kernel/ir/walk.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/statements.hpp"

namespace dala::kernel {

namespace {

using ir::AtomicOp;
using ir::Edge;
using ir::ExprId;
using ir::ExprKind;
using ir::MathOp;
using ir::StmtKind;

class FloatAtomics {
 public:
  FloatAtomics(ir::Module& module, const TargetInfo& target)
      : module_(module), target_(target), b_(module, module.kernel) {}

  void run() {
    find();
    if (tensors_.empty() && shared_.empty()) return;
    for (const std::uint32_t tensor : tensors_) module_.tensors[tensor].in_words = true;
    for (const std::uint32_t array : shared_) module_.shared[array].type.scalar = ir::Scalar::u32;
    for (const ir::Function& f : module_.functions) loads_in(f.body);
    loads_in(module_.kernel.body);
    change_statements(b_, module_.kernel.body, [&](ir::StmtId id) {
      const ir::Stmt s = module_.stmts[id];
      if (s.kind == StmtKind::atomic && (s.on_shared ? shared_ : tensors_).contains(s.target))
        return s.atomic == AtomicOp::add_ ? add(s) : exchange(s);
      const bool stores = (s.kind == StmtKind::store_tensor && tensors_.contains(s.target)) ||
                          (s.kind == StmtKind::store_shared && shared_.contains(s.target));
      if (stores) {
        const ExprId bits = b_.math(MathOp::to_bits, {s.value});
        module_.stmts[id].value = bits;
      }
      b_.append(id);
    });
  }

 private:
  void find() {
    ir::for_each_stmt(module_, module_.kernel.body, [&](ir::StmtId, const ir::Stmt& s) {
      if (s.kind == StmtKind::atomic && ir::is_float(b_.type_of(s.value).scalar) &&
          !target_.has_float_atomic(s.atomic, s.on_shared))
        (s.on_shared ? shared_ : tensors_).insert(s.target);
    });
  }

  void loads_in(const std::vector<ir::StmtId>& body) {
    std::vector<ExprId> loads;
    ir::for_each_expr_in(module_, body, [&](ExprId id, const ir::Expr& e) {
      if ((e.kind == ExprKind::load_tensor && tensors_.contains(e.index)) ||
          (e.kind == ExprKind::load_shared && shared_.contains(e.index)))
        loads.push_back(id);
    });
    for (const ExprId id : loads) {
      ir::Expr bits = module_.exprs[id];
      bits.type = ir::bits_type(bits.type);
      const ExprId value = b_.math(MathOp::from_bits, {b_.add(std::move(bits))});
      module_.exprs[id] = ir::Expr(module_.exprs[value]);
    }
  }

  // `expected` where there is something to compare with. Gives the local with what was there.
  std::uint32_t swap(const ir::Stmt& s, ExprId bits, ExprId expected = ir::none,
                     std::uint32_t old = ir::none) {
    if (old == ir::none) old = b_.new_local(ir::u32_type);
    ir::Stmt made = s;
    made.atomic = expected == ir::none ? AtomicOp::exchange_ : AtomicOp::compare_exchange_;
    made.indices = {b_.copy(s.indices[0])};
    made.value = bits;
    made.end = expected;
    made.result = old;
    b_.add(std::move(made));
    return old;
  }

  void give(const ir::Stmt& s, std::uint32_t old) {
    if (s.result != ir::none) b_.store(s.result, b_.math(MathOp::from_bits, {b_.local(old)}));
  }

  void exchange(const ir::Stmt& s) { give(s, swap(s, b_.math(MathOp::to_bits, {s.value}))); }

  void add(const ir::Stmt& given) {
    ir::Stmt s = given;
    s.indices = {b_.leaf(s.indices[0])};
    const ExprId value = b_.leaf(s.value);
    const std::uint32_t old = b_.new_local(ir::u32_type);
    const std::uint32_t seen = b_.new_local(ir::u32_type);
    b_.store(old, b_.add({.kind = s.on_shared ? ExprKind::load_shared : ExprKind::load_tensor,
                          .type = ir::u32_type,
                          .edge = Edge::inside,
                          .index = s.target,
                          .args = {b_.copy(s.indices[0])}}));
    b_.while_loop(b_.constant(ir::Scalar::boolean, 1), b_.nested([&] {
      b_.store(seen, b_.local(old));
      const ExprId sum =
          b_.binary(ir::BinaryOp::add, b_.math(MathOp::from_bits, {b_.local(seen)}), value);
      swap(s, b_.math(MathOp::to_bits, {sum}), b_.local(seen), old);
      b_.branch(b_.binary(ir::BinaryOp::equal, b_.local(old), b_.local(seen)),
                b_.nested([&] { b_.add(ir::Stmt{.kind = StmtKind::break_}); }));
    }));
    give(s, old);
  }

  ir::Module& module_;
  const TargetInfo& target_;
  ir::Builder b_;
  std::set<std::uint32_t> tensors_;  // that hold bits
  std::set<std::uint32_t> shared_;
};

}  // namespace

void legalize_float_atomics(ir::Module& module, const TargetInfo& target) {
  FloatAtomics(module, target).run();
}

}  // namespace dala::kernel

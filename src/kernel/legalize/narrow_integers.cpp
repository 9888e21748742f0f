// Integers of fewer than 32 bits are computed in 32: no language that texts are written in has
// arithmetic of its own for them. Values keep the numbers they had, so what may leave the range of
// the narrow type is brought back to it. Memory keeps its type: what is loaded is cast, and what is
// stored.
#include <utility>
#include <vector>

#include "kernel/ir/builder.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::ExprId;
using ir::ExprKind;
using ir::MathOp;
using ir::Scalar;

Scalar held_in(Scalar scalar) {
  return ir::is_narrow(scalar) ? ir::info_of(scalar).compute : scalar;
}

// Whether every value of an integer, a float that was brought to the range, or a bool fits.
bool holds_all(Scalar to, Scalar from) {
  if (!ir::is_integer(from)) return true;
  if (ir::is_signed(from) == ir::is_signed(to)) return ir::bits_of(from) <= ir::bits_of(to);
  return !ir::is_signed(from) && ir::bits_of(from) < ir::bits_of(to);
}

class NarrowIntegers {
 public:
  explicit NarrowIntegers(ir::Module& module) : module_(module), b_(module, module.kernel) {
    for (const ir::Expr& e : module.exprs) was_.push_back(e.type.scalar);
  }

  void run() {
    for (ExprId id = 0; id < was_.size(); ++id) widen(id);
    for (ir::Function& f : module_.functions) signature(f);
    signature(module_.kernel);
  }

 private:
  void widen(ExprId id) {
    const ir::Expr e = module_.exprs[id];
    if (e.kind == ExprKind::math && ir::is_narrow(was_[id]) && counts_bits(e.math))
      return count_bits(id, e);
    module_.exprs[id].type.scalar = held_in(was_[id]);
    if (!ir::is_narrow(was_[id])) return;
    if (reads_memory(e.kind))
      becomes_cast(id, b_.add(e));
    else if (leaves_range(e))
      bring_back(id);
  }

  static bool reads_memory(ExprKind kind) {
    return kind == ExprKind::load_tensor || kind == ExprKind::load_shared ||
           kind == ExprKind::element || kind == ExprKind::param;
  }

  [[nodiscard]] bool leaves_range(const ir::Expr& e) const {
    switch (e.kind) {
      case ExprKind::unary:
        return e.unary == ir::UnaryOp::negate || ir::is_unsigned(e.type.scalar);
      case ExprKind::binary:
        return e.binary == BinaryOp::add || e.binary == BinaryOp::sub ||
               e.binary == BinaryOp::mul || e.binary == BinaryOp::shl;
      case ExprKind::cast:
        return !holds_all(e.type.scalar, was_[e.args[0]]);
      case ExprKind::math:
        return e.math == MathOp::abs;
      default:
        return false;
    }
  }

  void becomes_cast(ExprId id, ExprId of) {
    const ir::Type type{held_in(was_[id])};
    module_.exprs[id] = {.kind = ExprKind::cast, .type = type, .args = {of}};
  }

  // The low bits alone, with zeros above them or the sign.
  void bring_back(ExprId id) {
    const Scalar held = held_in(was_[id]);
    const unsigned bits = ir::bits_of(was_[id]);
    const ExprId value = b_.add(module_.exprs[id]);
    ExprId back = ir::none;
    if (ir::is_unsigned(held)) {
      back = b_.binary(BinaryOp::bit_and, value, b_.whole(mask(bits), held));
    } else {
      const auto above = [&] { return b_.whole(32 - bits, held); };
      back = b_.binary(BinaryOp::shr, b_.binary(BinaryOp::shl, value, above()), above());
    }
    module_.exprs[id] = ir::Expr(module_.exprs[back]);
  }

  static std::int64_t mask(unsigned bits) { return (std::int64_t{1} << bits) - 1; }

  static bool counts_bits(MathOp op) {
    return op == MathOp::popcount || op == MathOp::leading_zeros || op == MathOp::trailing_zeros;
  }

  // Of the narrow bits, without the sign above them; behind the last one stands a 1, so that
  // counting zeros from below ends there.
  void count_bits(ExprId id, const ir::Expr& e) {
    const unsigned bits = ir::bits_of(was_[id]);
    const auto word = [&](std::int64_t value) { return b_.whole(value, Scalar::u32); };
    ExprId own = e.args[0];
    if (ir::is_signed(was_[id]))
      own = b_.binary(BinaryOp::bit_and,
                      b_.add({.kind = ExprKind::cast, .type = ir::u32_type, .args = {e.args[0]}}),
                      word(mask(bits)));
    if (e.math == MathOp::trailing_zeros)
      own = b_.add({.kind = ExprKind::binary,
                    .type = ir::u32_type,
                    .binary = BinaryOp::bit_or,
                    .args = {own, word(std::int64_t{1} << bits)}});
    ExprId count =
        b_.add({.kind = ExprKind::math, .type = ir::u32_type, .math = e.math, .args = {own}});
    if (e.math == MathOp::leading_zeros) count = b_.binary(BinaryOp::sub, count, word(32 - bits));
    becomes_cast(id, count);
  }

  void signature(ir::Function& f) {
    f.result.scalar = held_in(f.result.scalar);
    // Before locals are other types: what is stored in arrays asks for theirs.
    std::vector<std::pair<ir::StmtId, Scalar>> stores;
    ir::for_each_stmt(module_, f.body, [&](ir::StmtId id, const ir::Stmt& s) {
      const Scalar memory = memory_of(f, s);
      if (ir::is_narrow(memory) && ir::is_narrow(was_[s.value])) stores.emplace_back(id, memory);
    });
    for (const auto& [id, memory] : stores)
      module_.stmts[id].value = b_.cast(module_.stmts[id].value, {memory});
    for (ir::Local& local : f.locals)
      if (!local.type.is_array()) local.type.scalar = held_in(local.type.scalar);
  }

  // The type of the memory that is written; of a word of a tensor, what it is made of.
  [[nodiscard]] Scalar memory_of(const ir::Function& f, const ir::Stmt& s) const {
    switch (s.kind) {
      case ir::StmtKind::store_tensor:
        return module_.tensors[s.target].scalar;
      case ir::StmtKind::store_shared:
        return module_.shared[s.target].type.scalar;
      case ir::StmtKind::store_element:
      case ir::StmtKind::fill:
        return f.locals[s.target].type.scalar;
      default:
        return Scalar::none;
    }
  }

  ir::Module& module_;
  ir::Builder b_;
  std::vector<Scalar> was_;  // by expression of the module as it came
};

}  // namespace

void legalize_narrow_integers(ir::Module& module, const TargetInfo&) {
  NarrowIntegers(module).run();
}

}  // namespace dala::kernel

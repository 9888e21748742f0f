// Tensors of types that memory cannot have elements of become words. An element is read by a shift;
// its neighbours in the word belong to other invocations, so it is written by atomics.
#include <bit>
#include <vector>

#include "core/format.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"
#include "kernel/legalize/statements.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::Edge;
using ir::ExprId;

class Packing {
 public:
  Packing(ir::Module& module, std::vector<bool> packed)
      : module_(module), packed_(std::move(packed)), b_(module, module.kernel) {}

  void run() {
    for (std::size_t i = 0; i < packed_.size(); ++i)
      if (packed_[i]) module_.tensors[i].in_words = true;
    for (ir::Function& f : module_.functions) loads_in(f);
    loads_in(module_.kernel);
    change_statements(b_, module_.kernel.body, [&](ir::StmtId id) {
      const ir::Stmt s = module_.stmts[id];
      const bool is_element = s.kind == ir::StmtKind::store_tensor && packed_[s.target] &&
                              !ir::is_word(module_.tensors[s.target], b_.type_of(s.value));
      is_element ? store(s) : b_.append(id);
    });
  }

 private:
  // Elements of a word, and bits of an element, both as powers of two.
  [[nodiscard]] int elements(std::uint32_t tensor) const {
    return std::countr_zero(32 / ir::bits_of(module_.tensors[tensor].scalar));
  }
  [[nodiscard]] int bits(std::uint32_t tensor) const {
    return std::countr_zero(ir::bits_of(module_.tensors[tensor].scalar));
  }

  [[nodiscard]] ExprId word_of(ir::Builder& b, std::uint32_t tensor, ExprId at) const {
    return b.binary(BinaryOp::shr, at, b.whole(elements(tensor), b.type_of(at).scalar));
  }
  // How many bits of the word lie before an element.
  [[nodiscard]] ExprId shift_of(ir::Builder& b, std::uint32_t tensor, ExprId at) const {
    const std::int64_t last = (std::int64_t{1} << elements(tensor)) - 1;
    const ExprId in_word = b.binary(BinaryOp::bit_and, at, b.whole(last, b.type_of(at).scalar));
    return b.binary(BinaryOp::shl, b.cast(in_word, ir::u32_type),
                    b.whole(bits(tensor), ir::Scalar::u32));
  }

  void loads_in(ir::Function& function) {
    std::vector<ExprId> loads;
    ir::for_each_expr_in(module_, function.body, [&](ExprId id, const ir::Expr& e) {
      if (e.kind == ir::ExprKind::load_tensor && packed_[e.index] &&
          !ir::is_word(module_.tensors[e.index], e.type))
        loads.push_back(id);
    });
    ir::Builder b(module_, function);
    for (const ExprId id : loads) {
      const ir::Expr e = module_.exprs[id];
      const ExprId word =
          b.load_word(e.index, word_of(b, e.index, b.copy(e.args[0])), Edge::inside);
      const ExprId element = b.binary(BinaryOp::shr, word, shift_of(b, e.index, e.args[0]));
      module_.exprs[id] = {.kind = ir::ExprKind::cast, .type = e.type, .args = {element}};
    }
  }

  void store(const ir::Stmt& s) {
    const ExprId at = b_.leaf(s.indices[0]);
    const ExprId value = b_.leaf(s.value);
    const ExprId shift = b_.leaf(shift_of(b_, s.target, b_.copy(at)));
    const std::int64_t ones = (std::int64_t{1} << ir::bits_of(b_.type_of(value).scalar)) - 1;
    const auto shifted = [&](ExprId element) {
      return b_.binary(BinaryOp::shl, element, b_.copy(shift));
    };
    const auto atomic = [&](ir::AtomicOp op, ExprId operand) {
      b_.add(ir::Stmt{.kind = ir::StmtKind::atomic,
                      .atomic = op,
                      .edge = Edge::inside,
                      .target = s.target,
                      .indices = {word_of(b_, s.target, b_.copy(at))},
                      .value = operand});
    };
    atomic(ir::AtomicOp::and_,
           b_.unary(ir::UnaryOp::invert, shifted(b_.whole(ones, ir::Scalar::u32))));
    ExprId bits = b_.cast(value, ir::u32_type);
    if (ir::is_signed(b_.type_of(value).scalar))
      bits = b_.binary(BinaryOp::bit_and, bits, b_.whole(ones, ir::Scalar::u32));
    atomic(ir::AtomicOp::or_, shifted(bits));
  }

  ir::Module& module_;
  std::vector<bool> packed_;  // by tensor
  ir::Builder b_;
};

}  // namespace

void legalize_packing(ir::Module& module, const TargetInfo& target) {
  std::vector<bool> packed;
  for (const ir::Tensor& t : module.tensors) packed.push_back(!target.stores(t.scalar));
  if (std::ranges::find(packed, true) != packed.end()) Packing(module, std::move(packed)).run();
}

}  // namespace dala::kernel

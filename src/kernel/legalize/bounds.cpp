// Every access becomes one that is known to be inside. Loads get a function around them that gives
// zero outside, stores and atomics a branch; those that are inside whatever happens stay as they
// are.
#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <vector>

#include "core/format.hpp"
#include "kernel/analysis/index_analysis.hpp"
#include "kernel/analysis/placement.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/runtime.hpp"
#include "kernel/legalize/statements.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::Edge;
using ir::ExprId;
using ir::ExprKind;
using ir::StmtKind;

// Of one function.
class Bounds {
 public:
  Bounds(ir::Module& module, ir::Function& function, const TargetInfo& target, Runtime& runtime)
      : module_(module),
        function_(function),
        target_(target),
        runtime_(runtime),
        analysis_(module, function),
        b_(module, function) {}

  void run() {
    std::vector<ExprId> loads;
    ir::for_each_expr_in(module_, function_.body, [&](ExprId id, const ir::Expr& e) {
      const bool is_load = e.kind == ExprKind::load_tensor || e.kind == ExprKind::load_shared ||
                           e.kind == ExprKind::element;
      if (is_load && e.edge != Edge::inside) loads.push_back(id);
    });
    const Placement placement = place_locals(module_, function_);
    for (const ExprId id : loads) load(id);
    change_statements(b_, function_.body, [&](ir::StmtId id) {
      const ir::Stmt s = module_.stmts[id];
      const auto declared = placement.before.find(id);
      if (declared != placement.before.end())
        for (const std::uint32_t local : declared->second) end_with_zero(local);
      change(id, s);
      if (s.kind == StmtKind::fill) end_with_zero(s.target);
    });
  }

 private:
  // What is known about an index of an array.
  enum class Where : std::uint8_t { unknown, inside, outside };

  [[nodiscard]] Where where(ExprId index, std::int64_t length) const {
    const ir::Expr& e = module_.exprs[index];
    if (e.kind == ExprKind::constant) {
      const std::int64_t at = ir::as_s64(e.bits);
      return at >= 0 && at < length ? Where::inside : Where::outside;
    }
    const auto range = analysis_.interval(index);
    return range && range->low >= 0 && range->high < length ? Where::inside : Where::unknown;
  }

  // Of 64 bits there is no unsigned type.
  [[nodiscard]] ExprId is_below(ir::Builder& b, ExprId at, ExprId length) const {
    if (b.type_of(at) == ir::s64_type)
      return b.binary(BinaryOp::logical_and,
                      b.binary(BinaryOp::greater_equal, b.copy(at), b.whole(0, ir::Scalar::s64)),
                      b.binary(BinaryOp::less, at, length));
    return b.binary(BinaryOp::less, b.cast(at, ir::u32_type), b.cast(length, ir::u32_type));
  }

  // For an access that is checked to be inside: the index, limited so that compilers never see a
  // constant outside.
  [[nodiscard]] ExprId limited(ir::Builder& b, ExprId at, ExprId length) const {
    if (!target_.rejects_constant_indices) return at;
    const ir::Expr e = b.module().exprs[length];
    if (e.kind == ExprKind::constant && std::has_single_bit(e.bits))
      return b.binary(BinaryOp::bit_and, at, b.whole(ir::as_s64(e.bits) - 1, e.type.scalar));
    const ExprId last = b.binary(BinaryOp::sub, length, b.whole(1, e.type.scalar));
    if (target_.has_integer_math) return b.math(ir::MathOp::min, {at, last});
    return b.choose(b.binary(BinaryOp::less, b.copy(at), b.copy(last)), at, last);
  }

  // How many elements or words of a tensor there are.
  [[nodiscard]] ExprId count_of(std::uint32_t tensor, ir::Type accessed) {
    const ir::Tensor& t = module_.tensors[tensor];
    const unsigned in_word = ir::is_word(t, accessed) ? 32 / ir::bits_of(t.scalar) : 1;
    if (in_word == 1) return b_.len(tensor);
    const ir::Type index{module_.index};
    const ir::Type counter = index == ir::s64_type ? index : ir::u32_type;
    const auto whole = [&](std::int64_t value) { return b_.whole(value, counter.scalar); };
    const ExprId more =
        b_.binary(BinaryOp::add, b_.cast(b_.len(tensor), counter), whole(in_word - 1));
    return b_.cast(b_.binary(BinaryOp::shr, more, whole(std::countr_zero(in_word))), index);
  }

  [[nodiscard]] ExprId zero(ir::Builder& b, ir::Type type) const {
    return b.splat(b.whole(0, type.scalar), type);
  }

  // What a load outside a tensor gives: zero. Drivers without exact maths fold a product with a
  // constant zero to +0 even where it is -0, so for f32 the zero is computed in a way that they
  // cannot see through: as the lesser of a length and 0.
  [[nodiscard]] ExprId zero_outside(ir::Builder& b, ir::Type type, std::uint32_t length) const {
    if (target_.has_exact_math || type != ir::f32_type) return zero(b, type);
    const auto none = [&] { return b.whole(0, module_.index); };
    const ExprId least =
        target_.has_integer_math
            ? b.math(ir::MathOp::min, {b.local(length), none()})
            : b.choose(b.binary(BinaryOp::less, b.local(length), none()), b.local(length), none());
    return b.math(ir::MathOp::from_bits, {b.cast(least, ir::u32_type)});
  }

  // --- loads ---

  void load(ExprId id) {
    const ir::Expr e = module_.exprs[id];
    if (e.kind == ExprKind::load_tensor) return load_tensor(id, e);
    const ir::Type array =
        e.kind == ExprKind::element ? function_.locals[e.index].type : module_.shared[e.index].type;
    switch (where(e.args[0], array.length)) {
      case Where::inside:
        module_.exprs[id].edge = Edge::inside;
        return;
      case Where::outside: {
        const ExprId none = zero(b_, e.type);
        module_.exprs[id] = ir::Expr(module_.exprs[none]);
        return;
      }
      case Where::unknown:
        return e.kind == ExprKind::element ? load_element(id, e) : load_shared(id, e);
    }
  }

  // What a function loads from the index that is its first argument, where that is inside.
  template <typename Length, typename Inside>
  void load_inside(ir::Builder& b, const Length& length, const Inside& inside) {
    b.branch(is_below(b, b.local(0), length()),
             b.nested([&] { b.return_value(inside(b.leaf(limited(b, b.local(0), length())))); }));
  }

  void load_tensor(ExprId id, const ir::Expr& e) {
    const bool is_word = ir::is_word(module_.tensors[e.index], e.type);
    const std::string name = format("dala_load_{}{}", is_word ? "word_" : "", name_of(e.index));
    const ir::Type index{module_.index};
    const std::uint32_t function = runtime_.make(name, {index, index}, e.type, [&](ir::Builder& b) {
      load_inside(
          b, [&] { return b.local(1); },
          [&](ExprId at) {
            return is_word ? b.load_word(e.index, at, Edge::inside)
                           : b.load(e.index, {at}, Edge::inside);
          });
      b.return_value(zero_outside(b, e.type, 1));
    });
    const ExprId length = count_of(e.index, e.type);
    runtime_.call(id, function);
    module_.exprs[id].args.push_back(length);
  }

  void load_shared(ExprId id, const ir::Expr& e) {
    const std::int64_t length = module_.shared[e.index].type.length;
    const std::string name = "dala_load_" + name_of(module_.tensors.size() + e.index);
    const std::uint32_t function = runtime_.make(name, {ir::s32_type}, e.type, [&](ir::Builder& b) {
      load_inside(
          b, [&] { return b.whole(length); },
          [&](ExprId at) {
            const ExprId made = b.load_shared(e.index, at);
            module_.exprs[made].edge = Edge::inside;
            return made;
          });
      b.return_value(zero(b, e.type));
    });
    runtime_.call(id, function);
  }

  // Of a tensor, or of a shared array behind them.
  [[nodiscard]] std::string name_of(std::size_t memory) const {
    std::vector<std::string_view> names;
    for (const ir::Tensor& t : module_.tensors) names.push_back(t.name);
    for (const ir::Shared& s : module_.shared) names.push_back(s.name);
    const bool is_only = std::ranges::count(names, names[memory]) == 1;
    return is_only ? std::string(names[memory]) : format("{}_{}", names[memory], memory);
  }

  // Such an array gets one element more, which is zero, so that a load needs no branch.
  void load_element(ExprId id, const ir::Expr& e) {
    longer_.insert(e.index);
    const ExprId length = b_.whole(function_.locals[e.index].type.length);
    const std::uint32_t slot =
        runtime_.make("dala_slot", {ir::s32_type, ir::s32_type}, ir::s32_type, [&](ir::Builder& b) {
          b.return_value(b.choose(is_below(b, b.local(0), b.local(1)), b.local(0), b.local(1)));
        });
    const ExprId at = b_.call(slot, {e.args[0], length});
    module_.exprs[id].edge = Edge::inside;
    module_.exprs[id].args = {at};
  }

  void end_with_zero(std::uint32_t local) {
    if (!longer_.contains(local)) return;
    ir::Type& type = function_.locals[local].type;
    if (lengthened_.insert(local).second) ++type.length;
    b_.add(ir::Stmt{.kind = StmtKind::store_element,
                    .edge = Edge::inside,
                    .target = local,
                    .indices = {b_.whole(type.length - 1)},
                    .value = zero(b_, type.element())});
  }

  // --- stores and atomics ---

  void change(ir::StmtId id, const ir::Stmt& s) {
    const bool accesses = s.kind == StmtKind::store_tensor || s.kind == StmtKind::store_shared ||
                          s.kind == StmtKind::store_element || s.kind == StmtKind::atomic;
    if (!accesses || s.edge == Edge::inside) return b_.append(id);
    if (s.kind == StmtKind::store_tensor || (s.kind == StmtKind::atomic && !s.on_shared)) {
      const ExprId length = count_of(s.target, module_.exprs[s.value].type);
      return check(id, s, length, true);
    }
    const std::int64_t length = length_of(s);
    switch (where(s.indices[0], length)) {
      case Where::inside:
        module_.stmts[id].edge = Edge::inside;
        return b_.append(id);
      case Where::outside:
        return nothing(s);
      case Where::unknown:
        return check(id, s, b_.whole(length), s.kind != StmtKind::store_element);
    }
  }

  [[nodiscard]] std::int64_t length_of(const ir::Stmt& s) const {
    if (s.kind != StmtKind::store_element) return module_.shared[s.target].type.length;
    const std::int64_t length = function_.locals[s.target].type.length;
    return lengthened_.contains(s.target) ? length - 1 : length;
  }

  // What an atomic gives outside.
  void nothing(const ir::Stmt& s) {
    if (s.result != ir::none) b_.store(s.result, zero(b_, function_.locals[s.result].type));
  }

  void check(ir::StmtId id, const ir::Stmt& s, ExprId end, bool limits) {
    const ExprId length = b_.leaf(end);
    const ExprId at = b_.leaf(s.indices[0]);
    const ExprId value = b_.leaf(s.value);
    module_.stmts[id].edge = Edge::inside;
    module_.stmts[id].indices = {limits ? limited(b_, b_.copy(at), b_.copy(length)) : b_.copy(at)};
    module_.stmts[id].value = value;
    b_.branch(is_below(b_, at, length), {id}, b_.nested([&] { nothing(s); }));
  }

  ir::Module& module_;
  ir::Function& function_;
  const TargetInfo& target_;
  Runtime& runtime_;
  IndexAnalysis analysis_;
  ir::Builder b_;
  std::set<std::uint32_t> longer_;      // local arrays that need a zero behind their end,
  std::set<std::uint32_t> lengthened_;  // and that have it
};

}  // namespace

void legalize_bounds(ir::Module& module, const TargetInfo& target) {
  Runtime runtime(module);
  const std::size_t count = module.functions.size();
  for (std::size_t i = 0; i < count; ++i) {
    // Others may be added meanwhile.
    ir::Function function = std::move(module.functions[i]);
    Bounds(module, function, target, runtime).run();
    module.functions[i] = std::move(function);
  }
  Bounds(module, module.kernel, target, runtime).run();
}

}  // namespace dala::kernel

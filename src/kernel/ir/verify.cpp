#include "kernel/ir/verify.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "core/format.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/ir/verify_tile.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel::ir {

namespace {

constexpr std::array math_arguments = {
#define X(name, arguments, kind) std::size_t{arguments},
#include "kernel/ir/math_ops.inc"
#undef X
};

bool is_value(Type t) {
  return !t.is_array() && t.lanes >= 1 && t.lanes <= 4 && (is_number(t.scalar) || t == bool_type);
}

bool is_index(Type t) { return t == s32_type || t == s64_type; }

class Verifier {
 public:
  explicit Verifier(const Module& module) : module_(module), open_(module.exprs.size()) {}

  std::optional<std::string> run() {
    need_index();
    check_messages();
    for (callable_ = 0; callable_ < module_.functions.size(); ++callable_)
      check_function(module_.functions[callable_], false);
    check_function(module_.kernel, true);
    return fault_;
  }

 private:
  void need(bool condition, std::string_view what, std::size_t id) {
    if (!condition && !fault_) fault_ = format("{}, at {} of `{}`", what, id, function_->name);
  }

  void check_messages() {
    function_ = &module_.kernel;
    for (std::size_t i = 0; i < module_.messages.size(); ++i) {
      const Message& message = module_.messages[i];
      need(message.texts.size() == message.types.size() + 1, "texts of a message", i);
      need(message.types.size() <= max_print_arguments, "arguments of a message", i);
      for (const Type type : message.types) need(is_value(type), "an argument's type", i);
    }
  }

  void need_index() {
    function_ = &module_.kernel;
    need(is_index({module_.index}), "the type of positions", 0);
  }

  void check_function(const Function& function, bool is_kernel) {
    function_ = &function;
    is_kernel_ = is_kernel;
    loops_ = 0;
    for (const Local& l : function.locals) need(is_value(l.type.element()), "a local's type", 0);
    need(is_kernel || is_value(function.result), "a result's type", 0);
    check_block(function.body);
  }

  void check_block(const std::vector<StmtId>& statements) {
    for (StmtId id : statements) {
      if (fault_) return;
      need(id < module_.stmts.size(), "a statement out of range", id);
      if (!fault_) check_statement(id, module_.stmts[id]);
    }
  }

  [[nodiscard]] Type local(std::uint32_t index) {
    need(index < function_->locals.size(), "a local out of range", index);
    return fault_ ? Type{} : function_->locals[index].type;
  }

  // The type of a value that is evaluated here.
  Type value(ExprId id) {
    need(id < module_.exprs.size(), "an expression out of range", id);
    if (fault_) return {};
    check_expression(id, module_.exprs[id]);
    return module_.exprs[id].type;
  }

  void check_indices(std::span<const ExprId> indices, std::size_t id) {
    for (ExprId index : indices) need(is_index(value(index)), "an index that is none", id);
  }

  // `accessed` is the type of what is read or written.
  void check_tensor(std::uint32_t tensor, Type accessed, Edge edge, std::span<const ExprId> indices,
                    std::size_t id) {
    need(sees_memory() && tensor < module_.tensors.size(), "a tensor out of range", id);
    need(!indices.empty() && indices.size() <= 4, "a number of indices", id);
    if (fault_) return;
    const Tensor& t = module_.tensors[tensor];
    if (is_word(t, accessed))
      need(indices.size() == 1 && (edge == Edge::zero || edge == Edge::inside), "a word", id);
    else
      need(accessed == Type{t.scalar}, "an element's type", id);
    if (indices.size() > 1) need(t.rank == indices.size() && edge != Edge::inside, "a rank", id);
    check_indices(indices, id);
  }

  void check_array(Edge edge, std::span<const ExprId> indices, std::size_t id) {
    need(indices.size() == 1, "a number of indices", id);
    need(edge == Edge::zero || edge == Edge::inside, "an array's edge", id);
    check_indices(indices, id);
  }

  void check_shared(std::uint32_t index, Edge edge, std::span<const ExprId> indices,
                    std::size_t id) {
    need(sees_memory() && index < module_.shared.size(), "a shared array out of range", id);
    check_array(edge, indices, id);
  }

  // Those that a pass adds may; those of the source see their arguments alone.
  [[nodiscard]] bool sees_memory() const { return is_kernel_ || function_->is_runtime; }

  void check_statement(StmtId id, const Stmt& s) {
    switch (s.kind) {
      case StmtKind::store:
        need(value(s.value) == local(s.target) && !local(s.target).is_array(), "a store", id);
        break;
      case StmtKind::fill:
      case StmtKind::store_element:
        need(local(s.target).is_array() && value(s.value) == local(s.target).element(),
             "a store to an array", id);
        if (s.kind == StmtKind::fill)
          need(s.indices.empty(), "a number of indices", id);
        else
          check_array(s.edge, s.indices, id);
        break;
      case StmtKind::store_tensor:
        check_tensor(s.target, value(s.value), s.edge, s.indices, id);
        if (fault_) return;
        need(is_kernel_ && module_.tensors[s.target].is_output, "a store to an input", id);
        break;
      case StmtKind::store_shared:
        check_shared(s.target, s.edge, s.indices, id);
        if (fault_) return;
        need(is_kernel_ && value(s.value) == module_.shared[s.target].type.element(),
             "a shared store", id);
        break;
      case StmtKind::atomic:
        check_atomic(id, s);
        break;
      case StmtKind::subgroup:
        check_subgroup(id, s);
        break;
      case StmtKind::print:
        check_print(id, s);
        break;
      case StmtKind::tile:
        check_tile(id, s);
        break;
      case StmtKind::branch:
        need(value(s.value) == bool_type, "a condition", id);
        check_block(s.body);
        check_block(s.other);
        break;
      case StmtKind::for_range:
      case StmtKind::while_loop:
        check_loop(id, s);
        break;
      case StmtKind::break_:
      case StmtKind::continue_:
        need(loops_ > 0, "break or continue outside a loop", id);
        break;
      case StmtKind::return_:
        if (is_kernel_)
          need(s.value == none, "a kernel's result", id);
        else
          need(value(s.value) == function_->result, "a result", id);
        break;
      case StmtKind::sync:
        need(is_kernel_ && module_.has_cube, "a sync", id);
        break;
    }
  }

  void check_atomic(StmtId id, const Stmt& s) {
    const Type type = value(s.value);
    s.on_shared ? check_shared(s.target, s.edge, s.indices, id)
                : check_tensor(s.target, type, s.edge, s.indices, id);
    if (fault_) return;
    need(is_kernel_, "an atomic in a function", id);
    need(s.on_shared || module_.tensors[s.target].is_output, "an atomic on an input", id);
    need(takes(s.atomic, type), "an atomic's type", id);
    if (s.on_shared) need(type == module_.shared[s.target].type.element(), "an atomic's value", id);
    if (s.atomic == AtomicOp::compare_exchange_)
      need(s.end != none && value(s.end) == type, "what an element is compared with", id);
    else
      need(s.end == none, "what an element is compared with", id);
    if (s.result != none) need(local(s.result) == type, "an atomic's result", id);
  }

  void need_subgroups(std::size_t id) {
    const std::uint32_t units = module_.cube[0] * module_.cube[1] * module_.cube[2];
    need(is_kernel_ && module_.has_cube && units % subgroup_units == 0, "a subgroup's cube", id);
  }

  void check_subgroup(StmtId id, const Stmt& s) {
    need_subgroups(id);
    const Type type = value(s.value);
    need(takes(s.subgroup, type), "a subgroup's type", id);
    need(s.result != none, "a subgroup's result", id);
    if (fault_) return;
    need(local(s.result) == result_of(s.subgroup, type), "a subgroup's result", id);
    if (arguments_of(s.subgroup) == 2)
      need(s.end != none && value(s.end) == s32_type, "a subgroup's unit", id);
    else
      need(s.end == none, "a subgroup's unit", id);
  }

  void check_tile(StmtId id, const Stmt& s) {
    need_subgroups(id);
    for_each_root(s, [&](ExprId root) { value(root); });
    if (fault_) return;
    if (const auto fault = fault_of_tile(module_, s)) return need(false, *fault, id);
    if (!targets_memory(s)) return;
    const Type type{module_.tiles[s.tiles[0]].scalar};
    s.on_shared ? check_shared(s.target, s.edge, s.indices, id)
                : check_tensor(s.target, type, s.edge, s.indices, id);
  }

  void check_print(StmtId id, const Stmt& s) {
    need(is_kernel_ && s.target < module_.messages.size(), "a message out of range", id);
    if (fault_) return;
    const Message& message = module_.messages[s.target];
    need(s.indices.size() == message.types.size(), "a number of arguments", id);
    for (std::size_t i = 0; i < s.indices.size() && !fault_; ++i)
      need(value(s.indices[i]) == message.types[i], "an argument of a message", id);
  }

  void check_loop(StmtId id, const Stmt& s) {
    const Type type = value(s.value);
    if (s.kind == StmtKind::for_range) {
      need(is_index(type) || type == Type{Scalar::u32}, "a range", id);
      need(value(s.end) == type && local(s.target) == type, "a range's end", id);
    } else {
      need(type == bool_type, "a condition", id);
    }
    ++loops_;
    check_block(s.body);
    --loops_;
  }

  void check_expression(ExprId id, const Expr& e) {
    need(is_value(e.type), "a type", id);
    // Operands may stand before or behind it, but never come back to it.
    need(!open_[id], "an expression that is its own operand", id);
    if (fault_) return;
    open_[id] = true;
    std::vector<Type> args;
    for (ExprId arg : e.args) args.push_back(value(arg));
    need(fault_.has_value() || fits(id, e, args), "an expression's operands", id);
    open_[id] = false;
  }

  bool fits(ExprId id, const Expr& e, const std::vector<Type>& args) {
    const auto all = [&](Type type) {
      return std::ranges::all_of(args, [&](Type t) { return t == type; });
    };
    const std::size_t count = args.size();
    switch (e.kind) {
      case ExprKind::constant:
        return count == 0 && e.type.is_scalar();
      case ExprKind::local:
        return count == 0 && local(e.index) == e.type;
      case ExprKind::element:
        check_array(e.edge, e.args, id);
        return local(e.index).is_array() && local(e.index).element() == e.type;
      case ExprKind::load_tensor:
        check_tensor(e.index, e.type, e.edge, e.args, id);
        return !fault_;
      case ExprKind::load_shared:
        check_shared(e.index, e.edge, e.args, id);
        return !fault_ && e.type == module_.shared[e.index].type.element();
      case ExprKind::param:
        return is_kernel_ && e.index < module_.params.size() &&
               e.type == Type{module_.params[e.index].scalar};
      case ExprKind::position:
        return is_kernel_ && count == 0 && e.type == type_of(e.position, module_.index) &&
               is_of_group(e.position) == module_.groups.has_value();
      case ExprKind::launch:
        return is_kernel_ && count == 0 && e.type == u32_type;
      case ExprKind::query:
        return is_kernel_ && e.index < module_.tensors.size() &&
               e.type == type_of(e.query, module_.index) &&
               count == (e.query == Query::shape || e.query == Query::stride ? 1 : 0) &&
               std::ranges::all_of(args, is_index);
      case ExprKind::unary:
        return count == 1 && all(e.type);
      case ExprKind::binary:
        if (count != 2 || args[0] != args[1]) return false;
        if (is_comparison(e.binary)) return e.type == bool_type && args[0].is_scalar();
        return args[0] == e.type;
      case ExprKind::cast:
        return count == 1 && args[0].lanes == e.type.lanes && is_number(e.type.scalar);
      case ExprKind::math:
        return fits_math(e, args);
      case ExprKind::call:
        return fits_call(e, args);
      case ExprKind::construct:
        return e.type.is_vector() && (count == 1 || count == e.type.lanes) && all(e.type.lane());
      case ExprKind::swizzle: {
        if (count != 1 || !args[0].is_vector() || args[0].scalar != e.type.scalar) return false;
        const auto used = std::span(e.lanes).first(e.type.lanes);
        return std::ranges::all_of(used, [&](unsigned lane) { return lane < args[0].lanes; });
      }
      case ExprKind::choose:
        return count == 3 && args[0] == bool_type && args[1] == e.type && args[2] == e.type;
    }
    return false;
  }

  static bool fits_math(const Expr& e, const std::vector<Type>& args) {
    if (args.size() != math_arguments[static_cast<std::size_t>(e.math)]) return false;
    const Type common = args.back();
    const std::size_t first = e.math == MathOp::select ? 1 : 0;
    if (first == 1 && args[0] != bool_type) return false;
    for (std::size_t i = first; i < args.size(); ++i)
      if (args[i] != common) return false;
    switch (e.math) {
      case MathOp::dot:
      case MathOp::length:
        return e.type == common.lane();
      case MathOp::to_bits:
        return e.type == bits_type(common);
      case MathOp::from_bits:
        return e.type == type_of_bits(common);
      case MathOp::mul_hi:
        return e.type == common && is_integer(common.scalar) && bits_of(common.scalar) == 32;
      default:
        return e.type == common;
    }
  }

  // Only functions before this one, so no function can reach itself.
  [[nodiscard]] bool fits_call(const Expr& e, const std::vector<Type>& args) const {
    if (e.index >= callable_) return false;
    const Function& callee = module_.functions[e.index];
    if (callee.arguments != args.size() || callee.result != e.type) return false;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (callee.locals[i].type != args[i]) return false;
    return true;
  }

  const Module& module_;
  std::vector<bool> open_;  // expressions whose operands are being looked at
  const Function* function_ = nullptr;
  bool is_kernel_ = false;
  unsigned loops_ = 0;
  std::size_t callable_ = 0;
  std::optional<std::string> fault_;
};

}  // namespace

std::optional<std::string> find_fault(const Module& module) { return Verifier(module).run(); }

bool verifies_passes() {
#ifdef NDEBUG
  static const bool asked = [] {
    const char* value = std::getenv("DALA_VERIFY_IR");
    return value != nullptr && std::string_view(value) == "1";
  }();
  return asked;
#else
  return true;
#endif
}

void verify_after(std::string_view pass, const Module& module) {
  if (!verifies_passes()) return;
  const auto fault = find_fault(module);
  if (!fault) return;
  std::fputs(format("dala: {} made a kernel that is not valid: {}\n", pass, *fault).c_str(),
             stderr);
  std::fflush(stderr);  // first: what is out of range cannot be printed
  std::fputs(print(module).c_str(), stderr);
  std::abort();
}

}  // namespace dala::kernel::ir

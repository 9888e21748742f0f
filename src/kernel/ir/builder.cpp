#include "kernel/ir/builder.hpp"

namespace dala::kernel::ir {

ExprId Builder::add(Expr expr) {
  module_.exprs.push_back(std::move(expr));
  return static_cast<ExprId>(module_.exprs.size() - 1);
}

ExprId Builder::constant(Scalar scalar, std::uint64_t bits) {
  return add({.kind = ExprKind::constant, .type = {scalar}, .bits = bits});
}

ExprId Builder::whole(std::int64_t value, Scalar scalar) {
  return constant(scalar, static_cast<std::uint64_t>(value));
}

ExprId Builder::local(std::uint32_t index) {
  return add({.kind = ExprKind::local, .type = function_->locals[index].type, .index = index});
}

ExprId Builder::param(std::uint32_t index) {
  return add({.kind = ExprKind::param, .type = {module_.params[index].scalar}, .index = index});
}

ExprId Builder::position(Position position) {
  return add({.kind = ExprKind::position,
              .type = ir::type_of(position, module_.index),
              .position = position});
}

ExprId Builder::launch(std::size_t word) {
  return add(
      {.kind = ExprKind::launch, .type = u32_type, .index = static_cast<std::uint32_t>(word)});
}

ExprId Builder::len(std::uint32_t tensor) {
  return add({.kind = ExprKind::query,
              .type = ir::type_of(Query::len, module_.index),
              .query = Query::len,
              .index = tensor});
}

ExprId Builder::size(std::uint32_t tensor, std::int64_t axis) {
  return add({.kind = ExprKind::query,
              .type = ir::type_of(Query::shape, module_.index),
              .query = Query::shape,
              .index = tensor,
              .args = {whole(axis)}});
}

ExprId Builder::load(std::uint32_t tensor, std::vector<ExprId> indices, Edge edge) {
  return add({.kind = ExprKind::load_tensor,
              .type = {module_.tensors[tensor].scalar},
              .edge = edge,
              .index = tensor,
              .args = std::move(indices)});
}

ExprId Builder::load_word(std::uint32_t tensor, ExprId at, Edge edge) {
  module_.tensors[tensor].in_words = true;
  return add({.kind = ExprKind::load_tensor,
              .type = u32_type,
              .edge = edge,
              .index = tensor,
              .args = {at}});
}

ExprId Builder::load_shared(std::uint32_t shared, ExprId at) {
  return add({.kind = ExprKind::load_shared,
              .type = module_.shared[shared].type.element(),
              .index = shared,
              .args = {at}});
}

ExprId Builder::unary(UnaryOp op, ExprId a) {
  return add({.kind = ExprKind::unary, .type = type_of(a), .unary = op, .args = {a}});
}

ExprId Builder::binary(BinaryOp op, ExprId a, ExprId b) {
  const Type type = is_comparison(op) ? bool_type : type_of(a);
  return add({.kind = ExprKind::binary, .type = type, .binary = op, .args = {a, b}});
}

ExprId Builder::cast(ExprId value, Type type) {
  if (type_of(value) == type) return value;
  return add({.kind = ExprKind::cast, .type = type, .args = {value}});
}

ExprId Builder::math(MathOp op, std::vector<ExprId> args) {
  Type type = type_of(args.back());
  if (op == MathOp::dot || op == MathOp::length) type = type.lane();
  if (op == MathOp::to_bits) type = bits_type(type);
  if (op == MathOp::from_bits) type = type_of_bits(type);
  return add({.kind = ExprKind::math, .type = type, .math = op, .args = std::move(args)});
}

ExprId Builder::call(std::uint32_t function, std::vector<ExprId> args) {
  return add({.kind = ExprKind::call,
              .type = module_.functions[function].result,
              .index = function,
              .args = std::move(args)});
}

ExprId Builder::splat(ExprId value, Type type) {
  if (!type.is_vector() || type_of(value) == type) return value;
  return add({.kind = ExprKind::construct, .type = type, .args = {value}});
}

ExprId Builder::lane(ExprId vector, std::uint8_t lane) {
  return add({.kind = ExprKind::swizzle,
              .type = type_of(vector).lane(),
              .lanes = {lane},
              .args = {vector}});
}

ExprId Builder::choose(ExprId condition, ExprId yes, ExprId no) {
  return add({.kind = ExprKind::choose, .type = type_of(yes), .args = {condition, yes, no}});
}

ExprId Builder::copy(ExprId root) {
  Expr made = module_.exprs[root];
  for (ExprId& arg : made.args) arg = copy(arg);
  return add(std::move(made));
}

ExprId Builder::leaf(ExprId value) {
  const Expr& e = module_.exprs[value];
  const bool is_size = e.kind == ExprKind::query && e.args.empty();
  if (e.kind == ExprKind::constant || e.kind == ExprKind::local || e.kind == ExprKind::param ||
      e.kind == ExprKind::position || is_size)
    return value;
  const std::uint32_t kept = new_local(type_of(value));
  store(kept, value);
  return local(kept);
}

std::uint32_t Builder::new_local(Type type, std::string name) {
  function_->locals.push_back({std::move(name), type});
  return static_cast<std::uint32_t>(function_->locals.size() - 1);
}

std::uint32_t Builder::message(Message message) {
  module_.messages.push_back(std::move(message));
  return static_cast<std::uint32_t>(module_.messages.size() - 1);
}

StmtId Builder::add(Stmt stmt) {
  const auto id = static_cast<StmtId>(module_.stmts.size());
  module_.stmts.push_back(std::move(stmt));
  block_->push_back(id);
  return id;
}

void Builder::store(std::uint32_t local, ExprId value) {
  add(Stmt{.kind = StmtKind::store, .target = local, .value = value});
}

void Builder::store_tensor(std::uint32_t tensor, std::vector<ExprId> indices, ExprId value) {
  add(Stmt{.kind = StmtKind::store_tensor,
           .target = tensor,
           .indices = std::move(indices),
           .value = value});
}

void Builder::store_word(std::uint32_t tensor, ExprId at, ExprId value, Edge edge) {
  module_.tensors[tensor].in_words = true;
  add(Stmt{.kind = StmtKind::store_tensor,
           .edge = edge,
           .target = tensor,
           .indices = {at},
           .value = value});
}

void Builder::store_shared(std::uint32_t shared, ExprId at, ExprId value) {
  add(Stmt{.kind = StmtKind::store_shared, .target = shared, .indices = {at}, .value = value});
}

void Builder::atomic_add(std::uint32_t tensor, ExprId at, ExprId value, std::uint32_t old) {
  add(Stmt{.kind = StmtKind::atomic,
           .atomic = AtomicOp::add_,
           .target = tensor,
           .result = old,
           .indices = {at},
           .value = value});
}

void Builder::branch(ExprId condition, std::vector<StmtId> body, std::vector<StmtId> other) {
  add(Stmt{.kind = StmtKind::branch,
           .value = condition,
           .body = std::move(body),
           .other = std::move(other)});
}

void Builder::while_loop(ExprId condition, std::vector<StmtId> body) {
  add(Stmt{.kind = StmtKind::while_loop, .value = condition, .body = std::move(body)});
}

void Builder::sync() { add(Stmt{.kind = StmtKind::sync}); }

void Builder::return_value(ExprId value) { add(Stmt{.kind = StmtKind::return_, .value = value}); }

}  // namespace dala::kernel::ir

#include "check/coverage.hpp"

#include <array>
#include <string_view>

#include "core/format.hpp"

namespace dala::fuzz {

namespace ir = kernel::ir;

namespace {

// In the order of the enums, up to where those begin that no source has.
constexpr std::array<std::string_view, 16> expressions = {
    "constant", "local",     "element", "load_tensor", "load_shared", "param",
    "position", "query",     "unary",   "binary",      "cast",        "math",
    "call",     "construct", "swizzle", "choose"};
static_assert(expressions.size() == static_cast<std::size_t>(ir::ExprKind::choose) + 1);

constexpr std::array<std::string_view, 16> statement_kinds = {
    "store",    "store_element", "store_tensor", "store_shared", "fill",      "atomic",
    "subgroup", "tile",          "print",        "branch",       "for_range", "while_loop",
    "break",    "continue",      "return",       "sync"};
static_assert(statement_kinds.size() == static_cast<std::size_t>(ir::StmtKind::sync) + 1);

constexpr std::array<std::string_view, 4> queries = {"len", "rank", "shape", "stride"};
constexpr std::array<std::string_view, 3> edges = {"zero", "clamped", "mirrored"};

template <typename E>
std::size_t number(E value) {
  return static_cast<std::size_t>(value);
}

std::string typed(std::string_view kind, std::string_view op, ir::Type type) {
  return format("{} {} of {}", kind, op, to_string(type));
}

}  // namespace

Coverage::Coverage() {
  for (std::string_view e : expressions) counts_[format("expression {}", e)] = 0;
  for (std::string_view s : statement_kinds) counts_[format("statement {}", s)] = 0;
  for (std::string_view q : queries) counts_[format("query {}", q)] = 0;
  for (std::string_view e : edges) counts_[format("edge {}", e)] = 0;
#define UNARY(name, text) counts_["unary " text] = 0;
#define POSITION(name) counts_["position " #name] = 0;
#define SUBGROUP(name, arguments) counts_["subgroup_" #name] = 0;
#define TILE(name) counts_["tile_" #name] = 0;
#define ATOMIC(name)                         \
  counts_["atomic_" #name " on tensor"] = 0; \
  counts_["atomic_" #name " on shared"] = 0;
#include "kernel/ir/ops.inc"
  for (std::string_view op : {"atomic_add", "atomic_exchange"})
    for (std::string_view where : {"tensor", "shared"})
      counts_[format("{} on {} of f32", op, where)] = 0;
#define X(name, arguments, kind) counts_["maths " #name] = 0;
#include "kernel/ir/math_ops.inc"
#undef X
  // Operators and conversions for every type that has them.
  for (ir::Scalar from : ir::all_scalars) {
    counts_[format("print of {}", to_string(ir::Type{from}))] = 0;
    for (ir::Scalar to : ir::all_scalars)
      if (from != to && to != ir::Scalar::boolean)
        counts_[format("cast {} to {}", to_string(ir::Type{from}), to_string(ir::Type{to}))] = 0;
    const bool number_type = from != ir::Scalar::boolean;
    const bool bits = !ir::is_float(from);
    for (auto op = ir::BinaryOp::add; op <= ir::BinaryOp::greater_equal;
         op = static_cast<ir::BinaryOp>(number(op) + 1)) {
      bool exists = number_type;
      if (op >= ir::BinaryOp::bit_and && op <= ir::BinaryOp::bit_xor) exists = bits;
      if (op == ir::BinaryOp::shl || op == ir::BinaryOp::shr) exists = bits && number_type;
      if (op == ir::BinaryOp::logical_and || op == ir::BinaryOp::logical_or) exists = !number_type;
      if (op == ir::BinaryOp::equal || op == ir::BinaryOp::not_equal) exists = true;
      if (exists) counts_[typed("binary", to_string(op), {from})] = 0;
    }
  }
}

void Coverage::add(const ir::Module& module) {
  add_statements(module, module.kernel.body);
  for (const ir::Function& f : module.functions) add_statements(module, f.body);
}

void Coverage::add_statements(const ir::Module& module, const std::vector<ir::StmtId>& statements) {
  for (ir::StmtId id : statements) {
    const ir::Stmt& s = module.stmts[id];
    ++counts_[format("statement {}", statement_kinds[number(s.kind)])];
    if (s.kind == ir::StmtKind::atomic) {
      const std::string name =
          format("{} on {}", to_string(s.atomic), s.on_shared ? "shared" : "tensor");
      ++counts_[name];
      if (module.exprs[s.value].type == ir::f32_type) ++counts_[name + " of f32"];
    }
    if (s.kind == ir::StmtKind::print)
      for (const ir::Type type : module.messages[s.target].types)
        ++counts_[format("print of {}", to_string(type))];
    if (s.kind == ir::StmtKind::subgroup) ++counts_[std::string(to_string(s.subgroup))];
    if (s.kind == ir::StmtKind::tile) ++counts_[std::string(to_string(s.tile))];
    for (ir::ExprId index : s.indices) add_expression(module, index);
    if (s.value != ir::none) add_expression(module, s.value);
    if (s.end != ir::none) add_expression(module, s.end);
    add_statements(module, s.body);
    add_statements(module, s.other);
  }
}

void Coverage::add_expression(const ir::Module& module, ir::ExprId id) {
  const ir::Expr& e = module.exprs[id];
  ++counts_[format("expression {}", expressions[number(e.kind)])];
  switch (e.kind) {
    case ir::ExprKind::load_tensor:
      ++counts_[format("edge {}", edges[number(e.edge)])];
      break;
    case ir::ExprKind::position:
      ++counts_[format("position {}", to_string(e.position))];
      break;
    case ir::ExprKind::query:
      ++counts_[format("query {}", queries[number(e.query)])];
      break;
    case ir::ExprKind::unary:
      ++counts_[format("unary {}", to_string(e.unary))];
      break;
    case ir::ExprKind::binary:
      ++counts_[typed("binary", to_string(e.binary), module.exprs[e.args[0]].type)];
      break;
    case ir::ExprKind::cast:
      ++counts_[format("cast {} to {}", to_string(module.exprs[e.args[0]].type),
                       to_string(e.type))];
      break;
    case ir::ExprKind::math:
      ++counts_[format("maths {}", to_string(e.math))];
      break;
    default:
      break;
  }
  for (ir::ExprId arg : e.args) add_expression(module, arg);
}

std::vector<std::string> Coverage::missing() const {
  std::vector<std::string> names;
  for (const auto& [name, count] : counts_)
    if (count == 0) names.push_back(name);
  return names;
}

}  // namespace dala::fuzz

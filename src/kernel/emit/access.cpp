// Indices, arrays, and what is known about tensors.
#include <algorithm>
#include <array>
#include <limits>

#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

using ir::ExprKind;
using ir::Scalar;

namespace {

constexpr ir::Type u32_type{Scalar::u32};
constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();

}  // namespace

std::optional<std::uint64_t> CPrinter::known_index(ir::ExprId id, std::uint32_t length) const {
  const ir::Expr& e = module_.exprs[id];
  if (e.kind != ExprKind::constant || e.bits >= length) return std::nullopt;
  return e.bits;
}

// As s32. What does not fit becomes a value that is outside of everything on the same side, which
// is all that matters to a check and to `clamped`. A u32 comes as an s64, which not every language
// has, so it is looked through.
Piece CPrinter::index(ir::ExprId id) {
  const ir::Expr& e = module_.exprs[id];
  if (e.type.scalar != Scalar::s64) return expr(id);
  if (e.kind == ExprKind::constant)
    return {whole(Scalar::s32, std::clamp<std::int64_t>(ir::as_s64(e.bits), -1, largest))};
  const bool from_u32 =
      e.kind == ExprKind::cast && module_.exprs[e.args[0]].type.scalar == Scalar::u32;
  const ir::Type type = from_u32 ? u32_type : ir::s64_type;
  const std::string name = format("dala_index_{}", to_string(type));
  const Piece value = expr(from_u32 ? e.args[0] : id);
  if (!target_.has(type.scalar)) return {};
  define(name, ir::s32_type, {type}, [&] {
    std::string above = format("if (a > {}) return {};\nreturn {};", whole(type.scalar, largest),
                               whole(Scalar::s32, largest), converted(ir::s32_type, {"a"}).text);
    if (from_u32) return above;
    return format("if (a < {}) return {};\n", whole(type.scalar, 0), whole(Scalar::s32, -1)) +
           above;
  });
  return call(name, {value});
}

// The index after `edge`, for an axis of `size`.
Piece CPrinter::inside(ir::ExprId id, const Piece& size, ir::Edge edge) {
  if (edge == ir::Edge::zero) return index(id);
  if (edge == ir::Edge::clamped) {
    define("dala_clamped", ir::s32_type, {ir::s32_type, ir::s32_type},
           [] { return "if (a < 0) return 0;\nreturn a < b ? a : b - 1;"; });
    return call("dala_clamped", {index(id), size});
  }
  // Unsigned, because twice the size may not fit s32. Reflection does not see the sign. Without
  // elements the result is -1, which is outside. What is inside already is most of it, and a
  // remainder is slow.
  const std::string u32 = type_name(u32_type);
  define("dala_mirrored_u32", ir::s32_type, {u32_type, ir::s32_type}, [&] {
    return format(
        "if (a < {}(b)) return int(a);\n"
        "if (b < 2) return b - 1;\n"
        "{} period = 2u * {}(b - 1);\n"
        "{} at = a % period;\n"
        "return int(at < {}(b) ? at : period - at);",
        u32, u32, u32, u32, u32);
  });
  const ir::Expr& e = module_.exprs[id];
  if (e.type.scalar == Scalar::s32) {
    define("dala_mirrored_s32", ir::s32_type, {ir::s32_type, ir::s32_type}, [&] {
      return format("return dala_mirrored_u32(a < 0 ? 0u - {}(a) : {}(a), b);", u32, u32);
    });
    return call("dala_mirrored_s32", {expr(id), size});
  }
  if (e.kind == ExprKind::cast && module_.exprs[e.args[0]].type.scalar == Scalar::u32)
    return call("dala_mirrored_u32", {expr(e.args[0]), size});
  const Piece value = expr(id);
  if (!target_.has(Scalar::s64)) return {};
  define("dala_mirrored_s64", ir::s32_type, {ir::s64_type, ir::s32_type}, [&] {
    const std::string s64 = type_name(ir::s64_type);
    return format(
        "if (b < 2) return b - 1;\n"
        "{} period = 2 * {}(b - 1);\n"
        "{} at = a % period;\n"
        "if (at < 0) at = -at;\n"
        "return int(at < b ? at : period - at);",
        s64, s64, s64);
  });
  return call("dala_mirrored_s64", {value, size});
}

std::string CPrinter::tensor_len(std::uint32_t tensor) {
  return at_top(format("len {}", tensor), tensor_names_[tensor] + "_len", Scalar::s32,
                [&] { return launch_int(launch::of_tensor(tensor) + launch::len).text; });
}

std::string CPrinter::tensor_size(std::uint32_t tensor, std::size_t axis) {
  return at_top(format("shape {} {}", tensor, axis),
                format("{}_shape_{}", tensor_names_[tensor], axis), Scalar::s32,
                [&] { return launch_int(launch::of_tensor(tensor) + launch::shape + axis).text; });
}

// A flat index; outside the tensor where one of several is outside its axis.
Piece CPrinter::locate(std::uint32_t tensor, const std::vector<ir::ExprId>& indices,
                       ir::Edge edge) {
  if (indices.size() == 1) {
    if (edge == ir::Edge::zero) return index(indices[0]);
    return inside(indices[0], {tensor_len(tensor)}, edge);
  }
  std::vector<Piece> args;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Piece size{tensor_size(tensor, i)};
    args.push_back(inside(indices[i], size, edge));
    args.push_back(size);
  }
  const std::string name = format("dala_at_{}", indices.size());
  define_text(name, [&] {
    std::string list;
    std::string checks;
    std::string flat;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const std::string_view comma = i == 0 ? "" : ", ";
      list += format("{}int i{}, int n{}", comma, i, i);
      checks += format("{}i{} < 0 || i{} >= n{}", i == 0 ? "" : " || ", i, i, i);
      if (i > 1) flat = format("({})", flat);
      flat = i == 0 ? "i0" : format("{} * n{} + i{}", flat, i, i);
    }
    return format("{}int {}({}) {{\n  if ({}) return -1;\n  return {};\n}}\n\n", function_words(),
                  name, list, checks, flat);
  });
  return call(name, args);
}

// Local arrays are one longer than in the source, with a zero behind the end, so that a load needs
// no branch.
Piece CPrinter::element(const ir::Expr& e) {
  const std::string& name = local_names_[e.index];
  const std::uint32_t length = function_->locals[e.index].type.length;
  if (const auto known = known_index(e.args[0], length)) return {format("{}[{}]", name, *known)};
  const Piece at = index(e.args[0]);
  define("dala_slot", u32_type, {u32_type, u32_type}, [] { return "return a < b ? a : b;"; });
  return {format("{}[dala_slot({}, {})]", name, converted(u32_type, at).text,
                 whole(Scalar::u32, length))};
}

Piece CPrinter::shared_element(const ir::Expr& e) {
  if (const auto known = known_index(e.args[0], module_.shared[e.index].type.length))
    return as_loaded(e.index, format("{}[{}]", shared_names_[e.index], *known));
  return load_shared(e.index, index(e.args[0]));
}

Piece CPrinter::query(const ir::Expr& e) {
  const std::size_t base = launch::of_tensor(e.index);
  if (e.query == ir::Query::len) return {tensor_len(e.index)};
  if (e.query == ir::Query::rank)
    return {at_top(format("rank {}", e.index), tensor_names_[e.index] + "_rank", Scalar::s32,
                   [&] { return launch_int(base + launch::rank).text; })};
  const bool shape = e.query == ir::Query::shape;
  const std::size_t first = base + (shape ? launch::shape : launch::stride);
  const auto known = known_index(e.args[0], Shape::max_rank);
  if (!known) return load_axis(first, index(e.args[0]));
  if (shape) return {tensor_size(e.index, *known)};
  return {at_top(format("stride {} {}", e.index, *known),
                 format("{}_stride_{}", tensor_names_[e.index], *known), Scalar::s32,
                 [&] { return launch_int(first + *known).text; })};
}

}  // namespace dala::kernel

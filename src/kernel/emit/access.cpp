// Indices, arrays, and what is known about tensors.
#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

using ir::ExprKind;
using ir::Scalar;

std::optional<std::uint64_t> CPrinter::known_index(ir::ExprId id, std::uint32_t length) const {
  const ir::Expr& e = module_.exprs[id];
  if (e.kind != ExprKind::constant || e.bits >= length) return std::nullopt;
  return e.bits;
}

std::string CPrinter::tensor_len(std::uint32_t tensor) {
  return at_top(format("len {}", tensor), tensor_names_[tensor] + "_len", module_.index, [&] {
    return launch_number(launch::of_tensor(tensor) + launch::len, module_.index).text;
  });
}

std::string CPrinter::tensor_size(std::uint32_t tensor, std::size_t axis) {
  return at_top(format("shape {} {}", tensor, axis),
                format("{}_shape_{}", tensor_names_[tensor], axis), module_.index, [&] {
                  const std::size_t first = launch::of_tensor(tensor) + launch::shape;
                  return launch_number(first + axis, module_.index).text;
                });
}

// Local arrays are one longer than in the source, with a zero behind the end, so that a load needs
// no branch.
Piece CPrinter::element(const ir::Expr& e) {
  const std::string& name = local_names_[e.index];
  const std::uint32_t length = function_->locals[e.index].type.length;
  if (const auto known = known_index(e.args[0], length)) return {format("{}[{}]", name, *known)};
  const Piece at = expr(e.args[0]);
  define("dala_slot", ir::u32_type, {ir::u32_type, ir::u32_type},
         [] { return "return a < b ? a : b;"; });
  return {format("{}[dala_slot({}, {})]", name, converted(ir::u32_type, at).text,
                 whole(Scalar::u32, length))};
}

Piece CPrinter::shared_element(const ir::Expr& e) {
  if (const auto known = known_index(e.args[0], module_.shared[e.index].type.length))
    return as_loaded(e.index, format("{}[{}]", shared_names_[e.index], *known));
  return load_shared(e.index, expr(e.args[0]));
}

Piece CPrinter::query(const ir::Expr& e) {
  const std::size_t base = launch::of_tensor(e.index);
  if (e.query == ir::Query::len) return {tensor_len(e.index)};
  if (e.query == ir::Query::rank)
    return {at_top(format("rank {}", e.index), tensor_names_[e.index] + "_rank", Scalar::s32,
                   [&] { return launch_number(base + launch::rank, Scalar::s32).text; })};
  const bool shape = e.query == ir::Query::shape;
  const std::size_t first = base + (shape ? launch::shape : launch::stride);
  const auto known = known_index(e.args[0], Shape::max_rank);
  if (!known) return load_axis(first, expr(e.args[0]));
  if (shape) return {tensor_size(e.index, *known)};
  return {at_top(format("stride {} {}", e.index, *known),
                 format("{}_stride_{}", tensor_names_[e.index], *known), module_.index,
                 [&] { return launch_number(first + *known, module_.index).text; })};
}

}  // namespace dala::kernel

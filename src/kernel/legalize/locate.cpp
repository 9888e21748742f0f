#include "kernel/legalize/locate.hpp"

#include <algorithm>
#include <limits>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

namespace {

constexpr std::string_view narrow = "narrow_indices";
constexpr std::string_view wide = "wide_indices";

}  // namespace

// A u32 comes as an s64, which not every target has, so it is looked through.
ir::ExprId Locator::narrowed(ir::ExprId index) {
  const ir::Expr e = b_.module().exprs[index];
  if (e.type == ir::s32_type) return index;
  if (e.kind == ir::ExprKind::constant)
    return b_.whole(
        std::clamp<std::int64_t>(ir::as_s64(e.bits), -1, std::numeric_limits<std::int32_t>::max()));
  if (e.kind == ir::ExprKind::cast && b_.type_of(e.args[0]) == ir::u32_type)
    return b_.call(runtime_.function(narrow, "dala_index_u32"), {e.args[0]});
  return b_.call(runtime_.function(narrow, "dala_index_s64"), {index});
}

ir::ExprId Locator::fitted(ir::ExprId index) {
  if (b_.module().index == ir::Scalar::s32) return narrowed(index);
  const ir::Expr& e = b_.module().exprs[index];
  if (e.kind == ir::ExprKind::constant) return b_.whole(ir::as_s64(e.bits), ir::Scalar::s64);
  return b_.cast(index, ir::s64_type);
}

ir::ExprId Locator::mirrored(ir::ExprId index, ir::ExprId size) {
  if (b_.module().index == ir::Scalar::s64)
    return b_.call(runtime_.function(wide, "dala_mirrored_wide"), {fitted(index), size});
  const ir::Expr e = b_.module().exprs[index];
  if (e.type == ir::s32_type)
    return b_.call(runtime_.function(narrow, "dala_mirrored_s32"), {index, size});
  if (e.kind == ir::ExprKind::cast && b_.type_of(e.args[0]) == ir::u32_type)
    return b_.call(runtime_.function(narrow, "dala_mirrored_u32"), {e.args[0], size});
  return b_.call(runtime_.function(narrow, "dala_mirrored_s64"), {index, size});
}

// Without a branch, which costs more than what it saves.
ir::ExprId Locator::mirrored_once(ir::ExprId index, ir::ExprId size) {
  const bool is_wide = b_.module().index == ir::Scalar::s64;
  const std::uint32_t function = is_wide ? runtime_.function(wide, "dala_mirrored_once_wide")
                                         : runtime_.function(narrow, "dala_mirrored_once");
  return b_.call(function, {fitted(index), size});
}

ir::ExprId Locator::moved(ir::ExprId index, ir::ExprId size, ir::Edge edge) {
  switch (edge) {
    case ir::Edge::zero:
    case ir::Edge::inside:
      return fitted(index);
    case ir::Edge::clamped:
      return b_.call(runtime_.function("indices", "dala_clamped", b_.module().index),
                     {fitted(index), size});
    case ir::Edge::mirrored:
      return mirrored(index, size);
  }
  std::unreachable();
}

ir::ExprId Locator::flat(std::uint32_t tensor, const std::vector<ir::ExprId>& indices,
                         ir::Edge edge) {
  if (indices.size() == 1) {
    const bool is_moved = edge == ir::Edge::clamped || edge == ir::Edge::mirrored;
    return is_moved ? moved(indices[0], b_.len(tensor), edge) : fitted(indices[0]);
  }
  std::vector<ir::ExprId> args;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto axis = static_cast<std::int64_t>(i);
    args.push_back(moved(indices[i], b_.size(tensor, axis), edge));
    args.push_back(b_.size(tensor, axis));
  }
  const std::string name = format("dala_at_{}", indices.size());
  return b_.call(runtime_.function("indices", name, b_.module().index), std::move(args));
}

}  // namespace dala::kernel

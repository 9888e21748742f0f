// Making IR: small steps that all of lowering uses.
#include <array>
#include <utility>

#include "core/format.hpp"
#include "core/nearest.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

using ir::ExprKind;

ir::ExprId Lowerer::error() { return add(ir::Expr{.type = ir::error_type}); }

ir::ExprId Lowerer::splat(ir::ExprId value, ir::Type type) {
  return is_error(value) ? value : Builder::splat(value, type);
}

ir::ExprId Lowerer::cast(ir::ExprId value, ir::Type type) {
  const ir::Expr from = module_.exprs[value];
  if (from.type == type) return value;
  if (from.kind == ExprKind::constant && type.is_scalar())
    return constant(type.scalar, ir::cast(from.type.scalar, type.scalar, from.bits));
  return Builder::cast(value, type);
}

ir::ExprId Lowerer::as_index(ir::ExprId value) {
  const ir::Scalar scalar = type_of(value).scalar;
  if (scalar == ir::Scalar::u32) return cast(value, ir::s64_type);
  if (ir::is_narrow(scalar)) return cast(value, ir::s32_type);
  return value;
}

std::uint32_t Lowerer::new_local(std::string_view name, ir::Type type, Span span, bool is_fixed) {
  if (function_->locals.size() >= ir::max_locals)
    report(Code::too_many, span,
           format("the function has more than {} variables and temporaries", ir::max_locals),
           "move a part of it to a helper function");
  fixed_.push_back(is_fixed);
  return Builder::new_local(type, std::string(name));
}

bool Lowerer::is_stable(ir::ExprId value) const {
  const ir::Expr& e = module_.exprs[value];
  switch (e.kind) {
    case ExprKind::constant:
    case ExprKind::param:
    case ExprKind::position:
      return true;
    case ExprKind::local:
      return fixed_[e.index];
    default:
      return false;
  }
}

ir::ExprId Lowerer::keep(ir::ExprId value) {
  if (is_stable(value)) return value;
  const std::uint32_t temporary = new_local({}, type_of(value), {}, true);
  emit({.kind = ir::StmtKind::store, .target = temporary, .value = value});
  note_temporary(temporary, {block_->back()});
  return local(temporary);
}

void Lowerer::keep_before(std::size_t position, std::vector<ir::ExprId>& values) {
  for (ir::ExprId& value : values) {
    if (is_stable(value)) continue;
    const std::uint32_t temporary = new_local({}, type_of(value), {}, true);
    const ir::StmtId id = nested([&] { Builder::store(temporary, value); }).front();
    block_->insert(block_->begin() + static_cast<std::ptrdiff_t>(position++), id);
    note_temporary(temporary, {id});
    value = local(temporary);
  }
}

void Lowerer::begin_scopes() {
  scopes_.assign(1, shared_scope_);
  scopes_.emplace_back();
}

const Symbol* Lowerer::find(std::string_view name) const {
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const auto found = scopes_[i].find(name);
    if (found != scopes_[i].end()) return &found->second;
  }
  return nullptr;
}

std::string Lowerer::suggest(std::string_view name, const std::vector<std::string_view>& known) {
  const std::string_view best = nearest(name, known);
  return best.empty() ? std::string() : format("did you mean `{}`?", best);
}

}  // namespace dala::kernel

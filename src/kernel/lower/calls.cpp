// Calls of helpers, constructors, atomics, subgroup operations and methods.
#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "kernel/lower/habits.hpp"
#include "kernel/lower/lowerer.hpp"
#include "kernel/prelude/prelude.hpp"

namespace dala::kernel {

bool Lowerer::check_count(const SynExpr& expr, std::size_t found, std::size_t wanted) {
  if (found == wanted) return true;
  report(Code::wrong_argument_count, expr.span,
         format("`{}` takes {} argument{}, found {}", expr.text, wanted, wanted == 1 ? "" : "s",
                found));
  return false;
}

ir::ExprId Lowerer::lower_call(const SynExpr& expr, ir::Type hint) {
  if (const auto op = ir::math_op_from_name(expr.text)) return lower_math(expr, *op, hint);
  for (const Helper& helper : helpers_)
    if (helper.function->name == expr.text) return lower_helper_call(expr, helper);
#define ATOMIC(name) \
  if (expr.text == "atomic_" #name) return lower_atomic(expr, ir::AtomicOp::name##_);
#define SUBGROUP(name, arguments) \
  if (expr.text == "subgroup_" #name) return lower_subgroup(expr, ir::SubgroupOp::name);
#define TILE(name) \
  if (expr.text == "tile_" #name) return lower_tile(expr, ir::TileOp::name);
#include "kernel/ir/ops.inc"
  if (expr.text == "sync_cube") return lower_sync(expr);
  if (expr.text == "print") return lower_print(expr);
  if (const auto type = ir::type_from_name(expr.text)) {
    if (type->is_vector()) return lower_construct(expr, *type);
    report(Code::unknown_function, expr.text_span,
           format("`{}` is a type, not a function", expr.text),
           format("convert with `x as {}`", expr.text));
    return error();
  }
  std::vector<std::string_view> known = {"sync_cube", "print"};
#define X(name, arguments, kind) known.emplace_back(#name);
#include "kernel/ir/math_ops.inc"
#undef X
#define ATOMIC(name) known.emplace_back("atomic_" #name);
#define SUBGROUP(name, arguments) known.emplace_back("subgroup_" #name);
#define TILE(name) known.emplace_back("tile_" #name);
#include "kernel/ir/ops.inc"
  for (const std::string_view name : prelude::names()) known.push_back(name);
  for (const Helper& helper : helpers_)
    if (!helper.is_prelude) known.push_back(helper.function->name);
  const std::string_view ours = own_way(expr.text);
  report(Code::unknown_function, expr.text_span, format("there is no function `{}`", expr.text),
         ours.empty() ? suggest(expr.text, known) : format("write `{}`", ours));
  return error();
}

ir::ExprId Lowerer::lower_helper_call(const SynExpr& expr, const Helper& helper) {
  if (!check_count(expr, expr.args.size(), helper.arguments.size())) return error();
  std::vector<ir::ExprId> args;
  bool good = true;
  for (std::size_t i = 0; i < expr.args.size(); ++i) {
    const ir::Type want = helper.arguments[i];
    in_order(args, [&] { return lower_expr(expr.args[i], want); });
    good = expect(args.back(), want, syn(expr.args[i]).span,
                  format("argument `{}`", helper.function->parameters[i].name)) &&
           good;
  }
  if (!good || helper.result == ir::error_type) return error();
  return add(ir::Expr{.kind = ir::ExprKind::call,
                      .type = helper.result,
                      .index = helper.index,
                      .args = std::move(args)});
}

ir::ExprId Lowerer::lower_construct(const SynExpr& expr, ir::Type type) {
  std::vector<ir::ExprId> values;
  std::size_t lanes = 0;
  for (syntax::ExprId arg : expr.args) {
    in_order(values, [&] { return lower_expr(arg, type.lane()); });
    cut(values.back(), type.lane());
    const ir::Type found = type_of(values.back());
    if (found == ir::error_type) return error();
    if (is_too_wide(found, type.lane())) {
      report_too_wide(syn(arg).span, type.lane(), "a lane");
      return error();
    }
    if (found.scalar != type.scalar || found.is_array()) {
      report(Code::wrong_argument_type, syn(arg).span,
             format("`{}` is made of {} values, found {}", expr.text, to_string(type.lane()),
                    to_string(found)),
             found.is_scalar() ? cast_hint(syn(arg).span, found, type.lane()) : "");
      return error();
    }
    lanes += found.lanes;
  }
  ir::Expr construct{.kind = ir::ExprKind::construct, .type = type};
  if (values.size() == 1 && type_of(values[0]).is_scalar()) {
    construct.args = std::move(values);
    return add(std::move(construct));
  }
  if (lanes != type.lanes) {
    report(Code::wrong_argument_count, expr.span,
           format("`{}` needs {} lanes in all, found {}", expr.text, type.lanes, lanes),
           format("one scalar, as in `{}(0)`, fills all lanes", expr.text));
    return error();
  }
  for (ir::ExprId value : values) {
    const std::uint8_t count = type_of(value).lanes;
    if (count == 1) {
      construct.args.push_back(value);
      continue;
    }
    const ir::ExprId kept = keep(value);
    for (std::uint8_t i = 0; i < count; ++i) construct.args.push_back(lane(kept, i));
  }
  return add(std::move(construct));
}

ir::ExprId Lowerer::lower_sync(const SynExpr& expr) {
  if (!check_count(expr, expr.args.size(), 0)) return error();
  if (!check_in_cube(expr.text, expr.span)) return error();
  emit({.kind = ir::StmtKind::sync, .span = expr.span});
  return add(ir::Expr{.type = ir::void_type});
}

// Units can only meet in a kernel that has cubes.
bool Lowerer::check_in_cube(std::string_view name, Span span) {
  if (!in_kernel_) {
    report(Code::tensor_outside_kernel, span, format("`{}` can only stand in the kernel", name));
    return false;
  }
  if (!module_.has_cube) {
    report(Code::cube_needed, span, format("`{}` needs a kernel with cubes", name),
           "write `#[cube(256)]` before the kernel");
    return false;
  }
  return true;
}

bool Lowerer::check_subgroups(std::string_view name, Span span) {
  if (!check_in_cube(name, span)) return false;
  const std::uint32_t units = module_.cube[0] * module_.cube[1] * module_.cube[2];
  if (units % ir::subgroup_units == 0) return true;
  report(Code::cube_needed, span,
         format("`{}` needs cubes of whole subgroups of {} units; this one has {}", name,
                ir::subgroup_units, units));
  return false;
}

ir::ExprId Lowerer::lower_subgroup(const SynExpr& expr, ir::SubgroupOp op) {
  if (!check_count(expr, expr.args.size(), ir::arguments_of(op))) return error();
  if (!check_subgroups(expr.text, expr.span)) return error();
  std::vector<ir::ExprId> args;
  in_order(args, [&] { return lower_expr(expr.args[0]); });
  if (expr.args.size() == 2) in_order(args, [&] { return lower_expr(expr.args[1], ir::s32_type); });
  if (is_error(args[0])) return error();
  const ir::Type type = type_of(args[0]);
  if (!ir::takes(op, type)) {
    report(Code::subgroup_type, syn(expr.args[0]).span,
           format("`{}` takes {}, found {}", expr.text,
                  op == ir::SubgroupOp::ballot ? "bool" : "a number of 4 or 8 bytes",
                  to_string(type)));
    return error();
  }
  if (args.size() == 2) {
    // Its lower bits are all that counts.
    if (is_too_wide(type_of(args[1]), ir::s32_type)) args[1] = cast(args[1], ir::s32_type);
    if (!expect(args[1], ir::s32_type, syn(expr.args[1]).span)) return error();
  }
  const ir::Scalar kept = ir::result_of(op, type).scalar;
  if (std::ranges::find(exchanged_, kept) == exchanged_.end()) {
    exchanged_.push_back(kept);
    check_shared_bytes(expr.span);
  }
  const std::uint32_t result = new_local({}, ir::result_of(op, type), expr.span, true);
  emit({.kind = ir::StmtKind::subgroup,
        .span = expr.span,
        .subgroup = op,
        .result = result,
        .value = args[0],
        .end = args.size() == 2 ? args[1] : ir::none});
  return local(result);
}

ir::ExprId Lowerer::lower_atomic(const SynExpr& expr, ir::AtomicOp op) {
  if (!check_count(expr, expr.args.size(), 2)) return error();
  const SynExpr& target = syn(expr.args[0]);
  if (target.kind != syntax::ExprKind::index) {
    report(
        Code::atomic_target, target.span,
        format("the first argument of `{}` is an element of a tensor or shared array", expr.text),
        format("write `{}(t[i], x)`", expr.text));
    return error();
  }
  Place place = index_place(target, true);
  if (place.kind == Place::Kind::error) return error();
  const bool good_kind = place.kind == Place::Kind::tensor || place.kind == Place::Kind::shared;
  if (good_kind && place.type == ir::f32_type && !ir::takes(op, place.type)) {
    report(Code::atomic_target, target.span,
           format("`{}` works on s32 and u32 elements, found f32", expr.text),
           "elements of f32 have `atomic_add` and `atomic_exchange`");
    return error();
  }
  if (!good_kind || !ir::takes(op, place.type)) {
    report(Code::atomic_target, target.span,
           format("atomics work on s32 and u32 elements of tensors and shared arrays, found {}{}",
                  good_kind ? "" : "a local ", to_string(place.type)));
    return error();
  }
  in_order(place.indices, [&] { return lower_expr(expr.args[1], place.type); });
  ir::ExprId value = place.indices.back();
  place.indices.pop_back();
  if (!expect(value, place.type, syn(expr.args[1]).span)) return error();
  const std::uint32_t result = new_local({}, place.type, expr.span, true);
  emit({.kind = ir::StmtKind::atomic,
        .span = expr.span,
        .atomic = op,
        .on_shared = place.kind == Place::Kind::shared,
        .target = place.index,
        .result = result,
        .indices = std::move(place.indices),
        .value = value});
  return local(result);
}

ir::ExprId Lowerer::lower_method(const SynExpr& expr) {
  const SynExpr& base = syn(expr.args[0]);
  const Symbol* symbol = base.kind == syntax::ExprKind::name ? find(base.text) : nullptr;
  if (symbol != nullptr && symbol->kind == Symbol::Kind::tensor)
    return lower_tensor_method(expr, symbol->index);
  if (symbol != nullptr && expr.text == "len") {
    ir::Type type;
    if (symbol->kind == Symbol::Kind::local) type = function_->locals[symbol->index].type;
    if (symbol->kind == Symbol::Kind::shared) type = module_.shared[symbol->index].type;
    if (type.is_array()) {
      if (!check_count(expr, expr.args.size() - 1, 0)) return error();
      return constant(ir::Scalar::s32, type.length);
    }
  }
  std::string hint = "only tensors have methods; arrays have `len()`";
#define X(name, arguments, kind) \
  if (expr.text == #name)        \
    hint = format("write `{}({}{})`", #name, quotable(base.span), (arguments) > 1 ? ", ..." : "");
#include "kernel/ir/math_ops.inc"
#undef X
  if (quotable(base.span).empty()) hint = "only tensors have methods";
  // A mistake in the value itself is the better message.
  if (symbol == nullptr && is_error(lower_expr(expr.args[0]))) return error();
  report(Code::unknown_method, expr.text_span, format("there is no method `{}` here", expr.text),
         hint);
  return error();
}

ir::ExprId Lowerer::lower_tensor_method(const SynExpr& expr, std::uint32_t tensor) {
  ir::Expr query{.kind = ir::ExprKind::query, .type = {}, .index = tensor};
  if (expr.text == "clamped" || expr.text == "mirrored") {
    std::vector<ir::ExprId> indices = lower_indices(expr, 1);
    if (indices.empty()) return error();
    widen_indices(indices, expr);
    use_rank(tensor, indices.size(), expr.span);
    return Builder::load(tensor, std::move(indices),
                         expr.text == "clamped" ? ir::Edge::clamped : ir::Edge::mirrored);
  }
  if (expr.text == "len" || expr.text == "rank") {
    query.query = expr.text == "len" ? ir::Query::len : ir::Query::rank;
    query.type = ir::type_of(query.query, module_.index);
    return check_count(expr, expr.args.size() - 1, 0) ? add(std::move(query)) : error();
  }
  if (expr.text == "shape" || expr.text == "stride") {
    query.query = expr.text == "shape" ? ir::Query::shape : ir::Query::stride;
    query.type = ir::type_of(query.query, module_.index);
    if (!check_count(expr, expr.args.size() - 1, 1)) return error();
    ir::ExprId axis = lower_expr(expr.args[1], ir::s32_type);
    const bool is_index = is_too_wide(type_of(axis), ir::s32_type);  // which will do as well
    if (!is_index && !expect(axis, ir::s32_type, syn(expr.args[1]).span, "an axis")) return error();
    query.args = {axis};
    return add(std::move(query));
  }
  std::string hint = suggest(expr.text, {"len", "rank", "shape", "stride", "clamped", "mirrored"});
  if (hint.empty())
    hint = "tensors have len(), rank(), shape(d), stride(d), clamped(...) and mirrored(...)";
  report(Code::unknown_method, expr.text_span, format("tensors have no method `{}`", expr.text),
         hint);
  return error();
}

}  // namespace dala::kernel

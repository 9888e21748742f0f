// Helper functions: their signatures, their order, their bodies.
#include <algorithm>

#include "core/format.hpp"
#include "kernel/lower/lowerer.hpp"
#include "kernel/prelude/prelude.hpp"

namespace dala::kernel {

namespace {

bool is_reserved_function(std::string_view name) {
#define TILE(op) \
  if (name == "tile_" #op) return true;
#include "kernel/ir/ops.inc"
  return ir::math_op_from_name(name) || name == "sync_cube" || name == "print" ||
         name.starts_with("atomic_") || name.starts_with("subgroup_") || prelude::has(name);
}

bool is_kernel(const syntax::Function& function) {
  return !function.has_name ||
         std::ranges::any_of(function.parameters, [](const syntax::Parameter& p) {
           return p.type.kind == syntax::TypeName::Kind::tensor || p.is_output;
         });
}

}  // namespace

void Lowerer::run() {
  collect_constants();
  const syntax::Function* kernel = nullptr;
  for (std::size_t i = 0; i < tree_.functions.size(); ++i) {
    const syntax::Function& function = tree_.functions[i];
    if (i >= tree_.own_functions) {
      add_helper(function, true);
    } else if (!is_kernel(function)) {
      collect_helper(function);
    } else if (kernel == nullptr) {
      kernel = &function;
    } else {
      report(Code::two_kernels, function.name_span, "a second kernel: a source holds exactly one",
             "functions without tensors are helpers; register this kernel on its own");
    }
  }
  if (kernel == nullptr && !options_.is_library && !diagnostics_.any())
    report(Code::no_kernel, tree_.functions.empty() ? Span{} : tree_.functions[0].name_span,
           "the source has no kernel: a function with tensors among its parameters",
           "write `fn name(input: Tensor<f32>, output: &mut Tensor<f32>) { ... }`");
  sort_functions();
  for (std::size_t helper : order_) lower_helper(helpers_[helper]);
  if (kernel != nullptr) lower_kernel(*kernel);
}

void Lowerer::collect_helper(const syntax::Function& function) {
  if (function.cube_span || !function.over.empty())
    report(Code::bad_attribute, function.cube_span.value_or(function.over_span),
           "this attribute belongs to a kernel, not to a helper function");
  if (is_reserved_function(function.name))
    report(Code::shadowed_builtin, function.name_span,
           format("`{}` is a function of the language", function.name), "choose another name");
  check_name(function.name, function.name_span);
  for (const Helper& other : helpers_)
    if (other.function->name == function.name)
      report(Code::duplicate_name, function.name_span,
             format("there are two functions called `{}`", function.name));
  if (helpers_.size() >= ir::max_functions)
    report(Code::too_many, function.name_span,
           format("a source holds at most {} helper functions", ir::max_functions));
  else if (!prelude::has(function.name))  // calls mean the language's own
    add_helper(function, false);
}

void Lowerer::add_helper(const syntax::Function& function, bool is_prelude) {
  Helper helper;
  helper.function = &function;
  helper.is_prelude = is_prelude;
  for (const syntax::Parameter& p : function.parameters) {
    ir::Type type = lower_type(p.type);
    if (type.is_array()) {
      report(Code::bad_param_type, p.type.span, "arrays cannot be arguments",
             "pass scalars and vectors");
      type = ir::error_type;
    }
    helper.arguments.push_back(type);
  }
  if (function.result) {
    helper.result = lower_type(*function.result);
  } else {
    report(Code::missing_return, function.name_span,
           format("`{}` has no result, which is all a helper function can give", function.name),
           "add `-> f32` before its body; a kernel takes at least one tensor");
    helper.result = ir::error_type;
  }
  helpers_.push_back(std::move(helper));
}

// The parser numbers expressions in the order of the text, so a function's calls are found without
// walking its tree.
void Lowerer::collect_calls() {
  for (Helper& helper : helpers_) {
    for (syntax::ExprId i = helper.function->first_expr; i < helper.function->end_expr; ++i) {
      if (syn(i).kind != syntax::ExprKind::call) continue;
      for (std::size_t callee = 0; callee < helpers_.size(); ++callee) {
        if (helpers_[callee].function->name != syn(i).text) continue;
        if (std::ranges::find(helper.calls, callee) != helper.calls.end()) continue;
        helper.calls.push_back(callee);
        helper.call_spans.push_back(syn(i).span);
      }
    }
  }
}

void Lowerer::sort_functions() {
  collect_calls();
  for (std::size_t i = 0; i < helpers_.size(); ++i) order_helper(i);
}

// Depth first, callees before callers; at most max_functions deep.
void Lowerer::order_helper(std::size_t index) {
  Helper& helper = helpers_[index];
  if (helper.state != Helper::State::fresh) return;
  helper.state = Helper::State::open;
  helper.depth = 1;
  for (std::size_t i = 0; i < helper.calls.size(); ++i) {
    const Helper& callee = helpers_[helper.calls[i]];
    if (callee.state == Helper::State::open)
      report(Code::recursion, helper.call_spans[i],
             format("`{}` calls itself, directly or through others", callee.function->name),
             "use a loop");
    order_helper(helper.calls[i]);
    helper.depth = std::max(helper.depth, callee.depth + 1);
  }
  if (helper.depth > ir::max_call_depth)
    report(Code::too_many, helper.function->name_span,
           format("calls are nested deeper than {}", ir::max_call_depth));
  helper.state = Helper::State::done;
  helper.index = static_cast<std::uint32_t>(order_.size());
  order_.push_back(index);
}

void Lowerer::lower_helper(const Helper& helper) {
  const syntax::Function& written = *helper.function;
  ir::Function function{.name = std::string(written.name),
                        .arguments = static_cast<std::uint32_t>(written.parameters.size()),
                        .result = helper.result};
  function_ = &function;
  fixed_.clear();
  variables_.clear();
  array_words_ = 0;
  begin_scopes();
  // The prelude's functions know nothing of the source they are added to.
  if (helper.is_prelude) scopes_[0].clear();
  for (std::size_t i = 0; i < written.parameters.size(); ++i) {
    const syntax::Parameter& p = written.parameters[i];
    const std::uint32_t index = new_local(p.name, helper.arguments[i], p.span, true);
    declare(p.name, p.span, {Symbol::Kind::local, index, false});
  }
  const syntax::Block& block = tree_.blocks[written.body];
  block_ = &function.body;
  scopes_.emplace_back();
  for (syntax::StmtId stmt : block.statements) lower_statement(tree_.stmts[stmt]);
  const SynExpr* tail = block.tail == syntax::none ? nullptr : &syn(block.tail);
  // An `if` whose arms return instead of having values.
  const bool returns_inside = tail != nullptr && tail->kind == syntax::ExprKind::conditional &&
                              tree_.blocks[tail->block].tail == syntax::none;
  if (returns_inside) {
    lower_branch(*tail);
  } else if (tail != nullptr) {
    ir::ExprId value = lower_expr(block.tail, helper.result);
    expect(value, helper.result, tail->span, "the result");
    emit({.kind = ir::StmtKind::return_, .span = tail->span, .value = value});
  }
  if (!diagnostics_.any() && !always_returns(function.body))
    report(Code::missing_return, written.name_span,
           format("`{}` does not return a value on every path", written.name),
           format("end it with an expression of type {} without `;`", to_string(helper.result)));
  scopes_.clear();
  function_ = nullptr;
  block_ = nullptr;
  module_.functions.push_back(std::move(function));
}

bool Lowerer::always_returns(const Statements& statements) const {
  for (ir::StmtId id : statements) {
    const ir::Stmt& s = module_.stmts[id];
    if (s.kind == ir::StmtKind::return_) return true;
    if (s.kind == ir::StmtKind::branch && always_returns(s.body) && always_returns(s.other))
      return true;
    if (s.kind == ir::StmtKind::while_loop) {
      const ir::Expr& condition = module_.exprs[s.value];
      if (condition.kind == ir::ExprKind::constant && condition.bits == 1 && !has_break(s.body))
        return true;
    }
  }
  return false;
}

bool Lowerer::has_break(const Statements& statements) const {
  return std::ranges::any_of(statements, [&](ir::StmtId id) {
    const ir::Stmt& s = module_.stmts[id];
    return s.kind == ir::StmtKind::break_ ||
           (s.kind == ir::StmtKind::branch && (has_break(s.body) || has_break(s.other)));
  });
}

}  // namespace dala::kernel

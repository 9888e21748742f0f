#include "kernel/fuse/element_function.hpp"

#include <algorithm>

#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

namespace {

// Which locals the outputs depend on. Those that only say where the own element is are not among
// them: `let i = ABSOLUTE_POS;`.
class Needed {
 public:
  explicit Needed(const ir::Module& module)
      : module_(module), locals_(module.kernel.locals.size(), false) {
    do {
      grew_ = false;
      block(module.kernel.body);
    } while (grew_);
  }

  // Whether the statement has a part in what is written.
  [[nodiscard]] bool operator()(const ir::Stmt& s) const {
    const bool writes_local = s.kind == ir::StmtKind::store ||
                              s.kind == ir::StmtKind::store_element || s.kind == ir::StmtKind::fill;
    return !writes_local || locals_[s.target];
  }

 private:
  void block(const std::vector<ir::StmtId>& body) {
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      if (!(*this)(s)) continue;
      if (s.kind != ir::StmtKind::store_tensor)
        for (const ir::ExprId index : s.indices) expression(index);
      if (s.value != ir::none) expression(s.value);
      if (s.end != ir::none) expression(s.end);
      block(s.body);
      block(s.other);
    }
  }

  void expression(ir::ExprId id) {
    const ir::Expr& e = module_.exprs[id];
    if (e.kind == ir::ExprKind::load_tensor) return;
    if ((e.kind == ir::ExprKind::local || e.kind == ir::ExprKind::element) && !locals_[e.index]) {
      locals_[e.index] = true;
      grew_ = true;
    }
    for (const ir::ExprId arg : e.args) expression(arg);
  }

  const ir::Module& module_;
  std::vector<bool> locals_;
  bool grew_ = false;
};

bool has_known_axis(const ir::Module& module, const ir::Expr& query) {
  return query.args.empty() || module.exprs[query.args[0]].kind == ir::ExprKind::constant;
}

bool is_good_expr(const ir::Module& module, ir::ExprId id) {
  const ir::Expr& e = module.exprs[id];
  if (e.kind == ir::ExprKind::position) return false;
  if (e.kind == ir::ExprKind::load_tensor) return true;  // at the own element, wherever that is
  if (e.kind == ir::ExprKind::query) return has_known_axis(module, e);
  return std::ranges::all_of(e.args, [&](ir::ExprId arg) { return is_good_expr(module, arg); });
}

bool is_good_block(const ir::Module& module, const Needed& needed,
                   const std::vector<ir::StmtId>& body) {
  return std::ranges::all_of(body, [&](ir::StmtId id) {
    const ir::Stmt& s = module.stmts[id];
    if (!needed(s)) return true;
    const auto good = [&](ir::ExprId e) { return e == ir::none || is_good_expr(module, e); };
    const bool good_indices =
        s.kind == ir::StmtKind::store_tensor || std::ranges::all_of(s.indices, good);
    return s.kind != ir::StmtKind::while_loop && good_indices && good(s.value) && good(s.end) &&
           is_good_block(module, needed, s.body) && is_good_block(module, needed, s.other);
  });
}

class Maker {
 public:
  Maker(ir::Module& out, const ir::Module& from, std::uint32_t output, std::uint32_t first_function)
      : out_(out), from_(from), needed_(from), output_(output), first_function_(first_function) {}

  ElementFunction make(std::string name) {
    // What is passed comes before the kernel's own locals, so it is counted first.
    collect(from_.kernel.body);
    ir::Function function;
    function.name = std::move(name);
    for (const std::uint32_t t : made_.tensors)
      function.locals.push_back({"", {from_.tensors[t].scalar}});
    for (const std::uint32_t p : made_.params)
      function.locals.push_back({from_.params[p].name, {from_.params[p].scalar}});
    for (std::size_t i = 0; i < made_.queries.size(); ++i)
      function.locals.push_back({"", ir::s32_type});
    arguments_ = static_cast<std::uint32_t>(function.locals.size());
    function.arguments = arguments_;
    function.locals.insert(function.locals.end(), from_.kernel.locals.begin(),
                           from_.kernel.locals.end());
    function.body = block(from_.kernel.body);
    function.result = made_.result;
    made_.index = static_cast<std::uint32_t>(out_.functions.size());
    out_.functions.push_back(std::move(function));
    return std::move(made_);
  }

 private:
  void collect(const std::vector<ir::StmtId>& body) {
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = from_.stmts[id];
      const bool is_store = s.kind == ir::StmtKind::store_tensor;
      if (!needed_(s) || (is_store && s.target != output_)) continue;
      if (is_store) made_.result = from_.exprs[s.value].type;
      if (!is_store)
        for (const ir::ExprId index : s.indices) collect_from(index);
      if (s.value != ir::none) collect_from(s.value);
      if (s.end != ir::none) collect_from(s.end);
      collect(s.body);
      collect(s.other);
    }
  }

  void collect_from(ir::ExprId id) {
    const ir::Expr& e = from_.exprs[id];
    if (e.kind == ir::ExprKind::load_tensor) return note(made_.tensors, e.index);
    if (e.kind == ir::ExprKind::param) return note(made_.params, e.index);
    if (e.kind == ir::ExprKind::query) {
      if (query_number(e) == made_.queries.size()) made_.queries.push_back(description(e));
      return;
    }
    for (const ir::ExprId arg : e.args) collect_from(arg);
  }

  static void note(std::vector<std::uint32_t>& list, std::uint32_t number) {
    if (std::ranges::find(list, number) == list.end()) list.push_back(number);
  }

  // All tensors have one shape, so it does not matter which one is asked.
  [[nodiscard]] ir::Expr description(const ir::Expr& query) const {
    return {.kind = ir::ExprKind::query,
            .type = ir::s32_type,
            .query = query.query,
            .bits = query.args.empty() ? 0 : from_.exprs[query.args[0]].bits};
  }
  [[nodiscard]] std::size_t query_number(const ir::Expr& query) const {
    const ir::Expr wanted = description(query);
    const auto found = std::ranges::find_if(made_.queries, [&](const ir::Expr& known) {
      return known.query == wanted.query && known.bits == wanted.bits;
    });
    return static_cast<std::size_t>(found - made_.queries.begin());
  }

  std::vector<ir::StmtId> block(const std::vector<ir::StmtId>& body) {
    std::vector<ir::StmtId> out;
    for (const ir::StmtId id : body) {
      ir::Stmt s = from_.stmts[id];
      const bool is_store = s.kind == ir::StmtKind::store_tensor;
      if (!needed_(s) || (is_store && s.target != output_)) continue;
      if (is_store) {
        s = {.kind = ir::StmtKind::return_, .span = s.span, .value = s.value};
      } else {
        s.target += arguments_;
      }
      for (ir::ExprId& index : s.indices) index = tree(index);
      if (s.value != ir::none) s.value = tree(s.value);
      if (s.end != ir::none) s.end = tree(s.end);
      s.body = block(s.body);
      s.other = block(s.other);
      out.push_back(static_cast<ir::StmtId>(out_.stmts.size()));
      out_.stmts.push_back(std::move(s));
      if (is_store) break;  // and with it the function ends
    }
    return out;
  }

  ir::ExprId tree(ir::ExprId id) {
    ir::Expr e = from_.exprs[id];
    const auto argument = [&](std::size_t number) {
      e = {
          .kind = ir::ExprKind::local, .type = e.type, .index = static_cast<std::uint32_t>(number)};
    };
    const auto place_in = [](const std::vector<std::uint32_t>& list, std::uint32_t number) {
      return static_cast<std::size_t>(std::ranges::find(list, number) - list.begin());
    };
    const std::size_t tensors = made_.tensors.size();
    switch (e.kind) {
      case ir::ExprKind::load_tensor:
        argument(place_in(made_.tensors, e.index));
        break;
      case ir::ExprKind::param:
        argument(tensors + place_in(made_.params, e.index));
        break;
      case ir::ExprKind::query:
        argument(tensors + made_.params.size() + query_number(e));
        break;
      case ir::ExprKind::local:
      case ir::ExprKind::element:
        e.index += arguments_;
        break;
      case ir::ExprKind::call:
        e.index += first_function_;
        break;
      default:
        break;
    }
    for (ir::ExprId& arg : e.args) arg = tree(arg);
    out_.exprs.push_back(std::move(e));
    return static_cast<ir::ExprId>(out_.exprs.size() - 1);
  }

  ir::Module& out_;
  const ir::Module& from_;
  Needed needed_;
  std::uint32_t output_;
  std::uint32_t first_function_;
  std::uint32_t arguments_ = 0;
  ElementFunction made_;
};

}  // namespace

bool can_be_function(const ir::Module& module) {
  return is_good_block(module, Needed(module), module.kernel.body);
}

ElementFunction add_element_function(ir::Module& out, const ir::Module& from, std::uint32_t output,
                                     std::uint32_t first_function, std::string name) {
  return Maker(out, from, output, first_function).make(std::move(name));
}

}  // namespace dala::kernel

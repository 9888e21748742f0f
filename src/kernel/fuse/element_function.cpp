#include "kernel/fuse/element_function.hpp"

#include <algorithm>

#include "kernel/ir/rewriter.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

// Which locals the outputs depend on. Those that only compute the invocation's own index are not
// among them: `let i = ABSOLUTE_POS;`.
class Needed {
 public:
  explicit Needed(const ir::Module& module)
      : module_(module), locals_(module.kernel.locals.size(), false) {
    do {
      grew_ = false;
      block(module.kernel.body);
    } while (grew_);
  }

  // Whether the statement contributes to a value that is written.
  [[nodiscard]] bool operator()(const ir::Stmt& s) const {
    const bool only_writes_local = ir::targets_local(s) && s.kind != ir::StmtKind::for_range;
    return !only_writes_local || locals_[s.target];
  }

  // The expressions that the statement evaluates, except the indices it writes at.
  template <typename Each>
  static void for_each_value(const ir::Stmt& s, Each&& each) {
    if (s.kind == ir::StmtKind::store_tensor) return each(s.value);
    ir::for_each_root(s, each);
  }

 private:
  void block(const std::vector<ir::StmtId>& body) {
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = module_.stmts[id];
      if (!(*this)(s)) continue;
      for_each_value(s, [&](ir::ExprId root) { expression(root); });
      block(s.body);
      block(s.other);
    }
  }

  void expression(ir::ExprId id) {
    const ir::Expr& e = module_.exprs[id];
    if (e.kind == ir::ExprKind::load_tensor) return;
    if (ir::reads_local(e) && !locals_[e.index]) {
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
  if (e.kind == ir::ExprKind::load_tensor)
    return true;  // the index is the invocation's own and not copied
  if (e.kind == ir::ExprKind::query) return has_known_axis(module, e);
  return std::ranges::all_of(e.args, [&](ir::ExprId arg) { return is_good_expr(module, arg); });
}

bool is_good_block(const ir::Module& module, const Needed& needed,
                   const std::vector<ir::StmtId>& body) {
  return std::ranges::all_of(body, [&](ir::StmtId id) {
    const ir::Stmt& s = module.stmts[id];
    if (!needed(s)) return true;
    bool good = s.kind != ir::StmtKind::while_loop;
    Needed::for_each_value(s, [&](ir::ExprId e) { good = good && is_good_expr(module, e); });
    return good && is_good_block(module, needed, s.body) && is_good_block(module, needed, s.other);
  });
}

class Maker : ir::Rewriter {
 public:
  Maker(ir::Builder& to, const ir::Module& from, std::uint32_t output, std::uint32_t first_function)
      : Rewriter(from, to), needed_(from), output_(output), first_function_(first_function) {}

  ElementFunction make(std::string name) {
    // Arguments come before the kernel's own locals, so they are numbered first.
    collect(from().kernel.body);
    ir::Function made;
    made.name = std::move(name);
    for (const std::uint32_t t : made_.tensors)
      made.locals.push_back({"", {from().tensors[t].scalar}});
    for (const std::uint32_t p : made_.params)
      made.locals.push_back({from().params[p].name, {from().params[p].scalar}});
    for (std::size_t i = 0; i < made_.queries.size(); ++i)
      made.locals.push_back({"", ir::s32_type});
    made.arguments = static_cast<std::uint32_t>(made.locals.size());
    first_local_ = made.arguments;
    const ir::Function& kernel = from().kernel;
    made.locals.insert(made.locals.end(), kernel.locals.begin(), kernel.locals.end());
    made.result = made_.result;
    ir::Function& outer = b_.function();
    b_.enter(made);
    made.body = block(kernel.body);
    b_.enter(outer);
    made_.index = static_cast<std::uint32_t>(b_.module().functions.size());
    b_.module().functions.push_back(std::move(made));
    return std::move(made_);
  }

 private:
  [[nodiscard]] bool has_part(const ir::Stmt& s) const {
    return needed_(s) && (s.kind != ir::StmtKind::store_tensor || s.target == output_);
  }

  void collect(const std::vector<ir::StmtId>& body) {
    for (const ir::StmtId id : body) {
      const ir::Stmt& s = from().stmts[id];
      if (!has_part(s)) continue;
      if (s.kind == ir::StmtKind::store_tensor) made_.result = from().exprs[s.value].type;
      Needed::for_each_value(s, [&](ir::ExprId root) { collect_from(root); });
      collect(s.body);
      collect(s.other);
    }
  }

  void collect_from(ir::ExprId id) {
    const ir::Expr& e = from().exprs[id];
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

  // All tensors have one shape, so any of them answers a query about sizes.
  [[nodiscard]] ir::Expr description(const ir::Expr& query) const {
    return {.kind = ir::ExprKind::query,
            .type = ir::s32_type,
            .query = query.query,
            .bits = query.args.empty() ? 0 : from().exprs[query.args[0]].bits};
  }
  [[nodiscard]] std::size_t query_number(const ir::Expr& query) const {
    const ir::Expr wanted = description(query);
    const auto found = std::ranges::find_if(made_.queries, [&](const ir::Expr& known) {
      return known.query == wanted.query && known.bits == wanted.bits;
    });
    return static_cast<std::size_t>(found - made_.queries.begin());
  }

  // The store to the output returns its value, and with it the function ends.
  void stmt(ir::StmtId id) override {
    const ir::Stmt& s = from().stmts[id];
    if (!has_part(s) || has_returned_) return;
    if (s.kind != ir::StmtKind::store_tensor) return copy_stmt(id);
    b_.add(ir::Stmt{.kind = ir::StmtKind::return_, .span = s.span, .value = expr(s.value)});
    has_returned_ = true;
  }

  ir::ExprId expr(ir::ExprId id) override {
    const ir::Expr& e = from().exprs[id];
    const auto place_in = [](const std::vector<std::uint32_t>& list, std::uint32_t number) {
      return static_cast<std::size_t>(std::ranges::find(list, number) - list.begin());
    };
    const auto argument = [&](std::size_t number) {
      return b_.local(static_cast<std::uint32_t>(number));
    };
    const std::size_t tensors = made_.tensors.size();
    if (e.kind == ir::ExprKind::load_tensor) return argument(place_in(made_.tensors, e.index));
    if (e.kind == ir::ExprKind::param) return argument(tensors + place_in(made_.params, e.index));
    if (e.kind == ir::ExprKind::query)
      return argument(tensors + made_.params.size() + query_number(e));
    return copy_expr(id);
  }

  std::uint32_t local(std::uint32_t index) override { return index + first_local_; }
  std::uint32_t function(std::uint32_t index) override { return index + first_function_; }

  Needed needed_;
  std::uint32_t output_;
  std::uint32_t first_function_;
  std::uint32_t first_local_ = 0;
  bool has_returned_ = false;
  ElementFunction made_;
};

}  // namespace

bool can_be_function(const ir::Module& module) {
  return is_good_block(module, Needed(module), module.kernel.body);
}

ElementFunction add_element_function(ir::Builder& to, const ir::Module& from, std::uint32_t output,
                                     std::uint32_t first_function, std::string name) {
  return Maker(to, from, output, first_function).make(std::move(name));
}

}  // namespace dala::kernel

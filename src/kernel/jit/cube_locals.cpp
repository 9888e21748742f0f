#include "kernel/jit/cube_locals.hpp"

#include <algorithm>

namespace dala::kernel::jit {

namespace {

constexpr int unused = -1;
constexpr int several = -2;

class Placer {
 public:
  explicit Placer(const ir::Module& module)
      : module_(module),
        loop_of_(module.kernel.locals.size(), unused),
        of_cube_(module.kernel.locals.size(), false) {}

  std::vector<LocalPlace> run() {
    uniform_block(module_.kernel.body);
    std::vector<LocalPlace> places;
    for (std::size_t i = 0; i < loop_of_.size(); ++i) {
      const LocalPlace by_use = loop_of_[i] == several ? LocalPlace::by_unit : LocalPlace::own;
      places.push_back(of_cube_[i] ? LocalPlace::of_cube : by_use);
    }
    return places;
  }

 private:
  // In the order in which kernel_cubes.cpp cuts the statements into loops over the units.
  void uniform_block(const std::vector<ir::StmtId>& body) {
    for (const ir::StmtId id : body) {
      if (!holds_sync(module_, id)) {
        statement(module_.stmts[id]);
        continue;
      }
      ++loop_;
      const ir::Stmt& s = module_.stmts[id];
      if (s.value != ir::none) expression(s.value);
      if (s.end != ir::none) expression(s.end);
      if (s.kind == ir::StmtKind::for_range) of_cube_[s.target] = true;
      ++loop_;
      uniform_block(s.body);
      ++loop_;
      uniform_block(s.other);
      ++loop_;
    }
  }

  void statement(const ir::Stmt& s) {
    switch (s.kind) {
      case ir::StmtKind::store:
      case ir::StmtKind::store_element:
      case ir::StmtKind::fill:
      case ir::StmtKind::for_range:
        use(s.target);
        break;
      case ir::StmtKind::atomic:
        if (s.result != ir::none) use(s.result);
        break;
      default:
        break;
    }
    for (const ir::ExprId id : s.indices) expression(id);
    if (s.value != ir::none) expression(s.value);
    if (s.end != ir::none) expression(s.end);
    for (const ir::StmtId id : s.body) statement(module_.stmts[id]);
    for (const ir::StmtId id : s.other) statement(module_.stmts[id]);
  }

  void expression(ir::ExprId id) {
    const ir::Expr& e = module_.exprs[id];
    if (e.kind == ir::ExprKind::local || e.kind == ir::ExprKind::element) use(e.index);
    for (const ir::ExprId arg : e.args) expression(arg);
  }

  void use(std::uint32_t local) {
    int& loop = loop_of_[local];
    if (loop == unused) loop = loop_;
    if (loop != loop_) loop = several;
  }

  const ir::Module& module_;
  int loop_ = 0;
  std::vector<int> loop_of_;
  std::vector<bool> of_cube_;
};

}  // namespace

bool holds_sync(const ir::Module& module, ir::StmtId id) {
  const ir::Stmt& s = module.stmts[id];
  const auto inside = [&](ir::StmtId child) { return holds_sync(module, child); };
  return s.kind == ir::StmtKind::sync || std::ranges::any_of(s.body, inside) ||
         std::ranges::any_of(s.other, inside);
}

std::vector<LocalPlace> place_locals(const ir::Module& module) { return Placer(module).run(); }

}  // namespace dala::kernel::jit

#include "kernel/jit/cube_locals.hpp"

#include <span>

#include "kernel/ir/walk.hpp"

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
    if (const auto local = ir::written_local(s)) use(*local);
    ir::for_each_root(s, [&](ir::ExprId root) { expression(root); });
    for (const ir::StmtId id : s.body) statement(module_.stmts[id]);
    for (const ir::StmtId id : s.other) statement(module_.stmts[id]);
  }

  void expression(ir::ExprId root) {
    ir::for_each_expr(module_, root, [&](ir::ExprId, const ir::Expr& e) {
      if (ir::reads_local(e)) use(e.index);
    });
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
  return ir::contains(module, std::span(&id, 1), ir::StmtKind::sync);
}

std::vector<LocalPlace> place_locals(const ir::Module& module) { return Placer(module).run(); }

}  // namespace dala::kernel::jit

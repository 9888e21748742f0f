#include "kernel/analysis/placement.hpp"

#include "kernel/ir/walk.hpp"

namespace dala::kernel {

using ir::StmtKind;

namespace {

class Placer {
 public:
  Placer(const ir::Module& module, const ir::Function& function)
      : module_(module), homes_(function.locals.size()) {}

  Placement run(const ir::Function& function) {
    block(function.body);
    Placement out;
    for (std::uint32_t i = function.arguments; i < homes_.size(); ++i) {
      if (homes_[i].empty()) continue;
      if (homes_[i].back().stmt == ir::none)
        out.in_header.insert(homes_[i][homes_[i].size() - 2].stmt);
      else
        out.before[homes_[i].back().stmt].push_back(i);
    }
    return out;
  }

 private:
  // A statement in a block; `none` is the head of a loop, as if it were the body's first one.
  struct Step {
    std::uint32_t block;
    ir::StmtId stmt;
    friend bool operator==(Step, Step) = default;
  };
  using Path = std::vector<Step>;  // from the function's body inwards

  void block(const std::vector<ir::StmtId>& statements) {
    const std::uint32_t number = next_block_++;
    for (ir::StmtId id : statements) {
      path_.push_back({number, id});
      statement(module_.stmts[id]);
      path_.pop_back();
    }
  }

  void statement(const ir::Stmt& s) {
    ir::for_each_root(s, [&](ir::ExprId root) {
      ir::for_each_expr(module_, root, [&](ir::ExprId, const ir::Expr& e) {
        if (ir::reads_local(e)) use(e.index);
      });
    });
    const bool in_head = s.kind == StmtKind::for_range;
    if (in_head) path_.push_back({next_block_, ir::none});
    if (const auto local = ir::written_local(s)) use(*local);
    if (in_head) path_.pop_back();
    if (!s.body.empty() || s.kind == StmtKind::for_range) block(s.body);
    if (!s.other.empty()) block(s.other);
  }

  // Shortens the variable's home to the block it shares with this use.
  void use(std::uint32_t local) {
    Path& home = homes_[local];
    if (home.empty()) {
      home = path_;
      return;
    }
    for (std::size_t i = 0; i < home.size(); ++i) {
      if (i < path_.size() && home[i] == path_[i]) continue;
      const bool same_block = i < path_.size() && home[i].block == path_[i].block;
      home.resize(same_block ? i + 1 : i);
      return;
    }
  }

  const ir::Module& module_;
  std::vector<Path> homes_;
  Path path_ = {};
  std::uint32_t next_block_ = 0;
};

}  // namespace

Placement place_locals(const ir::Module& module, const ir::Function& function) {
  return Placer(module, function).run(function);
}

}  // namespace dala::kernel

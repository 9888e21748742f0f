#include "kernel/jit/wide_spread.hpp"

#include <algorithm>

#include "kernel/ir/walk.hpp"

namespace dala::kernel::jit {

using ir::StmtKind;

Spreads::Spreads(const ir::Module& module, const ir::Function& function, Granularity granularity,
                 unsigned channels)
    : module_(module),
      granularity_(granularity),
      channels_(channels),
      locals_(function.locals.size()),
      notes_(module.stmts.size()) {
  note_exits(function.body);
  note_accesses(function.body);
  for (std::uint32_t i = 0; i < locals_.size(); ++i)
    if (i < function.arguments || function.locals[i].type.is_array())
      locals_[i].spread = Spread::varying;
  // Begins with all the same, and goes on until no local turns out to differ any more.
  do {
    changed_ = false;
    walk(function.body, false);
  } while (changed_);
}

bool Spreads::is_first_store(const ir::Stmt& store) const {
  return has_first_store(store.target) && locals_[store.target].first == id_of(store);
}

bool Spreads::has_first_store(std::uint32_t local) const {
  const Local& l = locals_[local];
  return l.first != ir::none && l.first_depth == l.common_depth;
}

Spreads::Exits Spreads::note_exits(const std::vector<ir::StmtId>& body) {
  Exits out;
  for (const ir::StmtId id : body) {
    const ir::Stmt& s = module_.stmts[id];
    Exits own = note_exits(s.body);
    const Exits other = note_exits(s.other);
    own = {own.breaks || other.breaks || s.kind == StmtKind::break_,
           own.continues || other.continues || s.kind == StmtKind::continue_,
           own.returns || other.returns || s.kind == StmtKind::return_};
    Note& note = notes_[id];
    if (is_loop(s)) {
      note.left_early = own.breaks || own.continues || own.returns;
      note.continues = own.continues;
      own = {.returns = own.returns};
    }
    note.leaves = own.breaks || own.continues || own.returns;
    out = {out.breaks || own.breaks, out.continues || own.continues, out.returns || own.returns};
  }
  return out;
}

void Spreads::note_accesses(const std::vector<ir::StmtId>& body) {
  path_.push_back(blocks_++);
  for (const ir::StmtId id : body) {
    const ir::Stmt& s = module_.stmts[id];
    for (const ir::ExprId index : s.indices) note_reads(index);
    if (s.value != ir::none) note_reads(s.value);
    if (s.end != ir::none) note_reads(s.end);
    const bool writes = s.kind == StmtKind::store || s.kind == StmtKind::fill;
    if (writes) ++locals_[s.target].writes;
    if (writes) note_access(s.target, id);
    if (s.kind == StmtKind::store_element || s.kind == StmtKind::for_range)
      note_access(s.target, ir::none);
    if (s.result != ir::none) note_access(s.result, ir::none);
    note_accesses(s.body);
    note_accesses(s.other);
  }
  path_.pop_back();
}

void Spreads::note_reads(ir::ExprId id) {
  const ir::Expr& e = module_.exprs[id];
  if (e.kind == ir::ExprKind::local || e.kind == ir::ExprKind::element)
    note_access(e.index, ir::none);
  for (const ir::ExprId arg : e.args) note_reads(arg);
}

void Spreads::note_access(std::uint32_t local, ir::StmtId store) {
  Local& l = locals_[local];
  if (l.blocks.empty()) {
    l.blocks = path_;
    l.first = store;
    l.first_depth = l.common_depth = path_.size();
    return;
  }
  const auto [ours, theirs] = std::ranges::mismatch(l.blocks, path_);
  const auto common = static_cast<std::size_t>(ours - l.blocks.begin());
  l.common_depth = std::min(l.common_depth, common);
}

void Spreads::join(std::uint32_t local, Spread spread) {
  Spread& known = locals_[local].spread;
  const Spread joined = known == Spread::unset || known == spread ? spread : Spread::varying;
  changed_ = changed_ || joined != known;
  known = joined;
}

// `divergent`: of the invocations that will read what is written, only some may be here.
void Spreads::walk(const std::vector<ir::StmtId>& body, bool divergent) {
  for (const ir::StmtId id : body) {
    const ir::Stmt& s = module_.stmts[id];
    if (s.kind == StmtKind::store) {
      const bool for_all = !divergent || (is_first_store(s) && locals_[s.target].writes == 1);
      join(s.target, for_all ? of(s.value) : Spread::varying);
    } else if (s.result != ir::none) {
      join(s.result, Spread::varying);
    } else if (s.kind == StmtKind::branch) {
      const bool apart = divergent || of(s.value) != Spread::uniform;
      walk(s.body, apart);
      walk(s.other, apart);
    } else if (is_loop(s)) {
      walk_loop(s, divergent);
    }
  }
}

void Spreads::walk_loop(const ir::Stmt& s, bool divergent) {
  const bool counts = s.kind == StmtKind::for_range;
  const bool together = of(s.value) == Spread::uniform && (!counts || of(s.end) == Spread::uniform);
  // Those that have left the loop do not read its variable any more.
  if (counts) join(s.target, together ? Spread::uniform : Spread::varying);
  const bool apart = leaves_apart(s.body, false);
  notes_[id_of(s)].left_apart = apart;
  walk(s.body, divergent || !together || apart);
}

// Those that return read nothing any more, so it does not matter what they miss.
bool Spreads::leaves_apart(const std::vector<ir::StmtId>& body, bool varying) const {
  return std::ranges::any_of(body, [&](ir::StmtId id) {
    const ir::Stmt& s = module_.stmts[id];
    if (s.kind == StmtKind::break_ || s.kind == StmtKind::continue_) return varying;
    if (s.kind != StmtKind::branch) return false;
    const bool apart = varying || of(s.value) != Spread::uniform;
    return leaves_apart(s.body, apart) || leaves_apart(s.other, apart);
  });
}

Spread Spreads::of(ir::ExprId id) const {
  const ir::Expr& e = module_.exprs[id];
  switch (e.kind) {
    case ir::ExprKind::constant:
    case ir::ExprKind::param:
      return Spread::uniform;
    case ir::ExprKind::local: {
      const Spread known = locals_[e.index].spread;
      return known == Spread::unset ? Spread::uniform : known;
    }
    case ir::ExprKind::position:
      return of_position(e.position);
    case ir::ExprKind::element:
    case ir::ExprKind::load_shared:
    case ir::ExprKind::call:
      return Spread::varying;
    case ir::ExprKind::binary:
      return of_binary(e);
    default:
      break;
  }
  const bool uniform =
      std::ranges::all_of(e.args, [&](ir::ExprId arg) { return of(arg) == Spread::uniform; });
  return uniform ? Spread::uniform : Spread::varying;
}

Spread Spreads::of_binary(const ir::Expr& e) const {
  const Spread a = of(e.args[0]);
  const Spread b = of(e.args[1]);
  if (a == Spread::uniform && b == Spread::uniform) return Spread::uniform;
  const bool moves = (e.binary == ir::BinaryOp::add || e.binary == ir::BinaryOp::sub) &&
                     a == Spread::neighbours && b == Spread::uniform;
  const bool is_moved =
      e.binary == ir::BinaryOp::add && a == Spread::uniform && b == Spread::neighbours;
  return moves || is_moved ? Spread::neighbours : Spread::varying;
}

Spread Spreads::of_position(ir::Position position) const {
  const bool rows = granularity_ == Granularity::rows;
  switch (position) {
    case ir::Position::ABSOLUTE_POS:
      return Spread::neighbours;
    case ir::Position::ABSOLUTE_POS_X:
    case ir::Position::CUBE_POS_X:
      return rows && channels_ == 1 ? Spread::neighbours : Spread::varying;
    case ir::Position::ABSOLUTE_POS_Z:
    case ir::Position::CUBE_POS_Z:
    case ir::Position::CUBE_POS:
      return Spread::varying;
    default:
      return Spread::uniform;  // of a row, or of the whole launch
  }
}

}  // namespace dala::kernel::jit

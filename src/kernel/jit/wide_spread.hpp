// How far the values of a function differ between invocations that run side by side.
//
// What is the same for all of them is kept once, loops whose rounds are the same for all need no
// masks, and neighbours read and write neighbouring elements.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/ir/ir.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel::jit {

enum class Spread : std::uint8_t {
  unset,
  uniform,     // the same for all invocations that run
  neighbours,  // each is one more than that of the invocation before, in 32 bits that wrap
  varying,
};

class Spreads {
 public:
  Spreads(const ir::Module& module, const ir::Function& function, Granularity granularity,
          unsigned channels);

  [[nodiscard]] Spread of(ir::ExprId id) const;
  [[nodiscard]] Spread of_local(std::uint32_t local) const { return locals_[local].spread; }

  // Whether invocations that do not run at this store can be written to as well: all that read the
  // local have been at this store before, since they entered the block that it stands in.
  [[nodiscard]] bool is_first_store(const ir::Stmt& store) const;
  // Whether all of the local's writes but the first need what it was before.
  [[nodiscard]] bool has_first_store(std::uint32_t local) const;

  // Whether invocations may go on elsewhere than behind this statement.
  [[nodiscard]] bool may_leave(const ir::Stmt& s) const { return notes_[id_of(s)].leaves; }
  // Of a loop: whether a round may be left early, by `continue`, by some invocations only.
  [[nodiscard]] bool is_left_early(const ir::Stmt& s) const { return notes_[id_of(s)].left_early; }
  [[nodiscard]] bool has_continue(const ir::Stmt& s) const { return notes_[id_of(s)].continues; }
  [[nodiscard]] bool is_left_apart(const ir::Stmt& s) const { return notes_[id_of(s)].left_apart; }

 private:
  struct Exits {
    bool breaks = false;
    bool continues = false;
    bool returns = false;
  };
  struct Note {
    bool leaves = false;
    bool left_early = false;
    bool continues = false;
    bool left_apart = false;
  };
  struct Local {
    Spread spread = Spread::unset;
    unsigned writes = 0;
    ir::StmtId first = ir::none;  // the first access, where that is a store
    // How many blocks are around the first access, and around all of them; 0: no access yet.
    std::size_t first_depth = 0;
    std::size_t common_depth = 0;
    std::vector<std::uint32_t> blocks = {};
  };

  [[nodiscard]] std::size_t id_of(const ir::Stmt& s) const {
    return static_cast<std::size_t>(&s - module_.stmts.data());
  }
  Exits note_exits(const std::vector<ir::StmtId>& body);
  void note_accesses(const std::vector<ir::StmtId>& body);
  void note_reads(ir::ExprId id);
  void note_access(std::uint32_t local, ir::StmtId store);
  void walk(const std::vector<ir::StmtId>& body, bool divergent);
  void walk_loop(const ir::Stmt& s, bool divergent);
  [[nodiscard]] bool leaves_apart(const std::vector<ir::StmtId>& body, bool varying) const;
  void join(std::uint32_t local, Spread spread);
  [[nodiscard]] Spread of_position(ir::Position position) const;
  [[nodiscard]] Spread of_binary(const ir::Expr& e) const;

  const ir::Module& module_;
  const Granularity granularity_;
  const unsigned channels_;
  std::vector<Local> locals_;
  std::vector<Note> notes_;  // by statement
  std::vector<std::uint32_t> path_;
  std::uint32_t blocks_ = 0;
  bool changed_ = false;
};

}  // namespace dala::kernel::jit

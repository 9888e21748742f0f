// What makes a shader one that can be stopped while it runs (CallSpecialisation::stoppable).
// Nothing returns from inside: loops are left, so that what follows them is reached by all units as
// before.
#pragma once

#include <cstdint>
#include <string>

#include "kernel/analysis/loop_rounds.hpp"

namespace dala::kernel {

class GlslGuard {
 public:
  GlslGuard(const ir::Module& module, bool stoppable);

  // The buffer and the helpers.
  [[nodiscard]] std::string declaration(std::uint32_t binding) const;
  // What the kernel begins with, before any unit has left.
  [[nodiscard]] std::string at_start() const;
  // What each round of a loop begins with.
  [[nodiscard]] std::string in(ir::StmtId loop) const;

 private:
  const ir::Module& module_;
  bool stoppable_;
  bool waits_ = false;  // units wait for each other somewhere
  LoopRounds rounds_;
};

}  // namespace dala::kernel

// LLVM's description of this processor, which code is made for.
#pragma once

#include <memory>

#include <llvm/Target/TargetMachine.h>

#include <dala/core/error.hpp>

namespace dala::kernel::jit {

// Keeps it for the next kernel: what one finds out about the processor takes as long as compiling
// a small function. One is used by one thread at a time.
struct GiveBack {
  void operator()(llvm::TargetMachine* machine) const;
};
using Machine = std::unique_ptr<llvm::TargetMachine, GiveBack>;

[[nodiscard]] Result<Machine> borrow_machine();

}  // namespace dala::kernel::jit

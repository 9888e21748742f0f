// LLVM's own part: its passes, and machine code for this processor.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <dala/error.hpp>

namespace dala::kernel::jit {

// For the processor this runs on.
[[nodiscard]] Result<std::unique_ptr<llvm::TargetMachine>> make_target_machine();

// Vectors of 64 bytes pay here, and any of their lanes can be left out.
[[nodiscard]] bool has_wide_vectors(const llvm::TargetMachine& machine);

void optimize(llvm::Module& module, llvm::TargetMachine& machine);

// An object file, or its assembly.
[[nodiscard]] Result<std::string> emit_file(llvm::Module& module, llvm::TargetMachine& machine,
                                            llvm::CodeGenFileType type);

}  // namespace dala::kernel::jit

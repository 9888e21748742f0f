// LLVM's own part: its passes, and machine code for this processor.
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <dala/core/error.hpp>

namespace dala::kernel::jit {

// There are vectors of 64 bytes that do not slow the processor down, and any lanes can be left out.
[[nodiscard]] bool has_wide_vectors(const llvm::TargetMachine& machine);

// Of the vectors that it has otherwise, where parts of them can be loaded and stored, else 0.
[[nodiscard]] unsigned vector_bytes(const llvm::TargetMachine& machine);

// f16 becomes f32 and back by instructions of its own.
[[nodiscard]] bool converts_half(const llvm::TargetMachine& machine);

struct Style {
  bool wide = false;       // with such vectors
  bool has_loops = false;  // see Codegen
};
void optimize(llvm::Module& module, llvm::TargetMachine& machine, const Style& style);

// An object file, or its assembly.
[[nodiscard]] Result<std::string> emit_file(llvm::Module& module, llvm::TargetMachine& machine,
                                            llvm::CodeGenFileType type);

}  // namespace dala::kernel::jit

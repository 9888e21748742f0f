// The two versions of a kernel without cubes: for the inner part of the domain, where all bounds
// conditions hold, and for its edges.
#pragma once

#include "kernel/jit/function_emitter.hpp"

namespace dala::kernel::jit {

// Sizes of the domain, in the function that `f` emits.
struct Domain {
  explicit Domain(FunctionEmitter& f);
  llvm::Value* width;  // indices, all of them
  llvm::Value* height;
  llvm::Value* channels;
};

// Where the invocation with this number (in its row, or in the whole domain) is; a vector of
// numbers gives a vector of places. `rows_below`: of a row so far below.
[[nodiscard]] FunctionEmitter::Place place_of(FunctionEmitter& f, llvm::Value* row, llvm::Value* at,
                                              bool inner, std::int64_t rows_below = 0);

// A function of the launch's arguments, the fuel and some numbers; 1 when it was stopped.
[[nodiscard]] llvm::Function* new_part(Codegen& codegen, const char* name, unsigned numbers);
void end_part(FunctionEmitter& f, llvm::BasicBlock* done, llvm::BasicBlock* first);

// inner(arguments, fuel, row, begin, end, rows): invocations from begin up to end, of a row where
// the kernel has rows, and also of the one below it where there are 2. 1 when it was stopped.
[[nodiscard]] llvm::Function* emit_inner(Codegen& codegen);

// edge(arguments, fuel, row, at): one invocation; they are few, and without a loop there is less
// for LLVM to do. 1 when it was stopped.
[[nodiscard]] llvm::Function* emit_edge(Codegen& codegen);

}  // namespace dala::kernel::jit

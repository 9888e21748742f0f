// Look-ups in 256 bytes, such as a curve of a channel.
//
// A vector of them is otherwise one load after the other: instructions that gather are no faster.
// Where the processor can pick bytes from registers by bytes (AVX-512 VBMI), 256 bytes are four
// registers, and a vector of look-ups a few instructions. LLVM does not find that out, so a look-up
// is a call with a vector form until loops have been vectorised.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace dala::kernel::jit {

// Element `at`, 0 to 255 in 32 bits, of the 256 bytes from `table` on, in 32 bits.
[[nodiscard]] llvm::Value* look_up_byte(llvm::IRBuilder<>& b, llvm::Module& out, llvm::Value* table,
                                        llvm::Value* at);

[[nodiscard]] bool has_byte_look_ups(const llvm::Module& module);

// Puts the functions in the place of their calls, after vectorisation.
void settle_byte_look_ups(llvm::Module& module);

}  // namespace dala::kernel::jit

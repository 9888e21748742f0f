// What a kernel prints, on its way to the host: one buffer of 32-bit words, the same for every
// language. It begins as zeros.
//
//   word           what
//   0              lines that were printed, whether there was room for them or not
//   1 + r n        message of line n: its number from 1; 0 where the line was never finished
//   2 + r n        number of the invocation that printed it
//   3 + r n ...    its arguments, lane by lane: the bits of each, of 64 bits the lower half first
//
// Where the kernel's indices have 64 bits so has that number, and the arguments begin a word later.
//
// r is the same for all lines: what the message with the longest arguments takes. Which lines there
// is room for where there are too many depends on the order in which invocations run; how many are
// lost does not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <dala/core/kernel_info.hpp>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

namespace prints {

inline constexpr std::uint32_t max_lines = 1024;  // of a launch

inline constexpr std::size_t message = 0;  // within the words of a line
inline constexpr std::size_t invocation = 1;

[[nodiscard]] constexpr std::size_t words_of(ir::Scalar scalar) {
  return ir::bits_of(scalar) > 32 ? 2 : 1;
}
[[nodiscard]] inline std::size_t arguments_of(const ir::Module& module) {
  return invocation + words_of(module.index);
}

[[nodiscard]] inline std::size_t line_words(const ir::Module& module) {
  std::size_t most = 0;
  for (const ir::Message& m : module.messages) {
    std::size_t words = 0;
    for (const ir::Type type : m.types) words += type.lanes * words_of(type.scalar);
    most = std::max(most, words);
  }
  return arguments_of(module) + most;
}
[[nodiscard]] inline std::size_t buffer_words(const ir::Module& module) {
  return 1 + max_lines * line_words(module);
}

}  // namespace prints

[[nodiscard]] inline bool does_print(const ir::Module& module) { return !module.messages.empty(); }
// Whether it has the buffer as its last output (legalize/prints.cpp), and no `print` any more.
[[nodiscard]] inline bool has_print_buffer(const ir::Module& module) {
  return does_print(module) && module.tensors.back().is_runtime;
}

// The buffer of a launch on host memory.
struct PrintBuffer {
  std::vector<std::uint32_t> words;

  explicit PrintBuffer(const ir::Module& module)
      : words(does_print(module) ? prints::buffer_words(module) : 0) {}
  // As the last output of a kernel that has it.
  [[nodiscard]] HostTensor tensor();
};

// The lines as people read them, each with `\n`: those of an invocation in the order in which it
// printed them, and invocations by their numbers. `words` need not go further than the lines do.
[[nodiscard]] std::string printed_lines(const ir::Module& module,
                                        std::span<const std::uint32_t> words);

}  // namespace dala::kernel

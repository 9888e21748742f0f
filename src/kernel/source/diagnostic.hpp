// Errors in a kernel's source, each with its position, its code and a hint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/source/source.hpp"

namespace dala::kernel {

// After this many the rest is not reported: they are mostly consequences.
inline constexpr std::size_t max_diagnostics = 20;

enum class Code : std::uint8_t {
#define X(number, name, title) name = number,
#include "kernel/source/diagnostic_codes.inc"
#undef X
};

// "K012"
[[nodiscard]] std::string to_string(Code code);
// The title of the code.
[[nodiscard]] std::string_view title(Code code);

struct Diagnostic {
  Code code = Code::unexpected_token;
  Span span;
  std::string message;  // what is wrong here and what was expected
  std::string hint;     // what to write instead; may be empty
};

// Collects the diagnostics of one compilation.
class Diagnostics {
 public:
  // A second report at the same place is dropped: it follows from the first.
  void report(Code code, Span span, std::string message, std::string hint = {});

  [[nodiscard]] bool any() const { return !list_.empty(); }
  [[nodiscard]] bool full() const { return list_.size() >= max_diagnostics; }
  // In the order of the text.
  [[nodiscard]] std::vector<Diagnostic> take();

 private:
  std::vector<Diagnostic> list_;
};

// One after the other, each as
//
//   error[K040]: expected f32, found s32
//    --> blur.dk:3:16
//     |
//   3 |   let x: f32 = n;
//     |                ^
//     = hint: write `n as f32`
[[nodiscard]] std::string render(const Source& source, std::span<const Diagnostic> diagnostics);

}  // namespace dala::kernel

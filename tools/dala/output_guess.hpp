// The output a command needs, found from its inputs when the user does not say.
#pragma once

#include <optional>
#include <string>

#include <dala/compute.hpp>

#include "outcome.hpp"

namespace dala::cli {

// --out-shape: whole numbers with commas, as 480,640,4, or scalar.
[[nodiscard]] OutcomeOf<Shape> parse_out_shape(const std::string& text);

// What the user said about the output; the rest is guessed.
struct OutputWish {
  std::optional<Shape> shape;
  std::optional<DType> dtype;
};

// Adds to `command` the first likely output that the library accepts. Which shape a kernel makes
// is the kernel's own knowledge, so this asks it (explain runs nothing) instead of repeating it.
[[nodiscard]] Outcome add_output(const Compute& compute, const KernelInfo& kernel,
                                 const OutputWish& wish, Command& command);

}  // namespace dala::cli

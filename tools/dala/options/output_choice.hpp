// Outputs of a command: what the library infers, with what the user says where that is open.
#pragma once

#include <string>
#include <vector>

#include <dala/compute.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

// --out-shape: whole numbers with commas, as 480,640,4, or scalar.
[[nodiscard]] OutcomeOf<Shape> parse_out_shape(const std::string& text);

// Makes the outputs that the command's kernel has for its inputs and parameters.
[[nodiscard]] Outcome make_outputs(const Compute& compute, const std::vector<OutputChoice>& choices,
                                   Command& command);

}  // namespace dala::cli

#include "options/output_choice.hpp"

#include <fmt/format.h>

#include "terminal/text.hpp"

namespace dala::cli {

OutcomeOf<Shape> parse_out_shape(const std::string& text) {
  if (text == "scalar") return Shape{};
  const auto dims = parse_integers(text);
  if (!dims)
    return usage_error(fmt::format(
        "--out-shape '{}' is neither whole numbers with commas, as 480,640,4, nor scalar", text));
  return Shape(*dims);
}

Outcome make_outputs(const Compute& compute, const std::vector<OutputChoice>& choices,
                     Command& command) {
  const auto specs = compute.infer(command.kernel, command.inputs, command.params, choices);
  if (!specs && specs.error().code == ErrorCode::cannot_infer)
    return usage_error(fmt::format("{}; here with --out-shape 480,640,4 and --out-dtype f32",
                                   specs.error().message));
  if (!specs) return failure(specs.error());
  BufferList outputs;
  for (const TensorSpec& spec : *specs) {
    auto output = compute.buffer_zeros(spec.shape, spec.dtype);
    if (!output) return failure(output.error());
    outputs.push_back(std::move(*output));
  }
  command.outputs = std::move(outputs);
  return {};
}

}  // namespace dala::cli

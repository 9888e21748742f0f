#include "output_guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "text.hpp"

namespace dala::cli {
namespace {

class Candidates {
 public:
  void add(const Shape& shape) {
    if (std::ranges::find(shapes_, shape) == shapes_.end()) shapes_.push_back(shape);
  }
  [[nodiscard]] const std::vector<Shape>& shapes() const { return shapes_; }

 private:
  std::vector<Shape> shapes_;
};

// Along one axis, or over everything: what reductions leave.
void add_reduced(const Shape& input, const Params& params, Candidates& candidates) {
  const auto rank = static_cast<std::int64_t>(input.rank());
  const ParamValue* value = params.find("axis");
  const auto* axis = value != nullptr ? value->get_if<std::int64_t>() : nullptr;
  if (axis != nullptr && *axis >= -rank && *axis < rank) {
    const auto at = static_cast<std::size_t>(*axis < 0 ? *axis + rank : *axis);
    std::vector<std::int64_t> left(input.dims().begin(), input.dims().end());
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    candidates.add(Shape(left));
    Shape kept = input;
    kept.set(at, 1);
    candidates.add(kept);
  }
  Shape ones = input;
  for (std::size_t i = 0; i < input.rank(); ++i) ones.set(i, 1);
  candidates.add(Shape{});
  candidates.add(ones);
}

void add_reordered(const Shape& input, const Params& params, Candidates& candidates) {
  const std::size_t rank = input.rank();
  Shape reversed = input;
  for (std::size_t i = 0; i < rank; ++i) reversed.set(i, input[rank - 1 - i]);
  const ParamValue* value = params.find("axes");
  const auto* axes = value != nullptr ? value->get_if<Integers>() : nullptr;
  if (axes != nullptr && axes->size() == rank) {
    Shape permuted = input;
    for (std::size_t i = 0; i < rank; ++i) {
      const std::int64_t axis = (*axes)[i] + ((*axes)[i] < 0 ? static_cast<std::int64_t>(rank) : 0);
      if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) return;
      permuted.set(i, input[static_cast<std::size_t>(axis)]);
    }
    candidates.add(permuted);
  }
  candidates.add(reversed);
}

std::vector<Shape> likely_shapes(const Command& command) {
  Candidates candidates;
  const Shape& first = command.inputs[0].shape();
  Result<Shape> all = first;
  for (const Buffer& input : command.inputs)
    if (all) all = broadcast(*all, input.shape());
  if (all) candidates.add(*all);
  candidates.add(first);
  if (command.inputs.size() >= 2) {
    const Shape& second = command.inputs[1].shape();
    if (first.rank() == 2 && second.rank() == 2) candidates.add({first[0], second[1]});
  }
  add_reordered(first, command.params, candidates);
  add_reduced(first, command.params, candidates);
  return candidates.shapes();
}

std::vector<DType> likely_dtypes(const KernelInfo& kernel, const Command& command) {
  std::vector<DType> dtypes;
  if (!command.inputs.empty()) dtypes.push_back(command.inputs[0].dtype());
  for (const DType dtype : all_dtypes)
    if (kernel.outputs[0].dtypes.contains(dtype) &&
        std::ranges::find(dtypes, dtype) == dtypes.end())
      dtypes.push_back(dtype);
  return dtypes;
}

Result<Buffer> accepted_output(const Compute& compute, Command command, const Shape& shape,
                               DType dtype) {
  auto output = compute.buffer_zeros(shape, dtype);
  if (!output) return output;
  command.outputs = *output;
  if (auto accepted = compute.explain(command); !accepted)
    return std::unexpected(std::move(accepted.error()));
  return output;
}

}  // namespace

OutcomeOf<Shape> parse_out_shape(const std::string& text) {
  if (text == "scalar") return Shape{};
  const auto dims = parse_integers(text);
  if (!dims)
    return usage_error(fmt::format(
        "--out-shape '{}' is neither whole numbers with commas, as 480,640,4, nor scalar", text));
  return Shape(*dims);
}

Outcome add_output(const Compute& compute, const KernelInfo& kernel, const OutputWish& wish,
                   Command& command) {
  if (!wish.shape && command.inputs.empty())
    return usage_error(fmt::format(
        "{} has no inputs to take the output's shape from; give it as --out-shape 480,640,4",
        kernel.name));
  if (!wish.dtype && kernel.family == "cast")
    return usage_error(fmt::format(
        "{} converts to the output's element type; give it as --out-dtype f32", kernel.name));

  const auto shapes = wish.shape ? std::vector{*wish.shape} : likely_shapes(command);
  const auto dtypes = wish.dtype ? std::vector{*wish.dtype} : likely_dtypes(kernel, command);
  std::optional<Error> first_error;
  for (const DType dtype : dtypes) {
    for (const Shape& shape : shapes) {
      auto output = accepted_output(compute, command, shape, dtype);
      if (output) {
        command.outputs = std::move(*output);
        return {};
      }
      if (!first_error) first_error = std::move(output.error());
    }
  }
  const bool guessed = !wish.shape || !wish.dtype;
  const bool about_output =
      first_error->code == ErrorCode::shape_mismatch || first_error->code == ErrorCode::wrong_dtype;
  if (guessed && about_output)
    first_error->message +=
        "; the output's shape and type can be given with --out-shape and "
        "--out-dtype";
  return failure(*first_error);
}

}  // namespace dala::cli

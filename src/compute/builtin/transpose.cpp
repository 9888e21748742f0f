// Reordering the axes of a tensor.
#include <array>

#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

// The order as a permutation of 0..rank-1; absent means reversed.
Result<std::array<std::size_t, Shape::max_rank>> permutation(const backend::KernelCall& call) {
  const Shape& shape = call.inputs[0].shape;
  const std::size_t rank = shape.rank();
  std::array<std::size_t, Shape::max_rank> order{};
  const ParamValue& axes = call.params[0];
  if (!axes.has_value()) {
    for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
    return order;
  }
  const auto wrong = [&](const char* why) {
    return fail(ErrorCode::param_out_of_range,
                "{}: axes is {} and the input is {}; {}, it must name each axis from 0 to {} once",
                call.kernel, to_string(axes), to_string(shape), why,
                static_cast<std::int64_t>(rank) - 1);
  };
  if (axes.integers().size() != rank) return wrong("it has another number of entries");
  std::array<bool, Shape::max_rank> seen{};
  for (std::size_t i = 0; i < rank; ++i) {
    std::int64_t axis = axes.integers()[i];
    if (axis < 0) axis += static_cast<std::int64_t>(rank);
    if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) return wrong("an entry is outside");
    order[i] = static_cast<std::size_t>(axis);
    if (seen[order[i]]) return wrong("an axis is named twice");
    seen[order[i]] = true;
  }
  return order;
}

Result<InferredOutputs> infer_transpose(const backend::KernelCall& call) {
  DALA_ASSIGN(const auto order, permutation(call));
  const Shape& input = call.inputs[0].shape;
  Shape shape = input;
  for (std::size_t i = 0; i < shape.rank(); ++i) shape.set(i, input[order[i]]);
  return one_output(call.inputs[0].dtype, shape, [](const backend::KernelCall&) -> std::string {
    return "the input's shape with its axes reordered";
  });
}

}  // namespace

void define_transpose(KernelDefList& list) {
  list.push_back(
      {.info = {.name = "transpose",
                .family = "transpose",
                .summary = "Reorders axes: axis i of the output is axis axes[i] of the input.",
                .inputs = {{"input", any_dtype, "what to reorder"}},
                .outputs = {{"output", any_dtype, "the same elements with the axes reordered"}},
                .params = {{.name = "axes",
                            .type = ParamType::integers,
                            .summary = "each input axis once, negative ones counting from the end; "
                                       "without it the order is reversed",
                            .fallback = {}}},
                .in_place = false},
       .infer = infer_transpose});
}

}  // namespace dala

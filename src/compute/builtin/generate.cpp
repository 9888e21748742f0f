// Pictures made from nothing, for tests and demonstrations.
#include "compute/builtin/checks.hpp"
#include "compute/kernel_def.hpp"

namespace dala {

namespace {

Result<void> check_gradient(const backend::KernelCall& call) {
  const Shape& shape = call.outputs[0].shape;
  if (shape.rank() != 3 || shape[2] != 4)
    return fail(ErrorCode::shape_mismatch, "{}: the output is {}; it must be {{height, width, 4}}",
                call.kernel, to_string(shape));
  return {};
}

}  // namespace

void define_generate(KernelDefList& list) {
  list.push_back(
      {.info = {.name = "generate_gradient",
                .family = "generate",
                .summary = "Fills an RGBA picture: red grows from 0 to 255 from left to right, "
                           "green from top to bottom, both rounded to nearest and 0 where that "
                           "size is 1, and alpha is 255.",
                .inputs = {},
                .outputs = {{"output", DTypeSet(DType::u8), "the picture, {height, width, 4}"}},
                .params = {{.name = "blue",
                            .type = ParamType::integer,
                            .summary = "blue of every pixel",
                            .fallback = 128,
                            .min = 0,
                            .max = 255}},
                .in_place = false},
       .check = check_gradient});
}

}  // namespace dala

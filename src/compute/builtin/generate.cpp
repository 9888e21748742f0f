// Generated test images: gradients, checkerboards and the like.
#include "compute/builtin/inference.hpp"
#include "compute/kernels/kernel_def.hpp"

namespace dala {

namespace {

Result<InferredOutputs> infer_gradient(const backend::KernelCall&) {
  return one_output(DType::u8, {any_size, any_size, 4}, [](const backend::KernelCall&) {
    return std::string("height, width and 4 channels");
  });
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
       .infer = infer_gradient});
}

}  // namespace dala

#include "media/moved.hpp"

#include "core/format.hpp"

namespace dala::media {

StageInput move_pixels(Stages& stages, std::string name, FrameSize size, std::string_view from_y,
                       std::string_view from_x, Params params) {
  std::string declarations;
  for (const Param& param : params) declarations += format(", {}: s32", param.name);
  std::string text = format(R"(#[pixels]
fn {}(input: Tensor<u8>, output: &mut Tensor<u8>{}) {{
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let height = output.shape(0);
  let width = output.shape(1);
  let v = {};
  let u = {};
  output[y, x, 0] = input[v, u, 0];
  output[y, x, 1] = input[v, u, 1];
  output[y, x, 2] = input[v, u, 2];
  output[y, x, 3] = input[v, u, 3];
}}
)",
                            name, declarations, from_y, from_x);
  return stages.add({.kernel = std::move(name),
                     .text = std::move(text),
                     .inputs = {stages.output()},
                     .params = std::move(params),
                     .size = size});
}

}  // namespace dala::media

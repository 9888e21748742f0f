#include "media/bilateral.hpp"

#include "core/error.hpp"
#include "core/format.hpp"
#include "media/cpu/bilateral.hpp"

namespace dala::media {

StageInput bilateral(Stages& stages, std::int64_t radius, double space, double color) {
  std::string text =
      format(
          "#[pixels]\nfn bilateral_{}(input: Tensor<u8>, output: &mut Tensor<u8>, space: f32, "
          "color: f32) {{\n",
          radius) +
      R"(
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let r0 = input[y, x, 0] as f32;
  let g0 = input[y, x, 1] as f32;
  let b0 = input[y, x, 2] as f32;
  let mut weights = 1.0;
  let mut r = r0;
  let mut g = g0;
  let mut b = b0;
  let mut vr = 0.0;
  let mut vg = 0.0;
  let mut vb = 0.0;
  let mut c = 0.0;
  let mut w = 0.0;
)";
  for (std::int64_t dy = -radius; dy <= radius; ++dy)
    for (std::int64_t dx = -radius; dx <= radius; ++dx) {
      const std::int64_t square = (dy * dy) + (dx * dx);
      if (square > radius * radius || square == 0) continue;
      for (int i = 0; i < 3; ++i)
        text += format("v{} = input.mirrored(y + {}, x + {}, {}) as f32;\n", "rgb"[i], dy, dx, i);
      text += format(
          "c = abs(vr - r0) + abs(vg - g0) + abs(vb - b0);\n"
          "w = exp(space * {}.0 + color * c * c);\n"
          "weights += w; r += vr * w; g += vg * w; b += vb * w;\n",
          square);
    }
  text += R"(
  output[y, x, 0] = nearest_byte(r / weights);
  output[y, x, 1] = nearest_byte(g / weights);
  output[y, x, 2] = nearest_byte(b / weights);
  output[y, x, 3] = input[y, x, 3];
})";
  return stages.add(
      {.kernel = format("bilateral_{}", radius),
       .text = std::move(text),
       .inputs = {stages.output()},
       .params = {{"space", -0.5 / (space * space)}, {"color", -0.5 / (color * color)}},
       .size = stages.output().size,
       .variants = {{.name = "vectors",
                     .run = HostKernel([radius](const HostCall& call) -> Result<void> {
                       const cpu::BilateralWork work{
                           .radius = static_cast<std::size_t>(radius),
                           .space = static_cast<float>(call.params[0].number()),
                           .color = static_cast<float>(call.params[1].number())};
                       if (!cpu::bilateral(cpu::rows_of(call), work, call.threads))
                         return fail(ErrorCode::out_of_memory,
                                     "no memory for the rows of a bilateral filter");
                       return {};
                     }),
                     .off_by = 1}}});
}

}  // namespace dala::media

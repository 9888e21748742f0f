#include "media/cuda_blur.hpp"

#include "core/format.hpp"
#include "kernel/builtin_texts.hpp"
#include "media/blur_row.hpp"
#include "media/rows.hpp"
#include "media/separable.hpp"

namespace dala::media {

namespace {

constexpr std::string_view name_start = "cuda_blur_";
// As in the text of the kernel.
constexpr std::uint32_t tile_width = 64;
constexpr std::uint32_t blurred_height = 32;
constexpr std::uint32_t units = 256;

std::string name_of(const BlurRow& row) {
  return format("{}{}{}{}", name_start, row.radius, row.sharpens ? "_sharpen" : "",
                row.brightens ? "_brightness" : "");
}

// The plain definition. Positions beyond an edge are like all others, because the blur of a
// mirrored frame is the mirrored blur.
std::string plain_text(const BlurRow& row, const std::string& name) {
  const std::uint32_t taps = 2 * row.radius + 1;
  std::string parameters;
  if (row.sharpens) parameters += ", amount: f32";
  if (row.brightens) parameters += ", offset: f32";
  const std::string blurred = format(
      "let mut sum = 128u32;\n"
      "for i in 0..{0} {{\nlet mut line = 128u32;\n"
      "for j in 0..{0} {{ line += (input.mirrored(v + i - {1}, u + j - {1}, c) as u32) * "
      "weights[abs(j - {1})]; }}\n"
      "sum += (line >> 8) * weights[abs(i - {1})];\n}}\n",
      taps, row.radius);
  std::string text = format(
      "fn to_byte(value: f32) -> u8 {{ (value + 0.5) as u8 }}\n#[pixels]\nfn {}(input: Tensor<u8>, "
      "weights: Tensor<u32>, output: &mut Tensor<u8>{}) {{\nlet y = ABSOLUTE_POS_Y;\nlet x = "
      "ABSOLUTE_POS_X;\nfor c in 0..3 {{\nlet mut own = 0;\nlet mut around = 0;\n",
      name, parameters);
  text += format(
      "for n in 0..{} {{\nlet v = y + select(n == 1, -1, 0) + select(n == 2, 1, 0);\nlet u = x + "
      "select(n == 3, -1, 0) + select(n == 4, 1, 0);\n{}if n == 0 {{ own = (sum >> 8) as s32; }} "
      "else {{ around += (sum >> 8) as s32; }}\n}}\n",
      row.sharpens ? 5 : 1, blurred);
  text += "let mut byte = own as u8;\n";
  if (row.sharpens)
    text += "byte = to_byte((own as f32) + amount * ((4 * own - around) as f32));\n";
  if (row.brightens) text += "byte = to_byte((byte as f32) + offset);\n";
  return text + "output[y, x, c] = byte;\n}\noutput[y, x, 3] = input[y, x, 3];\n}\n";
}

}  // namespace

void join_blurs(ChainPlan& plan) {
  for (std::size_t i = 0; i < plan.stages.size(); ++i) {
    const BlurRow row = blur_row_at(plan, i);
    if (row.length == 0 || row.blur != "blur" || row.radius > most_coarse || row.unsharpens)
      continue;
    Stage joined = stage_for(plan, i, row);
    joined.kernel = format("{}_{}x{}", name_of(row), joined.size.width, joined.size.height);
    joined.text = plain_text(row, joined.kernel);
    replace_row(plan, i, row.length, std::move(joined));
  }
}

std::optional<NativeKernel> cuda_blur(const Stage& stage) {
  std::string_view name = stage.kernel;
  if (!name.starts_with(name_start)) return std::nullopt;
  name.remove_prefix(name_start.size());
  const std::uint32_t radius = number_after(name.substr(0, name.find('_')), "").value_or(0);
  const bool sharpens = name.contains("_sharpen");
  const bool brightens = name.contains("_brightness");
  std::string text = format(
      "#define W {}\n#define H {}\n#define RADIUS {}\n#define SHARPENS {}\n#define BRIGHTENS {}\n",
      stage.size.width, stage.size.height, radius, sharpens ? 1 : 0, brightens ? 1 : 0);
  text += format("#define ARGUMENTS {}{}\n", sharpens ? ", float amount" : "",
                 brightens ? ", float offset" : "");
  const std::uint32_t tile_height = blurred_height - (sharpens ? 2 : 0);
  return NativeKernel{.device = "cuda",
                      .text = text + std::string(kernel::builtin_text("cuda/blur_chain")),
                      .entry = "blur_chain",
                      .blocks = {(stage.size.width + tile_width - 1) / tile_width,
                                 (stage.size.height + tile_height - 1) / tile_height, 1},
                      .units = units};
}

}  // namespace dala::media

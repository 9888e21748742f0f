#include "scene/compose/kernel_sources.hpp"

#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "scene/compose/table.hpp"

namespace dala::scene {

namespace {

// The channels of a pixel of whichever layer, into variables that begin with `name`.
std::string load(std::size_t slots, std::string_view slot, std::string_view name,
                 std::string_view y, std::string_view x) {
  std::string text;
  for (std::size_t i = 0; i < slots; ++i) {
    text += format("      {}if {} == {} {{\n", i == 0 ? "" : "else ", slot, i);
    for (int c = 0; c < 4; ++c)
      text += format("        {}{} = layer{}[{}, {}, {}] as s32;\n", name, c, i, y, x, c);
    text += "      }\n";
  }
  return text;
}

std::string four(std::string_view name) {
  std::string text;
  for (int c = 0; c < 4; ++c) text += format("      let mut {}{} = 0;\n", name, c);
  return text;
}

std::string sample(std::size_t slots) {
  std::string text = R"(
    if slot >= 0 {
      let m = at + MAP;
      let sx = whole[m + 2] + whole[m] * dx + whole[m + 1] * dy;
      let sy = whole[m + 5] + whole[m + 3] * dx + whole[m + 4] * dy;
      let t = at + TAPS;
      let x0 = clamp(sx >> 16, whole[t], whole[t + 2] - 1);
      let y0 = clamp(sy >> 16, whole[t + 1], whole[t + 3] - 1);
)";
  text += four("p") + load(slots, "slot", "p", "y0", "x0");
  text += R"(
      s0 = p0;
      s1 = p1;
      s2 = p2;
      s3 = p3;
      if (flags & 2) == 0 {
      let x1 = clamp((sx >> 16) + 1, whole[t], whole[t + 2] - 1);
      let y1 = clamp((sy >> 16) + 1, whole[t + 1], whole[t + 3] - 1);
      let f = (sx >> 9) & 127;
      let g = (sy >> 1) & 32767;
)";
  text += four("q") + four("u") + four("v");
  text += load(slots, "slot", "q", "y0", "x1");
  text += load(slots, "slot", "u", "y1", "x0");
  text += load(slots, "slot", "v", "y1", "x1");
  for (int c = 0; c < 4; ++c)
    text += format("      s{0} = mixed(p{0}, q{0}, u{0}, v{0}, f, g);\n", c);
  text += "      }\n    }\n";
  return text;
}

// The mask's alpha.
std::string mask(std::size_t slots) {
  std::string text = R"(
    let mask_slot = whole[at + MASK];
    if mask_slot >= 0 {
      let my = y - whole[at + MASK_Y];
      let mx = x - whole[at + MASK_X];
      let mut alpha = 0;
)";
  for (std::size_t i = 0; i < slots; ++i)
    text += format("      {}if mask_slot == {} {{ alpha = layer{}[my, mx, 3] as s32; }}\n",
                   i == 0 ? "" : "else ", i, i);
  return text + "      cover = mul(cover, alpha);\n    }\n";
}

constexpr std::string_view cover_part = R"(
    let mut cover = 255;
    if (flags & 1) == 0 {
      let r = row * REAL;
      let fx = dx as f32;
      let fy = dy as f32;
      let bx = real[r + 2] + fx * real[r] + fy * real[r + 1];
      let by = real[r + 5] + fx * real[r + 3] + fy * real[r + 4];
      let width = real[r + 6];
      let height = real[r + 7];
      let mut share = 0.0;
      if (flags & 4) == 0 {
        share = within(bx, width, real[r + 9]) * within(by, height, real[r + 10]);
      } else {
        let radius = real[r + 8];
        let half_x = width * 0.5;
        let half_y = height * 0.5;
        let qx = abs(bx - half_x) - (half_x - radius);
        let qy = abs(by - half_y) - (half_y - radius);
        let ox = max(qx, 0.0);
        let oy = max(qy, 0.0);
        let out = sqrt(ox * ox + oy * oy);
        let distance = out + min(max(qx, qy), 0.0) - radius;
        share = clamp(0.5 - distance * real[r + 9], 0.0, 1.0);
      }
      cover = (share * 255.0 + 0.5) as s32;
    }
    cover = mul(cover, whole[at + OPACITY]);
)";

// Functions, and the constants by which the kernel finds its way in the tables.
Result<std::string> shared_text() {
  return kernel::builtin_text("scene/compose/compose", {{"LAYER", whole_layer},
                                                        {"MASK", whole_mask},
                                                        {"BLEND", whole_blend},
                                                        {"OPACITY", whole_opacity},
                                                        {"FLAGS", whole_flags},
                                                        {"COLOR", whole_color},
                                                        {"MAP", whole_map},
                                                        {"TAPS", whole_taps},
                                                        {"MASK_X", whole_mask_x},
                                                        {"MASK_Y", whole_mask_y},
                                                        {"FIELDS", whole_fields},
                                                        {"REAL", real_fields},
                                                        {"REGIONS", most_regions}});
}

}  // namespace

Result<std::string> compose_source(std::size_t slots) {
  DALA_ASSIGN(std::string text, shared_text());
  std::string head = "#[pixels]\nfn scene_compose(whole: Tensor<s32>, real: Tensor<f32>";
  for (std::size_t i = 0; i < slots; ++i) head += format(", layer{}: Tensor<u8>", i);
  head += ", target: &mut Tensor<u8>, regions: s32, items: s32) {";
  std::string body = R"(
  let x = ABSOLUTE_POS_X;
  let y = ABSOLUTE_POS_Y;
  let mut region = -1;
  for i in 0..regions {
    let at = i * FIELDS;
    if x >= whole[at] && y >= whole[at + 1] && x < whole[at + 2] && y < whole[at + 3] {
      region = at;
    }
  }
  if region < 0 { return; }
  let background = whole[region + 6];
  let mut d0 = background & 255;
  let mut d1 = (background >> 8) & 255;
  let mut d2 = (background >> 16) & 255;
  let mut d3 = (background >> 24) & 255;
  if whole[region + 5] != 0 {
    d0 = target[y, x, 0] as s32;
    d1 = target[y, x, 1] as s32;
    d2 = target[y, x, 2] as s32;
    d3 = target[y, x, 3] as s32;
  }
  for i in max(whole[region + 4], 0)..items {
    let row = REGIONS + i;
    let at = row * FIELDS;
    let dx = x - whole[at];
    let dy = y - whole[at + 1];
    if dx < 0 || dy < 0 || x >= whole[at + 2] || y >= whole[at + 3] { continue; }
    let flags = whole[at + FLAGS];
    let slot = whole[at + LAYER];
)";
  body += cover_part;
  body += mask(slots);
  body += R"(
    if cover == 0 { continue; }
    let color = whole[at + COLOR];
    let mut s0 = color & 255;
    let mut s1 = (color >> 8) & 255;
    let mut s2 = (color >> 16) & 255;
    let mut s3 = (color >> 24) & 255;
)";
  body += sample(slots);
  body += R"(
    s0 = mul(s0, cover);
    s1 = mul(s1, cover);
    s2 = mul(s2, cover);
    s3 = mul(s3, cover);
    let mode = whole[at + BLEND];
    let mut alpha = s3 + mul(d3, 255 - s3);
    if mode == 4 { alpha = min(s3 + d3, 255); }
    d0 = blended(mode, s0, d0, s3, d3, alpha);
    d1 = blended(mode, s1, d1, s3, d3, alpha);
    d2 = blended(mode, s2, d2, s3, d3, alpha);
    d3 = alpha;
  }
  target[y, x, 0] = d0 as u8;
  target[y, x, 1] = d1 as u8;
  target[y, x, 2] = d2 as u8;
  target[y, x, 3] = d3 as u8;
}
)";
  return text + "\n" + head + body;
}

}  // namespace dala::scene

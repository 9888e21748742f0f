#include <array>

#include "core/error.hpp"
#include "media/pixels/avx512.hpp"
#include "media/sample.hpp"

namespace dala::media::filter {

namespace {

constexpr std::array<std::string_view, 6> modes = {"normal",  "multiply", "screen",
                                                   "overlay", "add",      "difference"};
// The expression for a channel, from `v` of the frame and `o` of the other picture.
constexpr std::array<std::string_view, 6> formulas = {
    "o",
    "v * o * (1.0 / 255.0)",
    "v + o - v * o * (1.0 / 255.0)",
    "select(v < 127.5, v * o * (2.0 / 255.0), 2.0 * (v + o) - v * o * (2.0 / 255.0) - 255.0)",
    "min(v + o, 255.0)",
    "abs(v - o)"};

Result<void> blend_rows(const HostCall& call) {
  const auto opacity = static_cast<float>(call.params[0].number());
  cpu::blend(cpu::rows_of(call), call.inputs[1].values<const std::uint8_t>().data(), opacity,
             call.threads);
  return {};
}

Acceptance accepts(const HostCall&, const Capabilities& device) {
  return device.avx512_vnni ? accepted
                            : rejected("the processor has no AVX-512 with VNNI and VBMI");
}

Result<void> make_blend(Stages& stages) {
  DALA_ASSIGN(const std::size_t mode, stages.choice("mode", modes));
  DALA_ASSIGN(const StageInput other, stages.given("other"));
  const std::string body = sample_source("other", other, stages.size(), false) + R"(
  let share = opacity * other_a;
  r = mix(r, blended(r, other_r), share);
  g = mix(g, blended(g, other_g), share);
  b = mix(b, blended(b, other_b), share);)";
  const std::string function = format("fn blended(v: f32, o: f32) -> f32 {{ {} }}", formulas[mode]);
  if (other.channels != 4)
    return fail(ErrorCode::invalid_shape, "blend: the picture other must be of colours");
  std::vector<KernelVariant> variants;
  if (mode == 0 && other.size == stages.size())
    variants.push_back(
        {.name = "avx512", .accepts = accepts, .run = HostKernel(blend_rows), .cost = 12});
  stages.each_pixel({.name = format("blend_{}_{}", modes[mode], sample_name(other, stages.size())),
                     .params = {{"opacity", stages.number("opacity") / 255}},
                     .body = body,
                     .functions = function,
                     .inputs = {{"other: Tensor<u8>", other}},
                     .variants = std::move(variants)});
  return {};
}

}  // namespace

FilterDef blend() {
  return {
      .info = {.name = "blend",
               .family = "colour",
               .summary = "Puts another picture over the frame.",
               .meaning = "Each channel is mixed with what `mode` makes of it and the other "
                          "picture's, by `opacity` times the other's alpha. A picture of another "
                          "size is stretched over the frame, bilinear.",
               .params = {{.name = "mode",
                           .type = ParamType::text,
                           .summary = "normal, multiply, screen, overlay, add or difference.",
                           .fallback = "normal"},
                          {.name = "opacity",
                           .summary = "0 shows the frame only, 1 all of the other.",
                           .fallback = 0.5,
                           .min = 0,
                           .max = 1}},
               .inputs = {{"other", "the picture on top"}}},
      .make = make_blend};
}

}  // namespace dala::media::filter

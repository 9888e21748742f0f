#include <array>

#include "core/error.hpp"
#include "kernel/specialise.hpp"
#include "media/pixels/avx512.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

// In the order of MODE in blend.dk.
constexpr std::array<std::string_view, 6> modes = {"normal",  "multiply", "screen",
                                                   "overlay", "add",      "difference"};
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
  if (other.channels != 4)
    return fail(ErrorCode::invalid_shape, "blend: the picture other must be of colours");
  const bool in_size = other.size == stages.size();
  DALA_ASSIGN(std::string text, kernel::builtin_text("media/filters/blend/blend",
                                                     {{"MODE", mode}, {"IN_SIZE", in_size}}));
  std::vector<KernelVariant> variants;
  if (mode == 0 && in_size)
    variants.push_back(
        {.name = "avx512", .accepts = accepts, .run = HostKernel(blend_rows), .cost = 12});
  stages.add({.kernel = format("blend_{}_{}", modes[mode], picture_label(other, stages.size())),
              .text = std::move(text),
              .inputs = {stages.output(), other},
              .params = {{"opacity", stages.number("opacity") / 255}},
              .size = stages.size(),
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

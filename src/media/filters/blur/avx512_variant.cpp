#include "core/error.hpp"
#include "media/filters/blur/avx512.hpp"
#include "media/filters/blur/run.hpp"

namespace dala::media {

namespace {

Result<void> run_blur(const BlurRun& blur, const HostCall& call) {
  const auto param = [&](const std::optional<std::size_t>& index) {
    return index ? static_cast<float>(call.params[*index].number()) : 0.0F;
  };
  const cpu::BlurWork work{.weights = call.inputs[blur.weights].values<const std::uint32_t>(),
                           .bits = blur.bits,
                           .after = blur.sharpens     ? cpu::AfterBlur::sharpen
                                    : blur.unsharpens ? cpu::AfterBlur::unsharp
                                                      : cpu::AfterBlur::nothing,
                           .amount = param(blur.sharpens) + param(blur.unsharpens),
                           .offset = param(blur.brightens)};
  if (!cpu::blur(cpu::rows_of(call), work, call.threads))
    return fail(ErrorCode::out_of_memory, "no memory for the rows of a blur");
  return {};
}

}  // namespace

RunOffer offer_blur_avx512(const StageRun& run, const Capabilities& device) {
  if (device.host_memory && !device.avx512_vnni)
    return no_offer("the processor has no AVX-512 with VNNI and VBMI");
  const auto blur = find_blur(run);
  if (!blur) return no_offer(blur.error());
  // One instruction takes four taps, for both axes; the other steps work on registers.
  const double cost = 8 + (blur->radius * blur->bits / 8.0);
  return {.stages = blur->stages,
          .run = HostKernel([blur = *blur](const HostCall& call) { return run_blur(blur, call); }),
          .cost = cost};
}

}  // namespace dala::media

// The CUDA variant of a blur with sharpening and brightness after it (blur.cu): the frame goes
// through memory once.
#include "core/format.hpp"
#include "kernel/builtin_texts.hpp"
#include "media/filters/blur/run.hpp"
#include "media/filters/blur/separable.hpp"

namespace dala::media {

namespace {

// As in the source of the kernel.
constexpr std::uint32_t tile_width = 64;
constexpr std::uint32_t blurred_height = 32;
constexpr std::uint32_t block_threads = 256;
// The cost of a pixel, a small part of that of a fused kernel for the same stages.
constexpr double cost_by_cuda = 100;

NativeKernel native_of(const BlurRun& blur) {
  const bool sharpens = blur.sharpens.has_value();
  const bool brightens = blur.brightens.has_value();
  std::string source = format(
      "#define W {}\n#define H {}\n#define RADIUS {}\n#define SHARPENS {}\n#define BRIGHTENS {}\n",
      blur.width, blur.height, blur.radius, sharpens ? 1 : 0, brightens ? 1 : 0);
  source += format("#define ARGUMENTS {}{}\n", sharpens ? ", float amount" : "",
                   brightens ? ", float offset" : "");
  const std::uint32_t tile_height = blurred_height - (sharpens ? 2 : 0);
  return {.source = source + std::string(kernel::builtin_text("media/filters/blur/blur.cu")),
          .entry = "blur_chain",
          .blocks = {(blur.width + tile_width - 1) / tile_width,
                     (blur.height + tile_height - 1) / tile_height, 1},
          .threads = block_threads};
}

}  // namespace

RunOffer offer_blur_cuda(const StageRun& run, const Capabilities& /*device*/) {
  const auto blur = find_blur(run);
  if (!blur) return no_offer(blur.error());
  if (blur->bits != 8 || blur->radius > most_coarse)
    return no_offer("it multiplies bytes, by weights of 8 bits");
  if (blur->unsharpens) return offer_blur_cuda(run.first(2), {});
  return {.stages = blur->stages, .run = native_of(*blur), .cost = cost_by_cuda};
}

}  // namespace dala::media

#include "media/filters/blur/run.hpp"

namespace dala::media {

namespace {

constexpr RunVariant blur_runs[] = {
#ifdef DALA_HAS_CUDA
    {.name = "blur_cuda", .offer = offer_blur_cuda},
#endif
    {.name = "blur_avx512", .offer = offer_blur_avx512, .off_by = 1},
};

}  // namespace

std::span<const RunVariant> SeparableStage::runs() const {
  return horizontal ? std::span<const RunVariant>(blur_runs) : std::span<const RunVariant>();
}

std::expected<BlurRun, std::string_view> find_blur(const StageRun& run) {
  const auto* const horizontal = run.is<SeparableStage>(0);
  const auto* const vertical = run.is<SeparableStage>(1);
  if (horizontal == nullptr || vertical == nullptr || !horizontal->horizontal ||
      vertical->horizontal || horizontal->radius != vertical->radius ||
      horizontal->bits != vertical->bits || run.input(0, 1) != run.input(1, 1))
    return std::unexpected("it takes a horizontal sum followed by the same vertical sum");
  BlurRun blur{.radius = horizontal->radius,
               .bits = horizontal->bits,
               .weights = run.input(0, 1),
               .width = static_cast<std::uint32_t>(run.shape(0)[1]),
               .height = static_cast<std::uint32_t>(run.shape(0)[0])};
  if (blur.width <= blur.radius + 1 || blur.height <= blur.radius + 1)
    return std::unexpected("the frame is mirrored more than once");
  if (run.is<CrossStage>(blur.stages) != nullptr)
    blur.sharpens = run.param(blur.stages++);
  else if (run.is<UnsharpStage>(blur.stages) != nullptr &&
           run.input(blur.stages, 1) == run.input(0, 0))
    blur.unsharpens = run.param(blur.stages++);
  const auto* const lines = run.is<LinesStage>(blur.stages);
  if (const auto added = lines == nullptr ? std::nullopt : lines->added())
    blur.brightens = run.param(blur.stages++) + *added;
  return blur;
}

}  // namespace dala::media

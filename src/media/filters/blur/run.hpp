// A blur and the steps after it, as recognised by the variants that do all of it at once.
#pragma once

#include <optional>

#include "media/stage_types.hpp"

namespace dala::media {

struct BlurRun {
  std::uint32_t radius = 0;
  unsigned bits = 8;        // of the weights
  std::size_t stages = 2;   // horizontal and vertical, and what follows
  std::size_t weights = 0;  // index of the run's input that holds them
  std::optional<std::size_t> sharpens =
      {};  // sharpening of the blurred frame: the index of the parameter `amount`
  std::optional<std::size_t> unsharpens =
      {};  // the same of an unsharp mask, by the difference from the frame
  std::optional<std::size_t> brightens = {};  // the index of the parameter that is added
  std::uint32_t width = 0;                    // of the frame
  std::uint32_t height = 0;
};

// The blur at the beginning of the run, or the reason why there is none that a variant could take.
// In a blur that is accepted, no neighbour is more than one reflection away.
[[nodiscard]] std::expected<BlurRun, std::string_view> find_blur(const StageRun& run);

// The variants (avx512.cpp, cuda.cpp).
[[nodiscard]] RunOffer offer_blur_avx512(const StageRun& run, const Capabilities& device);
[[nodiscard]] RunOffer offer_blur_cuda(const StageRun& run, const Capabilities& device);

}  // namespace dala::media

// A blur and what may follow it, as the variants see it that do all of it at once.
#pragma once

#include <optional>

#include "media/stage_types.hpp"

namespace dala::media {

struct BlurRun {
  std::uint32_t radius = 0;
  unsigned bits = 8;        // of the weights
  std::size_t stages = 2;   // across and down, and what follows
  std::size_t weights = 0;  // which input of the run
  std::optional<std::size_t> sharpens =
      {};  // by its blurred neighbours: which parameter says how much
  std::optional<std::size_t> unsharpens = {};  // by the difference from the frame
  std::optional<std::size_t> brightens = {};   // by this parameter
  std::uint32_t width = 0;                     // of the frame
  std::uint32_t height = 0;
};

// What a blur at the beginning of the run is; or why there is none that a variant could take. No
// neighbour is more than one reflection away.
[[nodiscard]] std::expected<BlurRun, std::string_view> find_blur(const StageRun& run);

// The variants (avx512.cpp, cuda.cpp).
[[nodiscard]] RunOffer offer_blur_avx512(const StageRun& run, const Capabilities& device);
[[nodiscard]] RunOffer offer_blur_cuda(const StageRun& run, const Capabilities& device);

}  // namespace dala::media

#include "media/block_means/block_means.hpp"

#include "core/error.hpp"
#include "kernel/specialise.hpp"

namespace dala::media {

Result<Stage> block_means(const StageInput& frame, std::int64_t size) {
  const auto blocks = [&](std::uint32_t side) {
    return static_cast<std::uint32_t>((side + size - 1) / size);
  };
  DALA_ASSIGN(std::string text, kernel::builtin_text("media/block_means/means", {{"SIZE", size}}));
  return Stage{.kernel = format("block_means_{}", size),
               .text = std::move(text),
               .inputs = {frame},
               .size = {blocks(frame.size.width), blocks(frame.size.height)}};
}

Result<Stage> enlarged(const StageInput& means, std::int64_t size, FrameSize to) {
  DALA_ASSIGN(std::string text,
              kernel::builtin_text("media/block_means/enlarged", {{"SIZE", size}}));
  return Stage{.kernel = format("enlarged_{}", size),
               .text = std::move(text),
               .inputs = {means},
               .size = to};
}

}  // namespace dala::media

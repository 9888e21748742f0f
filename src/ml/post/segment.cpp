#include "ml/post/segment.hpp"

#include <algorithm>

#include <dala/ml/tasks.hpp>

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"

namespace dala::ml {

std::vector<std::uint8_t> best_classes(std::span<const float> logits, std::size_t classes) {
  if (classes == 0) return {};
  const std::size_t pixels = logits.size() / classes;
  std::vector<std::uint8_t> map(pixels, 0);
  // Class by class, because the pixels of a class lie together.
  std::vector<float> best(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(pixels));
  for (std::size_t c = 1; c < classes; ++c) {
    const std::span<const float> values = logits.subspan(c * pixels, pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
      if (!(values[i] > best[i])) continue;  // NaN is never the best
      best[i] = values[i];
      map[i] = static_cast<std::uint8_t>(c);
    }
  }
  return map;
}

Result<Buffer> mask_of_class(const Compute& compute, const Buffer& logits, std::size_t id) {
  DALA_ASSIGN(
      const std::string kernel,
      register_generated(compute, "ml_mask_of_class",
                         {.text = std::string(kernel::builtin_text("ml/post/mask_of_class"))}));
  const Shape& shape = logits.shape();
  DALA_ASSIGN(auto mask, compute.buffer_zeros({shape[2], shape[3]}, DType::u8));
  DALA_TRY(compute.run_kernel(kernel, logits, mask, {{"wanted", static_cast<std::int64_t>(id)}}));
  return mask;
}

media::Picture Segmentation::mask(std::size_t id) const {
  media::Picture picture{width, height, std::vector<std::uint8_t>(map.size() * 4)};
  for (std::size_t i = 0; i < map.size(); ++i) {
    const std::uint8_t level = map[i] == id ? 255 : 0;
    std::fill_n(picture.rgba.begin() + static_cast<std::ptrdiff_t>(4 * i), 3, level);
    picture.rgba[(4 * i) + 3] = 255;
  }
  return picture;
}

}  // namespace dala::ml

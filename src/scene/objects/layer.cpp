#include "scene/objects/layer.hpp"

#include <algorithm>
#include <atomic>

#include "core/error.hpp"
#include "scene/compose/rows.hpp"

namespace dala::scene {

std::uint64_t new_version() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

Result<void> upload(const Compute& compute, const media::Picture& picture, Layer& into) {
  const auto width = static_cast<std::int32_t>(picture.width);
  const auto height = static_cast<std::int32_t>(picture.height);
  if (!into.buffer || into.width != width || into.height != height) {
    DALA_ASSIGN(into.buffer, compute.buffer_zeros({height, width, 4}, DType::u8));
    into.width = width;
    into.height = height;
  }
  const std::size_t count = picture.rgba.size() / 4;
  const auto* pixels = reinterpret_cast<const std::uint32_t*>(picture.rgba.data());
  into.opaque = is_opaque(pixels, count);
  if (into.opaque) {
    DALA_TRY(into.buffer.write_bytes(std::as_bytes(std::span(picture.rgba))));
  } else {
    std::vector<std::uint32_t> premultiplied(count);
    premultiply_alpha(pixels, premultiplied.data(), count);
    DALA_TRY(into.buffer.write_bytes(std::as_bytes(std::span(premultiplied))));
  }
  into.version = new_version();
  return {};
}

Result<Layer> Shrunk::at(Compositor& compositor, const Layer& layer, std::int32_t factor) {
  auto level = std::ranges::find(levels_, factor, &Level::factor);
  if (level == levels_.end()) {
    levels_.push_back({.factor = factor});
    level = levels_.end() - 1;
  }
  const std::int32_t width = (layer.width + factor - 1) / factor;
  const std::int32_t height = (layer.height + factor - 1) / factor;
  if (!level->layer.buffer || level->layer.width != width || level->layer.height != height) {
    DALA_ASSIGN(level->layer.buffer,
                compositor.compute().buffer_zeros({height, width, 4}, DType::u8));
    level->layer.width = width;
    level->layer.height = height;
    level->of_version = 0;
  }
  if (level->of_version != layer.version) {
    DALA_TRY(compositor.shrink(layer.buffer, level->layer.buffer, factor));
    level->of_version = layer.version;
    level->layer.version = new_version();
    level->layer.opaque = layer.opaque;
  }
  return level->layer;
}

}  // namespace dala::scene

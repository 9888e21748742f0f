#include "surface/image/image_store.hpp"

#include <cstring>

#include "core/error.hpp"
#include "surface/raster/spans.hpp"

namespace dala::surface {

ImageStore::~ImageStore() {
  for (const auto& [id, image] : images_) budget_.give_back(bytes_of(image));
}

Result<void> ImageStore::load(const draw::LoadImage& command) {
  const CommandBytes bytes = command.pixels.bytes;
  DALA_TRY(budget_.take(entry_bytes + bytes.size()));
  Image image{command.w, command.h, true, {}, {}};
  image.pixels.resize(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(image.pixels.data(), bytes.data(), bytes.size());
  image.opaque = is_opaque(image.pixels);
  const auto [place, is_new] = images_.try_emplace(command.id);
  if (!is_new) budget_.give_back(bytes_of(place->second));
  place->second = std::move(image);
  return {};
}

Result<void> ImageStore::remove(std::uint64_t id) {
  const auto found = images_.find(id);
  if (found == images_.end()) return fail(ErrorCode::unknown_picture, "no image has the id {}", id);
  budget_.give_back(bytes_of(found->second));
  images_.erase(found);
  return {};
}

Result<void> ImageStore::draw(Canvas& canvas, const draw::ImageBlit& command) {
  const auto found = images_.find(command.image_id);
  if (found == images_.end())
    return fail(ErrorCode::unknown_picture, "no image has the id {}", command.image_id);
  Image& image = found->second;
  const Rect target = rect_at(command.x, command.y, command.w, command.h);
  if (command.w == image.width && command.h == image.height) {
    const Rect shown = intersect(target, canvas.clip);
    if (shown.empty()) return {};
    const std::uint32_t* first =
        image.pixels.data() + ((shown.y0 - target.y0) * image.width) + (shown.x0 - target.x0);
    paint(canvas, shown, first, image.width, image.opaque);
    return {};
  }
  if (!image.opaque && image.multiplied.empty()) {
    DALA_TRY(budget_.take(image.pixels.size() * sizeof(std::uint32_t)));
    image.multiplied = multiply_alpha(image.pixels);
  }
  const auto& pixels = image.opaque ? image.pixels : image.multiplied;
  paint_scaled(canvas, scratch_, {pixels.data(), image.width, image.height, image.opaque}, target);
  return {};
}

}  // namespace dala::surface

#include "scene/objects/loaded_images.hpp"

#include "core/error.hpp"

namespace dala::scene {

Result<void> LoadedImages::load(const Compute& compute, std::uint64_t id,
                                const media::Picture& picture) {
  Image image;
  DALA_TRY(upload(compute, picture, image.layer));
  if (compute.device_info().gpu) image.picture = picture;
  images_[id] = std::move(image);
  return {};
}

const Layer* LoadedImages::find(std::uint64_t id) const {
  const auto found = images_.find(id);
  return found == images_.end() ? nullptr : &found->second.layer;
}

Result<void> LoadedImages::renew(const Compute& compute) {
  for (auto& [id, image] : images_)
    if (image.picture) DALA_TRY(upload(compute, *image.picture, image.layer));
  return {};
}

}  // namespace dala::scene

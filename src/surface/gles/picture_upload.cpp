#include "surface/gles/picture_upload.hpp"

#include "core/format.hpp"

namespace dala::surface {

void PictureUpload::forget() {
  shared_.reset();
  cannot_share_ = nullptr;
}

bool PictureUpload::share(const FrameTexture& texture, const PictureView& picture) {
  if (!shared_ || !shared_->is_of(picture.compute)) {
    const void* runtime = picture.compute.runtime().get();
    if (cannot_share_ == runtime) return false;
    shared_.reset();
    cannot_share_ = runtime;
    auto made =
        GlTexture::share(picture.compute, {texture.id(), texture.width(), texture.height()});
    if (!made) {
      why_copied_ = made.error().message;
      return false;
    }
    cannot_share_ = nullptr;
    shared_.emplace(std::move(*made));
  }
  auto filled = shared_->fill(picture.buffer);
  if (filled) return true;
  // The shared texture is made again for the next picture.
  why_copied_ = filled.error().message;
  shared_.reset();
  return false;
}

Result<void> PictureUpload::fill(FrameTexture& texture, const PictureView& picture) {
  if (share(texture, picture)) {
    last_ = Way::shared;
    return {};
  }
  last_ = Way::copied;
  return texture.upload_from(picture.buffer);
}

std::string PictureUpload::explain() const {
  switch (last_) {
    case Way::none:
      return "no picture of a Compute was shown yet";
    case Way::shared:
      return "pictures of a Compute stay on the device: their memory and the texture's are shared";
    case Way::copied:
      return format("pictures of a Compute are copied once, through the host's memory: {}",
                    why_copied_);
  }
  std::unreachable();
}

}  // namespace dala::surface

#include "scene/nodes/still_layer.hpp"

#include <dala/media/still.hpp>

#include "core/error.hpp"

namespace dala::scene {

Result<void> StillLayer::show(const Compute& compute,
                              const std::shared_ptr<const media::Picture>& picture) {
  if (picture_ == picture) return {};
  DALA_TRY(upload(compute, *picture, layer_));
  picture_ = picture;
  file_.clear();
  return {};
}

Result<void> StillLayer::show_file(const Compute& compute, const std::string& file,
                                   const SourcePolicy& sources) {
  if (file_ == file) return {};
  DALA_ASSIGN(const media::Picture picture, media::read_picture(file, sources));
  DALA_TRY(upload(compute, picture, layer_));
  file_ = file;
  picture_ = nullptr;
  return {};
}

}  // namespace dala::scene

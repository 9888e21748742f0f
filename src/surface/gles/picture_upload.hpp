// Uploads pictures of a Compute to the renderer's texture: on the device where both share memory,
// else with one copy through the host.
#pragma once

#include <optional>
#include <string>

#include <dala/compute/gl_texture.hpp>

#include "surface/gles/frame_texture.hpp"

namespace dala::surface {

class PictureUpload {
 public:
  [[nodiscard]] Result<void> fill(FrameTexture& texture, const PictureView& picture);
  // Before the texture goes.
  void forget();
  [[nodiscard]] std::string explain() const;

 private:
  enum class Way : std::uint8_t { none, shared, copied };

  // Whether the texture is filled.
  [[nodiscard]] bool share(const FrameTexture& texture, const PictureView& picture);

  std::optional<GlTexture> shared_;
  std::string why_copied_;
  // The Compute that could not share the texture, so that it is not tried for each frame;
  // why_copied_ says why.
  const void* cannot_share_ = nullptr;
  Way last_ = Way::none;
};

}  // namespace dala::surface

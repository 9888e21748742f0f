// Textures of OpenGL that CUDA writes, on the GPU that both use: nothing passes through the host.
#pragma once

#include <memory>

#include "backend/cuda/driver/session.hpp"
#include "backend/device.hpp"

namespace dala::backend::cuda {

class GlTexture final : public SharedTexture {
 public:
  ~GlTexture() override;
  GlTexture(const GlTexture&) = delete;
  GlTexture& operator=(const GlTexture&) = delete;

  // Error `unsupported` with what the driver says where it does not share this texture: most often
  // because another GPU, or none, draws with it.
  [[nodiscard]] static Result<std::unique_ptr<SharedTexture>> make(std::shared_ptr<Session> session,
                                                                   const GlTextureName& texture);
  [[nodiscard]] Result<void> fill(const Memory& from) override;

 private:
  GlTexture(std::shared_ptr<Session> session, const GlTextureName& texture)
      : session_(std::move(session)), texture_(texture) {}
  [[nodiscard]] Result<void> copy(const Use& use, Pointer from) const;
  [[nodiscard]] const Graphics& graphics() const { return *session_->library().graphics; }

  std::shared_ptr<Session> session_;
  GlTextureName texture_;
  GraphicsHandle resource_ = nullptr;
  std::uint64_t generation_ = 0;
};

}  // namespace dala::backend::cuda

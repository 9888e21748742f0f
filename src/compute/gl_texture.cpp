#include <dala/compute/gl_texture.hpp>

#include "compute/runtime.hpp"
#include "core/error.hpp"

namespace dala {

struct GlTexture::State {
  std::weak_ptr<Compute::Runtime> runtime;
  Name name;
  std::unique_ptr<backend::SharedTexture> texture;
};

GlTexture::GlTexture(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlTexture::GlTexture(GlTexture&& other) noexcept = default;
GlTexture& GlTexture::operator=(GlTexture&& other) noexcept = default;
GlTexture::~GlTexture() = default;

Result<GlTexture> GlTexture::share(const Compute& compute, const Name& name) {
  DALA_ASSIGN(Compute::Runtime* const runtime, compute.live());
  DALA_ASSIGN(auto texture,
              runtime->device->share_texture({name.texture, name.width, name.height}));
  return GlTexture(std::make_unique<State>(compute.runtime(), name, std::move(texture)));
}

bool GlTexture::is_of(const Compute& compute) const {
  return state_ != nullptr && state_->runtime.lock() == compute.runtime();
}

Result<void> GlTexture::fill(const Buffer& picture) const {
  if (state_ == nullptr)
    return fail(ErrorCode::invalid_handle, "a GlTexture was used after a move");
  const std::shared_ptr<Compute::Runtime> runtime = state_->runtime.lock();
  if (runtime == nullptr)
    return fail(ErrorCode::shut_down, "the Compute that this texture is shared with is gone");
  const Shape wanted{state_->name.height, state_->name.width, 4};
  if (!picture) return fail(ErrorCode::invalid_handle, "the picture is an empty Buffer handle");
  if (picture.dtype() != DType::u8 || picture.shape() != wanted)
    return fail(ErrorCode::shape_mismatch, "the picture is {} {}; the texture is u8 {}",
                to_string(picture.dtype()), to_string(picture.shape()), to_string(wanted));
  DALA_ASSIGN(const auto memory, runtime->settled_memory(picture));
  return state_->texture->fill(*memory);
}

}  // namespace dala

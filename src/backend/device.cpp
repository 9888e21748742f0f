#include "backend/device.hpp"

#include "core/error.hpp"

namespace dala::backend {

Result<std::unique_ptr<Program>> Device::compile_variant(std::shared_ptr<const Meaning>,
                                                         const VariantCode& code) {
  return fail(ErrorCode::unsupported, "{} runs no variants of kernels, as {} is", info().id,
              code.name);
}

Result<std::unique_ptr<SharedTexture>> Device::share_texture(const GlTextureName&) {
  return fail(ErrorCode::unsupported, "the device \"{}\" has no memory in common with OpenGL",
              info().id);
}

Result<std::chrono::nanoseconds> Device::time(const std::function<Result<void>()>& work) {
  DALA_TRY(finish());
  const auto begin = std::chrono::steady_clock::now();
  DALA_TRY(work());
  DALA_TRY(finish());
  return std::chrono::steady_clock::now() - begin;
}

}  // namespace dala::backend

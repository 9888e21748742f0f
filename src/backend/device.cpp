#include "backend/device.hpp"

#include "core/error.hpp"

namespace dala::backend {

Result<std::unique_ptr<Program>> Device::compile_native(std::shared_ptr<const kernel::ir::Module>,
                                                        const NativeKernel& native) {
  return fail(ErrorCode::unsupported, "{} takes no kernels in a language of its own, as {} is",
              info().id, native.entry);
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

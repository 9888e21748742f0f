#include <dala/surface/gles.hpp>

#include "core/error.hpp"

#ifdef DALA_HAS_GLES
#include "surface/gles/gles_renderer.hpp"
#endif

namespace dala {

Result<std::shared_ptr<Renderer>> make_gles_renderer(
    [[maybe_unused]] const GlesRendererOptions& options) {
#ifdef DALA_HAS_GLES
  return std::make_shared<surface::GlesRenderer>(options);
#else
  return fail(ErrorCode::unsupported,
              "this build has no OpenGL ES; build with DALA_WITH_GLES and its headers");
#endif
}

}  // namespace dala

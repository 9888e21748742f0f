// What a renderer without shaders of its own answers.
#include <dala/surface_renderer.hpp>

#include "core/error.hpp"

namespace dala {

namespace {

std::unexpected<Error> no_shaders(const Renderer& renderer) {
  return fail(
      ErrorCode::unsupported,
      "the renderer \"{}\" runs no shaders of its own; the gles renderer takes GLSL ES, and "
      "every surface takes kernels of the kernel language",
      renderer.name());
}

}  // namespace

Result<std::uint64_t> Renderer::make_shader(std::string_view /*source*/) {
  return no_shaders(*this);
}

void Renderer::drop_shader(std::uint64_t /*shader*/) {}

Result<void> Renderer::run_shader(const ShaderRun& /*run*/) { return no_shaders(*this); }

}  // namespace dala

// The default implementations of a renderer's functions for pictures and shaders.
#include <dala/compute/buffer.hpp>
#include <dala/surface/renderer.hpp>

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

Result<void> Renderer::present_picture(const PictureView& picture) {
  read_.resize(picture.buffer.size_bytes());
  DALA_TRY(picture.buffer.read_into(std::as_writable_bytes(std::span(read_))));
  const Shape& shape = picture.buffer.shape();
  const auto height = static_cast<std::uint32_t>(shape[0]);
  const auto width = static_cast<std::uint32_t>(shape[1]);
  return present({width, height, read_, picture.number, {0, 0, width, height}});
}

std::string Renderer::explain_pictures() const {
  return format("pictures of a Compute are read into the host's memory for the renderer \"{}\"",
                name());
}

Result<std::uint64_t> Renderer::make_shader(std::string_view /*source*/) {
  return no_shaders(*this);
}

void Renderer::drop_shader(std::uint64_t /*shader*/) {}

Result<void> Renderer::run_shader(const ShaderRun& /*run*/) { return no_shaders(*this); }

}  // namespace dala

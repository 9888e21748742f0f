#include "surface/gles/quad.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"

namespace dala::surface {

namespace {

// The corners are computed from gl_VertexID, so that no vertex buffer is needed.
constexpr std::string_view corners = R"(
out highp vec2 place;
void main() {
  highp vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  place = WINDOW ? vec2(corner.x, 1.0 - corner.y) : corner;
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
)";

constexpr std::string_view pixels = R"(
precision highp float;
precision highp sampler2D;
layout(binding = 0) uniform sampler2D frame;
in highp vec2 place;
out vec4 color;
void main() {
  color = texture(frame, place);
  if (WINDOW) color = vec4(color.rgb * color.a, 1.0);
}
)";

}  // namespace

Result<Quad> Quad::create(const Gl& gl, Target target) {
  const std::string head =
      format("#version 310 es\n#define WINDOW {}", target == Target::window ? "true" : "false");
  const std::string vertex = head + std::string(corners);
  const std::string fragment = head + std::string(pixels);
  DALA_ASSIGN(GlProgram program,
              GlProgram::link(gl, {{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}}));
  gl.Disable(GL_DITHER);  // it would change colours
  gl.ClearColor(0.0F, 0.0F, 0.0F, 1.0F);
  return Quad(gl, std::move(program));
}

void Quad::draw(const FrameTexture& frame, std::uint32_t width, std::uint32_t height) const {
  const double scale =
      std::min(double{1} * width / frame.width(), double{1} * height / frame.height());
  const auto fitted = [&](std::uint32_t side) {
    return static_cast<GLsizei>(std::lround(side * scale));
  };
  const GLsizei w = fitted(frame.width());
  const GLsizei h = fitted(frame.height());
  const bool same_size = w == static_cast<GLsizei>(frame.width());
  gl_->ActiveTexture(GL_TEXTURE0);
  gl_->BindTexture(GL_TEXTURE_2D, frame.id());
  // At a scale of 1 pixels are copied without interpolation.
  const GLint filter = same_size ? GL_NEAREST : GL_LINEAR;
  gl_->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  gl_->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  gl_->Clear(GL_COLOR_BUFFER_BIT);
  gl_->Viewport((static_cast<GLint>(width) - w) / 2, (static_cast<GLint>(height) - h) / 2, w, h);
  gl_->UseProgram(program_.id());
  gl_->DrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace dala::surface

#pragma once

#include <map>
#include <optional>

#include <dala/surface/gles.hpp>

#include "surface/gles/compute_shader.hpp"
#include "surface/gles/picture_upload.hpp"
#include "surface/gles/quad.hpp"

namespace dala::surface {

class GlesRenderer final : public Renderer {
 public:
  explicit GlesRenderer(GlesRendererOptions options) : options_(std::move(options)) {}

  [[nodiscard]] std::string_view name() const override { return "gles"; }
  [[nodiscard]] Result<void> start() override;
  [[nodiscard]] Result<void> resize(std::uint32_t width, std::uint32_t height) override;
  [[nodiscard]] Result<void> present(const FrameView& frame) override;
  [[nodiscard]] Result<void> present_picture(const PictureView& picture) override;
  [[nodiscard]] std::string explain_pictures() const override;
  void finish() override;

  [[nodiscard]] Result<std::uint64_t> make_shader(std::string_view source) override;
  void drop_shader(std::uint64_t shader) override;
  [[nodiscard]] Result<void> run_shader(const ShaderRun& run) override;

 private:
  // What lives in the context, and goes before it.
  struct Scene {
    Scene(const Gl& gl, Quad its_quad)
        : quad(std::move(its_quad)), frame(gl), picture(gl), target(gl), bench(gl) {}
    Quad quad;
    FrameTexture frame;
    PictureUpload pictures;  // goes before the texture it may share
    FrameTexture picture;    // where the quad is drawn without a window
    PictureTarget target;
    ShaderBench bench;
    std::map<std::uint64_t, ComputeShader> shaders;
    std::uint64_t next_shader = 1;
    bool complete = false;  // whether the texture holds the whole frame before
  };

  [[nodiscard]] Result<void> set_up();
  [[nodiscard]] Result<GlesWindow::Size> bind_target();
  // What the texture holds now, into the window or the picture.
  [[nodiscard]] Result<void> draw(std::uint64_t number, const FrameRect& damage);
  void read_back(std::uint64_t number, const FrameRect& damage, const GlesWindow::Size& size);

  const GlesRendererOptions options_;
  std::unique_ptr<Context> context_;
  std::optional<Scene> scene_;
  std::vector<std::uint8_t> drawn_;
};

}  // namespace dala::surface

// What takes the frames of a surface: a window, a file, or nothing but memory.
//
//   class Counter final : public dala::Renderer {
//     dala::Result<void> present(const dala::FrameView& frame) override { ++frames; return {}; }
//     ...
//   };
//   auto surface = dala::Surface::create(1920, 1080, {.renderer = std::make_shared<Counter>()});
//
// A surface draws on the CPU and hands whole frames over; a renderer brings them to where they are
// seen. All members are called on the surface's render thread, one at a time, so a context that
// belongs to a thread can be made in `start`. An error they return becomes an error of the command
// that asked for it, and the surface goes on. Pictures that a Compute made (Surface::show) come as
// frames too, unless the renderer takes them where they are.
//
// A renderer for a GPU keeps one texture of the frame's size and draws it as a fullscreen quad. On
// Metal, which is not built here, that is:
//   start     a device, a command queue, a pipeline with a triangle strip of four vertices, and a
//             CAMetalLayer; fails where there is no device
//   resize    an MTLTexture of format RGBA8Unorm and that size, and the layer's drawableSize
//   present   replaceRegion of the texture with `frame.damage` (bytesPerRow is 4 * width), or
//             nothing to upload when that is empty; then the quad into the next drawable, presented
//             and committed. Alpha is not premultiplied: the layer must be opaque, or the fragment
//             function must premultiply
//   shaders   an MTLComputePipelineState of the text; to run one, the frame as a texture it writes
//             and a copy it reads, the parameters as a buffer, and the texture's bytes back
//   finish    waits for the last command buffer
// A texture that is still being read must not be replaced: take turns between two of them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>

namespace dala {

class Buffer;
class Compute;

struct FrameRect {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t w = 0;
  std::uint32_t h = 0;
};

struct FrameView {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  // RGBA, alpha not premultiplied, rows from the top without gaps. They stay as they are until the
  // next call of any member: what the surface draws meanwhile is another frame.
  std::span<const std::uint8_t> pixels;
  std::uint64_t number = 0;  // of the frame, from 1
  FrameRect damage;          // outside of it nothing changed since the frame before
};

// A picture that a Compute made and that is shown in place of a frame: u8 of {height, width, 4}, of
// the size that `resize` gave last.
struct PictureView {
  const Compute& compute;
  const Buffer& buffer;
  std::uint64_t number = 0;  // counted with the frames
};

// The values of set_uniform, by name.
using ShaderUniforms = std::map<std::string, std::vector<std::byte>, std::less<>>;

// A shader that changes a frame, in place.
struct ShaderRun {
  std::uint64_t shader = 0;  // as make_shader returned it
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::span<std::uint8_t> pixels;  // as in FrameView
  std::span<const std::byte> params;
  const ShaderUniforms& uniforms;
  std::uint32_t groups[3] = {1, 1, 1};
};

class DALA_API Renderer {
 public:
  Renderer() = default;
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;
  virtual ~Renderer() = default;

  // "headless", "gles", ...
  [[nodiscard]] virtual std::string_view name() const = 0;

  // Before anything else. An error here is the error of Surface::create.
  [[nodiscard]] virtual Result<void> start() = 0;
  // Before the first frame, and before every frame of another size than the one before it.
  [[nodiscard]] virtual Result<void> resize(std::uint32_t width, std::uint32_t height) = 0;
  [[nodiscard]] virtual Result<void> present(const FrameView& frame) = 0;
  // After everything else; shaders that are left go with it.
  virtual void finish() = 0;

  // Compute shaders in the renderer's own language. Without these a source in such a language is
  // the error `unsupported`; kernels of the kernel language do not come here.
  [[nodiscard]] virtual Result<std::uint64_t> make_shader(std::string_view source);
  virtual void drop_shader(std::uint64_t shader);
  // An error leaves the pixels as they were.
  [[nodiscard]] virtual Result<void> run_shader(const ShaderRun& run);

  // Shows a picture of a Compute. Without it the picture is read and presented as a frame that has
  // changed everywhere.
  [[nodiscard]] virtual Result<void> present_picture(const PictureView& picture);
  // How the last picture came to where it is seen, for Surface::explain.
  [[nodiscard]] virtual std::string explain_pictures() const;

 private:
  std::vector<std::uint8_t> read_;  // what present_picture reads
};

// Frames stay in memory, where Surface::shown_pixels finds them.
[[nodiscard]] DALA_API std::shared_ptr<Renderer> make_headless_renderer();

}  // namespace dala

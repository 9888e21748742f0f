// A surface: a render thread that draws what it is told into frames and shows them.
//
//   auto surface = dala::Surface::create(1920, 1080);
//   surface->clear(dala::colors::transparent);
//   surface->fill_rect(10, 10, 100, 100, dala::colors::red);
//   surface->present();
//   std::vector<std::uint8_t> rgba = *surface->get_pixels();
//
// Drawing returns at once, with the number of the command; the work is done in that order on the
// surface's own thread. What can be told at once (a full queue, a bad size) is an error of the
// call; what turns out later (no sprite has that id) goes to `on_error` and to take_errors.
//
// `clear` replaces. Everything else blends source-over where alpha is below 255, exact to the
// nearest integer; alpha is not premultiplied. Coordinates may be anything their types
// hold. After `present` the picture stays, and drawing goes on from it.
//
// A handle; copies are the same surface. All members may be called from any thread. When the last
// copy goes, or with `destroy`, what was submitted is still done and the thread ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <dala/compute.hpp>
#include <dala/core/image_view.hpp>
#include <dala/surface/commands.hpp>
#include <dala/surface/protocol.hpp>
#include <dala/surface/renderer.hpp>

namespace dala {

// The number of a message, from 1, in the order in which they are carried out.
using Sequence = std::uint64_t;

// What went wrong with a command after it was queued.
struct SurfaceError {
  Sequence sequence = 0;    // of the message it was in
  std::uint32_t index = 0;  // among the commands of that message
  std::size_t offset = 0;   // of its opcode in the message's bytes
  draw::Opcode opcode{};
  Error error;
};

// The answer to a ReadPixels command.
struct PixelsRead {
  Sequence sequence = 0;
  FrameRect rect;  // as far as it lies in the frame
  std::span<const std::uint8_t> pixels;
};

// How many groups of invocations a kernel is asked for.
struct WorkGroups {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

struct SurfaceOptions {
  // A message that would make the queue longer than this waits or fails; on an empty queue one of
  // any legal length has room.
  std::size_t queue_bytes = std::size_t{4} << 20;
  WhenFull when_full = WhenFull::wait;
  // Of frames, sprites and images together.
  std::uint64_t memory_limit = std::uint64_t{1} << 30;
  MessageLimits limits = {};
  std::shared_ptr<Renderer> renderer = {};  // none: headless
  // Where kernels run. None: a Compute of its own, made when the first is needed.
  std::optional<Compute> compute = {};
  bool allow_compute = true;
  // Both are called on the render thread and must not wait for the surface.
  std::function<void(const SurfaceError&)> on_error = {};
  std::function<void(const PixelsRead&)> on_pixels = {};
};

class DALA_API Surface {
 public:
  [[nodiscard]] static Result<Surface> create(std::uint32_t width, std::uint32_t height,
                                              const SurfaceOptions& options = {});
  void destroy() const;

  // --- drawing ---
  Result<Sequence> clear(Rgba color) const;
  Result<Sequence> fill_rect(std::int32_t x, std::int32_t y, std::uint32_t w, std::uint32_t h,
                             Rgba color) const;
  Result<Sequence> draw_line(std::int32_t x1, std::int32_t y1, std::int32_t x2, std::int32_t y2,
                             Rgba color) const;
  Result<Sequence> draw_circle(std::int32_t cx, std::int32_t cy, std::uint32_t radius,
                               Rgba color) const;
  Result<Sequence> fill_circle(std::int32_t cx, std::int32_t cy, std::uint32_t radius,
                               Rgba color) const;
  Result<Sequence> draw_triangle(std::int32_t x1, std::int32_t y1, std::int32_t x2, std::int32_t y2,
                                 std::int32_t x3, std::int32_t y3, Rgba color) const;
  Result<Sequence> fill_triangle(std::int32_t x1, std::int32_t y1, std::int32_t x2, std::int32_t y2,
                                 std::int32_t x3, std::int32_t y3, Rgba color) const;
  Result<Sequence> draw_round_rect(std::int32_t x, std::int32_t y, std::uint32_t w, std::uint32_t h,
                                   std::uint32_t radius, Rgba color) const;
  Result<Sequence> fill_round_rect(std::int32_t x, std::int32_t y, std::uint32_t w, std::uint32_t h,
                                   std::uint32_t radius, Rgba color) const;
  // Later drawing stays inside, while enabled; `clear` and pixel access do not care.
  Result<Sequence> set_clip(std::int32_t x, std::int32_t y, std::uint32_t w, std::uint32_t h,
                            bool enabled = true) const;
  Result<Sequence> reset_clip() const;
  Result<Sequence> present() const;
  // What overlaps stays; the rest is transparent.
  Result<Sequence> resize(std::uint32_t width, std::uint32_t height) const;

  // --- sprites and images; ids are the caller's ---
  Result<Sequence> load_sprite(std::uint64_t id, const ImageView& image) const;
  Result<Sequence> blit(std::uint64_t sprite_id, std::int32_t x, std::int32_t y) const;
  Result<Sequence> remove_sprite(std::uint64_t id) const;
  Result<Sequence> load_image(std::uint64_t id, const ImageView& image) const;
  // Scaled to w x h, bilinear.
  Result<Sequence> draw_image(std::uint64_t image_id, std::int32_t x, std::int32_t y,
                              std::uint32_t w, std::uint32_t h) const;
  Result<Sequence> remove_image(std::uint64_t id) const;

  // --- several at once, and as bytes ---
  // All or none, and nothing of anybody else in between.
  Result<Sequence> batch(const Commands& commands) const;
  Result<Sequence> batch(std::span<const std::vector<std::byte>> commands) const;
  // One message of the protocol, from anywhere. Nothing of a bad one is carried out.
  Result<Sequence> submit(CommandBytes message) const;

  // --- kernels on the frame; docs/surface.md says what they are given ---
  // `shader` is a kernel's source, or the name of a loaded one.
  Result<Sequence> dispatch_compute(std::string_view shader, std::span<const std::byte> params = {},
                                    const WorkGroups& groups = {}) const;
  Result<Sequence> load_shader(std::string_view name, std::string_view source) const;
  Result<Sequence> set_uniform(std::string_view name, std::span<const std::byte> data) const;
  [[nodiscard]] bool supports_compute() const;

  // --- pixels; these wait for everything submitted before ---
  // What was drawn so far, RGBA, rows from the top.
  [[nodiscard]] Result<std::vector<std::uint8_t>> get_pixels() const;
  // The rectangle must lie inside the frame.
  [[nodiscard]] Result<std::vector<std::uint8_t>> read_pixels(std::uint32_t x, std::uint32_t y,
                                                              std::uint32_t w,
                                                              std::uint32_t h) const;
  // What was presented last; a picture that is shown in its place is not read back.
  [[nodiscard]] Result<std::vector<std::uint8_t>> shown_pixels() const;
  [[nodiscard]] Result<void> set_pixels(std::span<const std::uint8_t> rgba) const;
  // From a buffer of the frame's size, u8 of {height, width, 4}: one copy.
  [[nodiscard]] Result<void> set_pixels(const Buffer& picture) const;
  struct Pixels {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::span<std::uint8_t> rgba;
  };
  // `change` runs on the render thread, on the frame itself, and must not wait for the surface.
  [[nodiscard]] Result<void> with_pixels(const std::function<void(const Pixels&)>& change) const;
  // The same where it changes nothing outside of a part, which lies inside the frame: the rest need
  // not be shown again.
  [[nodiscard]] Result<void> with_pixels(const FrameRect& part,
                                         const std::function<void(const Pixels&)>& change) const;

  // --- pictures of a Compute ---
  // Shows a picture of the frame's size, u8 of {height, width, 4}, in place of the frame until the
  // next `present`; what was drawn stays as it is. With CUDA and the gles renderer on one GPU the
  // picture stays there, else it is copied once through the host: `explain` says which, and why.
  // Waits until everything submitted before is done; the buffer is kept as long as it is shown.
  [[nodiscard]] Result<void> show(const Compute& compute, const Buffer& picture) const;
  // The renderer, and how the last picture came to it.
  [[nodiscard]] Result<std::string> explain() const;

  // --- what happened ---
  // Waits until everything submitted before is done.
  [[nodiscard]] Result<void> flush() const;
  struct Size {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
  };
  [[nodiscard]] Size size() const;  // as of the last resize that was carried out
  [[nodiscard]] std::uint64_t frames_presented() const;
  // Hands the frame presented last to the renderer once more, for a window that has changed.
  [[nodiscard]] Result<void> present_again() const;
  // The errors since the last call, oldest first. The last 256 are kept; the numbers of commands
  // show whether there were more.
  [[nodiscard]] std::vector<SurfaceError> take_errors() const;

  // --- recording, for `dala surface replay` (dala/surface/record.hpp reads it) ---
  // From now on; begins with everything the surface holds. The file takes its place, and that of an
  // old one, when the recording is stopped or the surface ends.
  [[nodiscard]] Result<void> start_recording(const std::filesystem::path& file) const;
  [[nodiscard]] Result<void> stop_recording() const;

  class State;
  explicit Surface(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  template <draw::Command Struct>
  Result<Sequence> send(const Struct& command) const;

  friend DALA_API Result<void> run_to_surface(const Compute& compute, std::string_view kernel,
                                              const BufferList& inputs, const Surface& surface,
                                              const Params& params);

  std::shared_ptr<State> state_;
};

// Runs a kernel whose output is the frame itself, {height, width, 4} of u8. Where the Compute works
// in the host's memory nothing is copied; a GPU gets a copy of the frame and gives it back.
[[nodiscard]] DALA_API Result<void> run_to_surface(const Compute& compute, std::string_view kernel,
                                                   const BufferList& inputs, const Surface& surface,
                                                   const Params& params = {});

// The same with an output that the caller keeps: one copy from it to the frame.
[[nodiscard]] DALA_API Result<void> run_to_surface(const Compute& compute, std::string_view kernel,
                                                   const BufferList& inputs, const Buffer& output,
                                                   const Surface& surface,
                                                   const Params& params = {});

}  // namespace dala

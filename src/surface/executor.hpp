// Carries commands out: all of a surface but its thread, queue and callers.
//
// One thread at a time. A command that fails changes nothing and says why; the next one goes on.
#pragma once

#include <functional>

#include <dala/surface.hpp>

#include "core/memory_budget.hpp"
#include "surface/bands.hpp"
#include "surface/frame_compute.hpp"
#include "surface/frames.hpp"
#include "surface/image/atlas.hpp"
#include "surface/image/image_store.hpp"

namespace dala::surface {

class Executor {
 public:
  // `options` must outlive it.
  [[nodiscard]] static Result<std::unique_ptr<Executor>> create(std::uint32_t width,
                                                                std::uint32_t height,
                                                                const SurfaceOptions& options,
                                                                std::shared_ptr<Renderer> renderer);

  // A checked message; `report` gets every error.
  template <typename Report>
  void run(Sequence sequence, CommandBytes message, Report&& report) {
    visit_message(message, [&](const auto& command, const Place& place) {
      sequence_ = sequence;
      if constexpr (!is_gathered<std::remove_cvref_t<decltype(command)>>) paint_gathered();
      if (auto done = carry_out(command); !done) [[unlikely]]
        report(SurfaceError{sequence, place.index, place.offset,
                            std::remove_cvref_t<decltype(command)>::opcode,
                            std::move(done.error())});
    });
    paint_gathered();
  }

  [[nodiscard]] Frames& frames() { return frames_; }
  [[nodiscard]] std::uint64_t frames_presented() const { return frames_presented_; }
  [[nodiscard]] const MemoryBudget& memory() const { return *budget_; }

  // Shows a picture of a Compute in place of the frame, until the next present.
  [[nodiscard]] Result<void> show_picture(const Compute& compute, const Buffer& picture);
  [[nodiscard]] std::string explain() const;
  // Hands what is shown to the renderer once more.
  [[nodiscard]] Result<void> present_again();

  // Everything but the pixels, as the commands that bring it back.
  void for_each_held(const std::function<void(CommandBytes)>& visit) const;

 private:
  Executor(const SurfaceOptions& options, std::shared_ptr<Renderer> renderer,
           std::unique_ptr<MemoryBudget> budget, Frames frames);

  // Shapes wait in `bands_` for a command of another kind, or the end of the message.
  template <typename Command>
  static constexpr bool is_gathered = FigureCommand<Command> || std::same_as<Command, draw::Blit>;
  void gather(const Figure& figure);
  void paint_gathered();
  void apply_clip();
  [[nodiscard]] Result<void> show(const Rect& damage);
  [[nodiscard]] Result<void> show_picture();
  [[nodiscard]] Result<void> fit_renderer();

  Result<void> carry_out(const draw::Clear& command);
  Result<void> carry_out(const FigureCommand auto& command) {
    gather(command);
    return {};
  }
  Result<void> carry_out(const draw::Blit& command);
  Result<void> carry_out(const draw::Present& command);
  Result<void> carry_out(const draw::Resize& command);
  Result<void> carry_out(const draw::LoadSprite& command);
  Result<void> carry_out(const draw::RemoveSprite& command);
  Result<void> carry_out(const draw::DispatchCompute& command);
  Result<void> carry_out(const draw::ReadPixels& command);
  Result<void> carry_out(const draw::LoadShader& command);
  Result<void> carry_out(const draw::SetUniform& command);
  Result<void> carry_out(const draw::SetClip& command);
  Result<void> carry_out(const draw::ResetClip& command);
  Result<void> carry_out(const draw::ImageBlit& command);
  Result<void> carry_out(const draw::LoadImage& command);
  Result<void> carry_out(const draw::RemoveImage& command);

  const SurfaceOptions& options_;
  const std::shared_ptr<Renderer> renderer_;
  const std::unique_ptr<MemoryBudget> budget_;
  Frames frames_;
  Atlas atlas_;
  ImageStore images_;
  FrameCompute compute_;
  Bands bands_;
  Scratch scratch_;
  std::vector<std::uint8_t> read_;
  draw::SetClip clip_;  // as it was set; what of it is in the frame depends on the frame
  Sequence sequence_ = 0;
  std::uint64_t frames_presented_ = 0;
  // What is shown in place of the frame. After it the renderer does not have the frame any more.
  struct Shown {
    Compute compute;
    Buffer picture;
  };
  std::optional<Shown> shown_;
  bool frame_is_gone_ = false;
  std::uint32_t renderer_width_ = 0;
  std::uint32_t renderer_height_ = 0;
};

// The pixels of a rectangle inside the frame, appended.
void append_pixels(Frames& frames, const Rect& rect, std::vector<std::uint8_t>& out);

}  // namespace dala::surface

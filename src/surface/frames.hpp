// The two frames of a surface: one is drawn on, the other is shown.
//
// After a present both hold the same picture, so drawing goes on from what is shown. What was drawn
// is only copied when something is drawn on top of it: a frame that starts with a clear costs no
// copy, and one that changes a corner costs a corner.
#pragma once

#include <memory>
#include <span>

#include <dala/core/error.hpp>

#include "core/memory_budget.hpp"
#include "surface/raster/canvas.hpp"

namespace dala::surface {

using FramePixels = std::shared_ptr<std::uint32_t[]>;

class Frames {
 public:
  [[nodiscard]] static Result<Frames> create(MemoryBudget& budget, std::uint32_t width,
                                             std::uint32_t height);
  Frames(Frames&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)),
        back_(std::move(other.back_)),
        front_(std::move(other.front_)),
        canvas_(other.canvas_),
        behind_(other.behind_) {}
  Frames& operator=(Frames&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(back_, other.back_);
    std::swap(front_, other.front_);
    std::swap(canvas_, other.canvas_);
    std::swap(behind_, other.behind_);
    return *this;
  }
  ~Frames() {
    if (budget_ != nullptr) budget_->give_back(2 * bytes());
  }

  // To draw on.
  [[nodiscard]] Canvas& canvas() {
    if (!behind_.empty()) catch_up();
    return canvas_;
  }
  // To draw on by replacing every pixel.
  [[nodiscard]] Canvas& blank_canvas() {
    behind_ = {};
    return canvas_;
  }
  [[nodiscard]] const Rect& clip() const { return canvas_.clip; }
  void set_clip(const Rect& clip) { canvas_.clip = intersect(clip, canvas_.frame()); }

  // What was drawn is shown from now on; returns where it differs from what was.
  Rect swap();
  [[nodiscard]] Result<void> resize(std::uint32_t width, std::uint32_t height);

  [[nodiscard]] std::uint32_t width() const { return static_cast<std::uint32_t>(canvas_.width); }
  [[nodiscard]] std::uint32_t height() const { return static_cast<std::uint32_t>(canvas_.height); }
  [[nodiscard]] std::size_t bytes() const { return std::size_t{width()} * height() * 4; }
  // What is shown.
  [[nodiscard]] std::span<const std::uint32_t> front() const {
    return {front_.get(), bytes() / sizeof(std::uint32_t)};
  }
  // The memory that is drawn on, for those that keep it longer.
  [[nodiscard]] const FramePixels& back_memory() const { return back_; }

 private:
  Frames() = default;
  void catch_up();

  MemoryBudget* budget_ = nullptr;
  FramePixels back_;
  FramePixels front_;
  Canvas canvas_;
  Rect behind_;  // where the back frame lags behind the front
};

}  // namespace dala::surface

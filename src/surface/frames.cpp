#include "surface/frames.hpp"

#include <sys/mman.h>

#include <cstring>

#include "core/error.hpp"

namespace dala::surface {

namespace {

// Allocated with mmap and returned at once: the heap would keep the memory of destroyed surfaces.
// Such memory is zeroed.
FramePixels allocate(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes, MADV_HUGEPAGE);  // a hint, since drawing jumps from row to row
#endif
  return {static_cast<std::uint32_t*>(memory),
          [bytes](std::uint32_t* pixels) { munmap(pixels, bytes); }};
}

void copy_rows(std::uint32_t* to, std::size_t to_stride, const std::uint32_t* from,
               std::size_t from_stride, std::size_t width, std::size_t height) {
  for (std::size_t y = 0; y < height; ++y)
    std::memcpy(to + (y * to_stride), from + (y * from_stride), width * sizeof(std::uint32_t));
}

}  // namespace

Result<Frames> Frames::create(MemoryBudget& budget, std::uint32_t width, std::uint32_t height) {
  const std::size_t bytes = std::size_t{width} * height * 4;
  DALA_TRY(budget.take(2 * bytes));
  Frames frames;
  frames.back_ = allocate(bytes);
  frames.front_ = allocate(bytes);
  if (frames.back_ == nullptr || frames.front_ == nullptr) {
    budget.give_back(2 * bytes);
    return fail(ErrorCode::out_of_memory, "the machine has no room for two frames of {} x {}",
                width, height);
  }
  frames.budget_ = &budget;
  frames.canvas_ = {frames.back_.get(),
                    static_cast<std::int32_t>(width),
                    static_cast<std::int32_t>(height),
                    {},
                    {}};
  frames.canvas_.clip = frames.canvas_.frame();
  return frames;
}

Rect Frames::swap() {
  // Nothing was drawn since the last present, so the front frame is up to date.
  if (!behind_.empty() || canvas_.damage.empty()) return {};
  std::swap(back_, front_);
  canvas_.pixels = back_.get();
  behind_ = canvas_.damage;
  canvas_.damage = {};
  return behind_;
}

void Frames::catch_up() {
  const auto width = static_cast<std::size_t>(canvas_.width);
  const std::ptrdiff_t first = (behind_.y0 * canvas_.width) + behind_.x0;
  copy_rows(back_.get() + first, width, front_.get() + first, width,
            static_cast<std::size_t>(behind_.width()), static_cast<std::size_t>(behind_.height()));
  behind_ = {};
}

Result<void> Frames::resize(std::uint32_t width, std::uint32_t height) {
  if (width == this->width() && height == this->height()) return {};
  DALA_ASSIGN(Frames fresh, create(*budget_, width, height));
  const std::size_t w = std::min(width, this->width());
  const std::size_t h = std::min(height, this->height());
  static_cast<void>(canvas());
  copy_rows(fresh.back_.get(), width, back_.get(), this->width(), w, h);
  copy_rows(fresh.front_.get(), width, front_.get(), this->width(), w, h);
  // All of it, since a frame of another size is different everywhere.
  fresh.canvas_.damage = fresh.canvas_.frame();
  *this = std::move(fresh);
  return {};
}

}  // namespace dala::surface

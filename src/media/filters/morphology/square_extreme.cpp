// A frame is worked on in tiles that stay in the cache near a core. The extreme of a window of 2n
// pixels is that of two windows of n, so a window of any width takes as many steps as it can be
// doubled, and one more that combines two windows which overlap. Rows come first, then columns.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "media/filters/morphology/square_extreme.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_SQUARE_EXTREME_ONCE
#define DALA_SQUARE_EXTREME_ONCE
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

#include "core/threads/thread_scratch.hpp"
#include "media/filters/morphology/square_extreme.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::media::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using DB = hn::ScalableTag<std::uint8_t>;
using VB = hn::Vec<DB>;

template <Extreme extreme>
HWY_INLINE VB pick(VB a, VB b) {
  if constexpr (extreme == Extreme::least) return hn::Min(a, b);
  return hn::Max(a, b);
}

// `to` may be `a`. All three have room for whole vectors behind their end.
template <Extreme extreme>
void join(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* to, std::size_t bytes) {
  const DB d;
  for (std::size_t i = 0; i < bytes; i += hn::Lanes(d))
    hn::StoreU(pick<extreme>(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, to + i);
}

// As above for the vector that begins with byte `i` of a row, with the alpha of the frame. A vector
// may hold less than a pixel.
template <Extreme extreme>
HWY_INLINE VB finished(const std::uint8_t* a, const std::uint8_t* b, VB frame, std::size_t i) {
  static constexpr auto alphas = [] {
    std::array<std::uint8_t, HWY_MAX_BYTES + 4> bytes{};
    for (std::size_t at = 3; at < bytes.size(); at += 4) bytes[at] = 255;
    return bytes;
  }();
  const DB d;
  const VB alpha = hn::LoadU(d, alphas.data() + (i % 4));
  const VB value = pick<extreme>(hn::LoadU(d, a + i), hn::LoadU(d, b + i));
  return hn::Or(hn::And(alpha, frame), hn::AndNot(alpha, value));
}

// `frame` and `to` have no room behind their end.
template <Extreme extreme>
void finish(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* frame,
            std::uint8_t* to, std::size_t bytes) {
  const DB d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= bytes; i += lanes)
    hn::StoreU(finished<extreme>(a, b, hn::LoadU(d, frame + i), i), d, to + i);
  if (i == bytes) return;
  HWY_ALIGN std::uint8_t rest[HWY_MAX_BYTES] = {};
  std::copy_n(frame + i, bytes - i, rest);
  hn::Store(finished<extreme>(a, b, hn::Load(d, rest), i), d, rest);
  std::copy_n(rest, bytes - i, to + i);
}

}  // namespace

void join_least(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* to, std::size_t bytes) {
  join<Extreme::least>(a, b, to, bytes);
}
void join_greatest(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* to,
                   std::size_t bytes) {
  join<Extreme::greatest>(a, b, to, bytes);
}
void finish_least(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* frame,
                  std::uint8_t* to, std::size_t bytes) {
  finish<Extreme::least>(a, b, frame, to, bytes);
}
void finish_greatest(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* frame,
                     std::uint8_t* to, std::size_t bytes) {
  finish<Extreme::greatest>(a, b, frame, to, bytes);
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::media::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::media::cpu {

namespace {

HWY_EXPORT(join_least);
HWY_EXPORT(join_greatest);
HWY_EXPORT(finish_least);
HWY_EXPORT(finish_greatest);

constexpr std::size_t tile_width = 1024;
constexpr std::size_t tile_height = 64;
// At least the width of a vector in every instruction set, not only in the one this pass compiles
// for.
constexpr std::size_t widest_vector = 256;

// The functions for erosion and for dilation.
struct Steps {
  void (*join)(const std::uint8_t*, const std::uint8_t*, std::uint8_t*, std::size_t);
  void (*finish)(const std::uint8_t*, const std::uint8_t*, const std::uint8_t*, std::uint8_t*,
                 std::size_t);
};

Steps steps_of(Extreme extreme) {
  switch (extreme) {
    case Extreme::least:
      return {HWY_DYNAMIC_DISPATCH(join_least), HWY_DYNAMIC_DISPATCH(finish_least)};
    case Extreme::greatest:
      return {HWY_DYNAMIC_DISPATCH(join_greatest), HWY_DYNAMIC_DISPATCH(finish_greatest)};
  }
  std::unreachable();
}

struct Tile {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t width = 0;
  std::size_t height = 0;
};

// Pixels [x - radius, x + width + radius) of a row, the outermost repeated.
void copy_padded(const FrameRows& frame, std::size_t row, const Tile& tile, std::size_t radius,
                 std::uint8_t* to) {
  const std::uint32_t* const from = frame.pixels() + (row * frame.width);
  auto* const out = reinterpret_cast<std::uint32_t*>(to);
  const std::size_t before = radius - std::min(radius, tile.x);
  const std::size_t first = tile.x - std::min(radius, tile.x);
  const std::size_t end = std::min(frame.width, tile.x + tile.width + radius);
  std::fill_n(out, before, from[first]);
  std::copy(from + first, from + end, out + before);
  const std::size_t copied = before + end - first;
  std::fill(out + copied, out + tile.width + (2 * radius), from[frame.width - 1]);
}

// `rows` has a row of `pitch` bytes for each that the tile's columns see.
void work_on(const FrameRows& frame, const Tile& tile, std::size_t radius, const Steps& steps,
             std::uint8_t* rows, std::size_t pitch) {
  const std::size_t window = (2 * radius) + 1;
  const std::size_t doubled = std::bit_floor(window);
  const std::size_t top = tile.y - std::min(radius, tile.y);
  const std::size_t bottom = std::min(frame.height, tile.y + tile.height + radius);
  const std::size_t width = tile.width * 4;
  std::uint8_t* const first = rows + ((radius - (tile.y - top)) * pitch);

  for (std::size_t y = top; y < bottom; ++y) {
    std::uint8_t* const row = first + ((y - top) * pitch);
    copy_padded(frame, y, tile, radius, row);
    for (std::size_t n = 1; n < doubled; n *= 2)
      steps.join(row, row + (4 * n), row, width + (4 * (window - (2 * n))));
    steps.join(row, row + (4 * (window - doubled)), row, width);
  }
  // Rows beyond the frame are those at its edge once more.
  const std::size_t held = tile.height + (2 * radius);
  std::uint8_t* const last = first + ((bottom - top - 1) * pitch);
  for (std::uint8_t* row = rows; row < first; row += pitch) std::memcpy(row, first, width);
  for (std::uint8_t* row = last + pitch; row < rows + (held * pitch); row += pitch)
    std::memcpy(row, last, width);

  for (std::size_t n = 1; n < doubled; n *= 2)
    for (std::size_t y = 0; y + (2 * n) <= held; ++y)
      steps.join(rows + (y * pitch), rows + ((y + n) * pitch), rows + (y * pitch), width);
  for (std::size_t y = 0; y < tile.height; ++y) {
    const std::size_t at = ((tile.y + y) * frame.stride()) + (tile.x * 4);
    steps.finish(rows + (y * pitch), rows + ((y + window - doubled) * pitch), frame.from + at,
                 frame.to + at, width);
  }
}

}  // namespace

bool square_extreme(const FrameRows& frame, const SquareExtreme& work, const HostThreads& threads) {
  const std::size_t radius = work.radius;
  // Rows above and below are computed by the neighbouring tiles too, so tiles are high where the
  // square is.
  const std::size_t height = std::max(tile_height, 2 * radius);
  const std::size_t across = (frame.width + tile_width - 1) / tile_width;
  const std::size_t down = (frame.height + height - 1) / height;
  const std::size_t pitch = ((tile_width + (2 * radius)) * 4) + widest_vector;
  const Steps steps = steps_of(work.extreme);
  std::atomic<bool> has_memory = true;
  threads.parallel_for(across * down, 1, [&](std::size_t begin, std::size_t end) {
    std::byte* const rows = thread_scratch((height + (2 * radius)) * pitch);
    if (rows == nullptr) {
      has_memory = false;
      return;
    }
    for (std::size_t i = begin; i < end; ++i) {
      Tile tile{.x = i % across * tile_width, .y = i / across * height};
      tile.width = std::min(tile_width, frame.width - tile.x);
      tile.height = std::min(height, frame.height - tile.y);
      work_on(frame, tile, radius, steps, reinterpret_cast<std::uint8_t*>(rows), pitch);
    }
  });
  return has_memory;
}

}  // namespace dala::media::cpu
#endif

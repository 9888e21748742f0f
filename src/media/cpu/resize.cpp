#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "media/cpu/resize.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_RESIZE_ONCE
#define DALA_RESIZE_ONCE
#include <hwy/cache_control.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/threads/thread_scratch.hpp"
#include "media/cpu/resize.hpp"

namespace dala::media::cpu::smaller {

// A table of places in the form vectors want: both pixels inside the frame, the share of the second
// in 32768ths in both halves of a word, and the number of places rounded up.
struct Axis {
  std::int32_t* first;
  std::int32_t* second;
  std::uint32_t* share;
};

inline std::size_t inside(float place, std::size_t size) {
  return static_cast<std::size_t>(std::clamp(place, 0.0F, static_cast<float>(size - 1)));
}

// Of two weights, which sum up to 1.
inline std::uint32_t share_of(float second) {
  return static_cast<std::uint32_t>(std::clamp(std::lround(second * 32768), 0L, 32767L));
}

// Two rows of the frame.
struct Rows {
  const std::uint32_t* above;
  const std::uint32_t* below;
  std::uint32_t share;  // of the one below
  // Asked for while these are worked on.
  const std::uint32_t* next_above;
  const std::uint32_t* next_below;
};

}  // namespace dala::media::cpu::smaller
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::media::cpu::smaller {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void resize_row(const Rows& rows, const Axis& axis, std::size_t width, std::uint32_t* to) {
  for (std::size_t i = 0; i < width; ++i) {
    std::uint32_t pixel = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const auto at = [&](const std::uint32_t* row, const std::int32_t* places) {
        return static_cast<std::int32_t>((row[places[i]] >> shift) & 255U) << 7;
      };
      const auto between = [](std::int32_t from, std::int32_t until, std::uint32_t share) {
        return from + ((((until - from) * static_cast<std::int32_t>(share)) + (1 << 14)) >> 15);
      };
      const std::uint32_t across = axis.share[i] & 0xFFFFU;
      const std::int32_t value = between(
          between(at(rows.above, axis.first), at(rows.above, axis.second), across),
          between(at(rows.below, axis.first), at(rows.below, axis.second), across), rows.share);
      pixel |= static_cast<std::uint32_t>((value + 64) >> 7) << shift;
    }
    to[i] = pixel;
  }
}

#else

namespace {

namespace hn = hwy::HWY_NAMESPACE;
using DU = hn::ScalableTag<std::uint32_t>;
using DI = hn::RebindToSigned<DU>;
using D16 = hn::Repartition<std::int16_t, DU>;
using VU = hn::Vec<DU>;
using V16 = hn::Vec<D16>;

// Two channels of each pixel, times 128.
struct Halves {
  V16 red_blue;
  V16 green_alpha;
};

HWY_INLINE Halves halves(VU pixels) {
  const VU low = hn::Set(DU(), 0x00FF00FFU);
  return {hn::BitCast(D16(), hn::ShiftLeft<7>(hn::And(pixels, low))),
          hn::BitCast(D16(), hn::ShiftRight<1>(hn::AndNot(low, pixels)))};
}

HWY_INLINE V16 between(V16 from, V16 to, V16 share) {
  return hn::Add(from, hn::MulFixedPoint15(hn::Sub(to, from), share));
}

HWY_INLINE Halves between(const Halves& from, const Halves& to, V16 share) {
  return {between(from.red_blue, to.red_blue, share),
          between(from.green_alpha, to.green_alpha, share)};
}

HWY_INLINE VU whole(V16 parts) {
  return hn::BitCast(DU(), hn::ShiftRight<7>(hn::Add(parts, hn::Set(D16(), 64))));
}

}  // namespace

void resize_row(const Rows& rows, const Axis& axis, std::size_t width, std::uint32_t* to) {
  const DU du;
  const DI di;
  const D16 d16;
  const V16 down = hn::Set(d16, static_cast<std::int16_t>(rows.share));
  for (std::size_t i = 0; i < width; i += hn::Lanes(du)) {
    const auto left = hn::Load(di, axis.first + i);
    const auto right = hn::Load(di, axis.second + i);
    const V16 across = hn::BitCast(d16, hn::Load(du, axis.share + i));
    // The lines that lie under these pixels in the rows that come next.
    const auto begin = static_cast<std::size_t>(axis.first[i]);
    const auto end = static_cast<std::size_t>(axis.second[i + hn::Lanes(du) - 1]);
    for (std::size_t x = begin; x <= end; x += 16) {
      hwy::Prefetch(rows.next_above + x);
      hwy::Prefetch(rows.next_below + x);
    }
    const Halves above = between(halves(hn::GatherIndex(du, rows.above, left)),
                                 halves(hn::GatherIndex(du, rows.above, right)), across);
    const Halves below = between(halves(hn::GatherIndex(du, rows.below, left)),
                                 halves(hn::GatherIndex(du, rows.below, right)), across);
    const Halves made = between(above, below, down);
    hn::Store(hn::Or(whole(made.red_blue), hn::ShiftLeft<8>(whole(made.green_alpha))), du, to + i);
  }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace dala::media::cpu::smaller
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::media::cpu {

namespace smaller {
namespace {

HWY_EXPORT(resize_row);

void resize_one(const Rows& rows, const Axis& axis, std::size_t width, std::uint32_t* to) {
  HWY_DYNAMIC_DISPATCH(resize_row)(rows, axis, width, to);
}

// Rounded up to whole vectors of any width.
std::size_t rounded_up(std::size_t width) { return (width + 15) / 16 * 16; }

Axis fill(const ResizeWork& work, std::byte* memory) {
  const std::size_t count = rounded_up(work.width);
  auto* numbers = reinterpret_cast<std::int32_t*>(memory);
  const Axis axis{numbers, numbers + count,
                  reinterpret_cast<std::uint32_t*>(memory + (2 * count * sizeof(std::int32_t)))};
  for (std::size_t i = 0; i < count; ++i) {
    const float* entry = work.across.data() + (3 * std::min(i, work.width - 1));
    axis.first[i] = static_cast<std::int32_t>(inside(entry[0], work.from_width));
    axis.second[i] = static_cast<std::int32_t>(inside(entry[0] + 1, work.from_width));
    axis.share[i] = share_of(entry[2]) * 0x00010001U;
  }
  return axis;
}

Rows rows_at(const ResizeWork& work, std::size_t y) {
  const auto row = [&](std::size_t of, float more) {
    const float place = work.down[3 * std::min(of, work.height - 1)] + more;
    return work.from + (inside(place, work.from_height) * work.from_width);
  };
  return {row(y, 0), row(y, 1), share_of(work.down[(3 * y) + 2]), row(y + 1, 0), row(y + 1, 1)};
}

}  // namespace
}  // namespace smaller

bool resize(const ResizeWork& work, const HostThreads& threads) {
  std::atomic<bool> ok = true;
  const std::size_t count = smaller::rounded_up(work.width);
  threads.parallel_for(work.height, 32, [&](std::size_t begin, std::size_t end) {
    // The axis, three numbers a place, and a row of pixels.
    std::byte* scratch = thread_scratch(4 * count * sizeof(std::uint32_t));
    if (scratch == nullptr) {
      ok = false;
      return;
    }
    const smaller::Axis axis = smaller::fill(work, scratch);
    auto* made = reinterpret_cast<std::uint32_t*>(scratch + (3 * count * sizeof(std::uint32_t)));
    for (std::size_t y = begin; y < end; ++y) {
      smaller::resize_one(smaller::rows_at(work, y), axis, work.width, made);
      std::copy_n(made, work.width, work.to + (y * work.width));
    }
  });
  return ok;
}

}  // namespace dala::media::cpu
#endif

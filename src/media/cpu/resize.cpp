#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "media/cpu/resize.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
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

// For each column of the new frame the two columns between which it is interpolated: the first of
// them, and the weight of the second in 32768ths, twice in a word because vectors take it for two
// channels at once. At the frame's right edge only the second counts, and its weight is
// `second_alone`. There are entries for whole vectors.
struct ColumnTable {
  std::int32_t* first;
  std::uint32_t* share;
};
constexpr std::uint32_t second_alone = 0x80008000U;

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
  // Prefetched while these are worked on.
  const std::uint32_t* next_above;
  const std::uint32_t* next_below;
};

// One pixel; `neighbour` is 0 in a frame that is one pixel wide.
inline std::uint32_t pixel_at(const Rows& rows, const ColumnTable& axis, std::size_t i,
                              std::int32_t neighbour) {
  const bool alone = axis.share[i] == second_alone;
  const auto across = static_cast<std::int32_t>(alone ? 0 : axis.share[i] & 0xFFFFU);
  const std::int32_t second = axis.first[i] + neighbour;
  const std::int32_t first = alone ? second : axis.first[i];
  std::uint32_t pixel = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const auto at = [&](const std::uint32_t* row, std::int32_t place) {
      return static_cast<std::int32_t>((row[place] >> shift) & 255U) << 7;
    };
    const auto between = [](std::int32_t from, std::int32_t until, std::int32_t share) {
      return from + ((((until - from) * share) + (1 << 14)) >> 15);
    };
    const std::int32_t value =
        between(between(at(rows.above, first), at(rows.above, second), across),
                between(at(rows.below, first), at(rows.below, second), across),
                static_cast<std::int32_t>(rows.share));
    pixel |= static_cast<std::uint32_t>((value + 64) >> 7) << shift;
  }
  return pixel;
}

}  // namespace dala::media::cpu::smaller
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::media::cpu::smaller {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE

void resize_row(const Rows& rows, const ColumnTable& axis, std::size_t width, std::uint32_t* to) {
  for (std::size_t i = 0; i < width; ++i) to[i] = pixel_at(rows, axis, i, 1);
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

// Pixels at half as many places as a vector has lanes, and their right neighbours. Loaded one by
// one, because the gather instruction takes two to three times as long on some processors and saves
// nothing on others.
template <class D>
HWY_INLINE hn::Vec<D> neighbours(D d, const std::uint32_t* row, const std::int32_t* places) {
  if constexpr (hn::MaxLanes(d) == 2) {
    return hn::LoadU(d, row + places[0]);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, neighbours(half, row, places + (hn::MaxLanes(d) / 4)),
                       neighbours(half, row, places));
  }
}

// A row interpolated horizontally at as many columns as a vector has lanes.
HWY_INLINE Halves across_row(const std::uint32_t* row, const std::int32_t* places, VU share) {
  const DU du;
  const VU low = neighbours(du, row, places);
  const VU high = neighbours(du, row, places + (hn::Lanes(du) / 2));
  const VU second = hn::ConcatOdd(du, high, low);
  const VU first =
      hn::BitCast(du, hn::IfNegativeThenElse(hn::BitCast(DI(), share), hn::BitCast(DI(), second),
                                             hn::BitCast(DI(), hn::ConcatEven(du, high, low))));
  return between(halves(first), halves(second),
                 hn::BitCast(D16(), hn::AndNot(hn::Set(du, second_alone), share)));
}

HWY_INLINE VU whole(V16 parts) {
  return hn::BitCast(DU(), hn::ShiftRight<7>(hn::Add(parts, hn::Set(D16(), 64))));
}

}  // namespace

void resize_row(const Rows& rows, const ColumnTable& axis, std::size_t width, std::uint32_t* to) {
  const DU du;
  const V16 down = hn::Set(D16(), static_cast<std::int16_t>(rows.share));
  for (std::size_t i = 0; i < width; i += hn::Lanes(du)) {
    const VU share = hn::Load(du, axis.share + i);
    // The lines that lie under these pixels in the rows that come next.
    const auto begin = static_cast<std::size_t>(axis.first[i]);
    const auto end = static_cast<std::size_t>(axis.first[i + hn::Lanes(du) - 1]) + 1;
    for (std::size_t x = begin; x <= end; x += 16) {
      hwy::Prefetch(rows.next_above + x);
      hwy::Prefetch(rows.next_below + x);
    }
    const Halves above = across_row(rows.above, axis.first + i, share);
    const Halves below = across_row(rows.below, axis.first + i, share);
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

void resize_one(const ResizeWork& work, const Rows& rows, const ColumnTable& axis,
                std::uint32_t* to) {
  if (work.from_width > 1) return HWY_DYNAMIC_DISPATCH(resize_row)(rows, axis, work.width, to);
  for (std::size_t i = 0; i < work.width; ++i) to[i] = pixel_at(rows, axis, i, 0);
}

// Rounded up to whole vectors of any width.
std::size_t rounded_up(std::size_t width) { return (width + 15) / 16 * 16; }

ColumnTable fill(const ResizeWork& work, std::byte* memory) {
  const std::size_t count = rounded_up(work.width);
  const ColumnTable axis{reinterpret_cast<std::int32_t*>(memory),
                         reinterpret_cast<std::uint32_t*>(memory + (count * sizeof(std::int32_t)))};
  const std::size_t last = work.from_width - std::min<std::size_t>(work.from_width, 2);
  for (std::size_t i = 0; i < count; ++i) {
    const float* entry = work.across.data() + (3 * std::min(i, work.width - 1));
    const std::size_t first = inside(entry[0], work.from_width);
    const bool same = first == inside(entry[0] + 1, work.from_width);
    axis.first[i] = static_cast<std::int32_t>(std::min(first, last));
    axis.share[i] = !same ? share_of(entry[2]) * 0x00010001U : first > last ? second_alone : 0;
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
    // The table of columns, two numbers a column, and a row of pixels.
    std::byte* scratch = thread_scratch(3 * count * sizeof(std::uint32_t));
    if (scratch == nullptr) {
      ok = false;
      return;
    }
    const smaller::ColumnTable axis = smaller::fill(work, scratch);
    auto* made = reinterpret_cast<std::uint32_t*>(scratch + (2 * count * sizeof(std::uint32_t)));
    for (std::size_t y = begin; y < end; ++y) {
      smaller::resize_one(work, smaller::rows_at(work, y), axis, made);
      std::copy_n(made, work.width, work.to + (y * work.width));
    }
  });
  return ok;
}

}  // namespace dala::media::cpu
#endif

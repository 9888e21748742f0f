// A strip of a frame's rows lies in the first cache as floats, channel by channel, with the pixels
// beyond its edges; one row is added for each that is done. Powers of two are a polynomial that is
// off by a ten thousandth, which the result, a mean of bytes, does not show.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "media/cpu/bilateral.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_BILATERAL_ONCE
#define DALA_BILATERAL_ONCE
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <numbers>

#include "core/threads/thread_scratch.hpp"
#include "media/cpu/bilateral.hpp"

namespace dala::media::cpu::smooth {

constexpr std::size_t max_radius = 6;
constexpr std::size_t strip = 256;
// As far as the last vector of a strip reads.
constexpr std::size_t padded = strip + (2 * max_radius) + 32;

struct Row {
  alignas(64) float red[padded];
  alignas(64) float green[padded];
  alignas(64) float blue[padded];
  alignas(64) std::uint32_t pixels[padded];
};

struct Scratch {
  std::array<Row, (2 * max_radius) + 1> rows;  // by row modulo how many are needed
  alignas(64) std::array<std::uint32_t, padded> made;
};

struct Neighbour {
  std::ptrdiff_t across = 0;
  std::ptrdiff_t down = 0;
  float exponent = 0;  // of two, by its distance
};

struct Disc {
  std::array<Neighbour, 112> all{};  // as many as a radius of 6 has, without the middle
  std::size_t count = 0;
  std::size_t radius = 0;
  float color = 0;
};

inline Disc disc(const BilateralWork& work) {
  Disc out{.radius = work.radius, .color = work.color * std::numbers::log2e_v<float>};
  const auto radius = static_cast<std::ptrdiff_t>(work.radius);
  for (std::ptrdiff_t y = -radius; y <= radius; ++y)
    for (std::ptrdiff_t x = -radius; x <= radius; ++x) {
      const std::ptrdiff_t square = (x * x) + (y * y);
      if (square == 0 || square > radius * radius) continue;
      const float exponent = work.space * std::numbers::log2e_v<float>;
      out.all[out.count++] = {x, y, exponent * static_cast<float>(square)};
    }
  return out;
}

struct Part {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t width = 0;
  std::size_t height = 0;
};

}  // namespace dala::media::cpu::smooth
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::media::cpu::smooth {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;
using DU = hn::RebindToUnsigned<DF>;
using VF = hn::Vec<DF>;

// For exponents of at most 0.
HWY_INLINE VF power_of_two(VF exponent) {
  const DF d;
  const DI di;
  // What is added leaves the whole part in the lowest bits.
  const VF big = hn::Set(d, 12582912.0F);
  const VF limited = hn::Max(exponent, hn::Set(d, -120.0F));
  const VF moved = hn::Add(limited, big);
  const VF rest = hn::Sub(limited, hn::Sub(moved, big));
  VF power = hn::MulAdd(rest, hn::Set(d, 0.0517169F), hn::Set(d, 0.2426111F));
  power = hn::MulAdd(power, rest, hn::Set(d, 0.6932610F));
  power = hn::MulAdd(power, rest, hn::Set(d, 0.9999281F));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, power), hn::ShiftLeft<23>(hn::BitCast(di, moved))));
}

// Channels of the pixels [x - radius, x - radius + count) of a row.
void spread(const std::uint8_t* row, std::size_t width, std::ptrdiff_t begin, std::size_t count,
            Row& to) {
  const DF d;
  const DI di;
  const DU du;
  const auto end = static_cast<std::ptrdiff_t>(width);
  const auto inside = [=](std::ptrdiff_t x) {
    return static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(x - begin, 0, static_cast<std::ptrdiff_t>(count)));
  };
  const std::size_t first = inside(0);
  const std::size_t last = inside(end);
  for (std::size_t i = 0; i < count; ++i) {
    if (i == first && last > first) {
      const std::ptrdiff_t x = begin + static_cast<std::ptrdiff_t>(first);
      std::memcpy(to.pixels + first, row + (4 * x), 4 * (last - first));
      i = last - 1;
      continue;
    }
    const std::size_t x = mirrored(begin + static_cast<std::ptrdiff_t>(i), width);
    std::memcpy(to.pixels + i, row + (4 * x), 4);
  }
  const auto byte = hn::Set(du, 255U);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto pixels = hn::Load(du, to.pixels + i);
    const auto red = hn::And(pixels, byte);
    const auto green = hn::And(hn::ShiftRight<8>(pixels), byte);
    const auto blue = hn::And(hn::ShiftRight<16>(pixels), byte);
    hn::Store(hn::ConvertTo(d, hn::BitCast(di, red)), d, to.red + i);
    hn::Store(hn::ConvertTo(d, hn::BitCast(di, green)), d, to.green + i);
    hn::Store(hn::ConvertTo(d, hn::BitCast(di, blue)), d, to.blue + i);
  }
}

HWY_INLINE hn::Vec<DU> to_byte(VF sum, VF share) {
  const DF d;
  const DI di;
  const DU du;
  return hn::BitCast(du, hn::ConvertTo(di, hn::MulAdd(sum, share, hn::Set(d, 0.5F))));
}

// One row; `rows` are those around it, `radius` of them before the middle.
void smooth_row(const std::array<const Row*, (2 * max_radius) + 1>& rows, const Disc& disc,
                std::size_t width, std::uint32_t* to) {
  const DF d;
  const DU du;
  const VF color = hn::Set(d, disc.color);
  const Row& middle = *rows[disc.radius];
  for (std::size_t i = 0; i < width; i += hn::Lanes(d)) {
    const std::size_t at = i + disc.radius;
    const VF red = hn::LoadU(d, middle.red + at);
    const VF green = hn::LoadU(d, middle.green + at);
    const VF blue = hn::LoadU(d, middle.blue + at);
    VF weights = hn::Set(d, 1.0F);
    VF reds = red;
    VF greens = green;
    VF blues = blue;
    for (std::size_t n = 0; n < disc.count; ++n) {
      const Neighbour& neighbour = disc.all[n];
      const Row& row = *rows[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(disc.radius) +
                                                      neighbour.down)];
      const std::size_t there = at + static_cast<std::size_t>(neighbour.across);
      const VF r = hn::LoadU(d, row.red + there);
      const VF g = hn::LoadU(d, row.green + there);
      const VF b = hn::LoadU(d, row.blue + there);
      const VF c =
          hn::Add(hn::Add(hn::AbsDiff(r, red), hn::AbsDiff(g, green)), hn::AbsDiff(b, blue));
      const VF weight =
          power_of_two(hn::MulAdd(hn::Mul(c, c), color, hn::Set(d, neighbour.exponent)));
      weights = hn::Add(weights, weight);
      reds = hn::MulAdd(r, weight, reds);
      greens = hn::MulAdd(g, weight, greens);
      blues = hn::MulAdd(b, weight, blues);
    }
    const VF share = hn::Div(hn::Set(d, 1.0F), weights);
    const auto alpha = hn::And(hn::LoadU(du, middle.pixels + at), hn::Set(du, 0xFF000000U));
    const auto low = hn::Or(to_byte(reds, share), hn::ShiftLeft<8>(to_byte(greens, share)));
    hn::Store(hn::Or(hn::Or(low, hn::ShiftLeft<16>(to_byte(blues, share))), alpha), du, to + i);
  }
}

void smooth_strip(const FrameRows& frame, const Disc& disc, const Part& part, Scratch& s) {
  const auto radius = static_cast<std::ptrdiff_t>(disc.radius);
  const std::size_t around = (2 * disc.radius) + 1;
  const std::size_t lanes = hn::Lanes(DF());
  const std::size_t count = (part.width + (2 * disc.radius) + lanes - 1) / lanes * lanes;
  for (std::size_t i = 0; i < part.height + around - 1; ++i) {
    const std::size_t y = mirrored(static_cast<std::ptrdiff_t>(part.y + i) - radius, frame.height);
    spread(frame.from + (y * frame.stride()), frame.width,
           static_cast<std::ptrdiff_t>(part.x) - radius, count, s.rows[i % around]);
    if (i + 1 < around) continue;
    std::array<const Row*, (2 * max_radius) + 1> rows{};
    for (std::size_t k = 0; k < around; ++k) rows[k] = &s.rows[(i + 1 + k) % around];
    smooth_row(rows, disc, part.width, s.made.data());
    std::memcpy(frame.to + ((part.y + i + 1 - around) * frame.stride()) + (4 * part.x),
                s.made.data(), 4 * part.width);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::media::cpu::smooth
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::media::cpu {

namespace smooth {
namespace {

HWY_EXPORT(smooth_strip);

void smooth_one(const FrameRows& frame, const Disc& disc, const Part& part, Scratch& scratch) {
  HWY_DYNAMIC_DISPATCH(smooth_strip)(frame, disc, part, scratch);
}

}  // namespace
}  // namespace smooth

bool bilateral(const FrameRows& frame, const BilateralWork& work, const HostThreads& threads) {
  const smooth::Disc disc = smooth::disc(work);
  std::atomic<bool> ok = true;
  threads.parallel_for(frame.height, 32, [&](std::size_t begin, std::size_t end) {
    auto* scratch = reinterpret_cast<smooth::Scratch*>(thread_scratch(sizeof(smooth::Scratch)));
    if (scratch == nullptr) {
      ok = false;
      return;
    }
    for (std::size_t x = 0; x < frame.width; x += smooth::strip)
      smooth::smooth_one(
          frame, disc, {x, begin, std::min(smooth::strip, frame.width - x), end - begin}, *scratch);
  });
  return ok;
}

}  // namespace dala::media::cpu
#endif

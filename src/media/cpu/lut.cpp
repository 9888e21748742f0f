#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "media/cpu/lut.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_LUT_ONCE
#define DALA_LUT_ONCE
#include <algorithm>

#include "media/cpu/lut.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::media::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;
using DU = hn::RebindToUnsigned<DF>;
using VF = hn::Vec<DF>;
using VI = hn::Vec<DI>;
using VU = hn::Vec<DU>;

// Where a channel's values lie between two entries.
struct Place {
  VF cell;
  VF share;
};

// One axis of the lattice of colours: how a channel's byte becomes a place on it.
struct LatticeAxis {
  VF scale;
  VF base;
  VF last;
  VF lowest;
};

HWY_INLINE LatticeAxis axis_of(const LutWork& work, std::size_t channel) {
  const DF d;
  return {hn::Set(d, work.scale[channel]), hn::Set(d, work.base[channel]), hn::Set(d, work.last),
          hn::Set(d, work.last - 1)};
}

HWY_INLINE Place place(VU bytes, const LatticeAxis& axis) {
  const DF d;
  const VF value = hn::ConvertTo(d, hn::BitCast(DI(), bytes));
  const VF at = hn::Min(hn::Max(hn::MulAdd(value, axis.scale, axis.base), hn::Zero(d)), axis.last);
  const VF cell = hn::Min(hn::Floor(at), axis.lowest);
  return {cell, hn::Sub(at, cell)};
}

// Channels of a corner as they lie in the word, the upper ones 2^10 and 2^20 times as large.
struct Sums {
  VF red;
  VF green;
  VF blue;
};

HWY_INLINE VF part(VU word, std::uint32_t mask) {
  return hn::ConvertTo(DF(), hn::BitCast(DI(), hn::And(word, hn::Set(DU(), mask))));
}

HWY_INLINE Sums add(const Sums& sums, VU corner, VF weight) {
  return {hn::MulAdd(part(corner, 1023U), weight, sums.red),
          hn::MulAdd(part(corner, 1023U << 10), weight, sums.green),
          hn::MulAdd(part(corner, 1023U << 20), weight, sums.blue)};
}

HWY_INLINE VU to_byte(VF sum, float by) {
  const DF d;
  return hn::BitCast(DU(), hn::ConvertTo(DI(), hn::MulAdd(sum, hn::Set(d, by), hn::Set(d, 0.5F))));
}

// As the filter's text: from a cell's first corner along the largest, then the middle, then the
// smallest share to its last.
HWY_INLINE VU mapped(VU pixels, const LutWork& work, const LatticeAxis (&axes)[3]) {
  const DF d;
  const DI di;
  const DU du;
  const VU byte = hn::Set(du, 255U);
  const Place r = place(hn::And(pixels, byte), axes[0]);
  const Place g = place(hn::And(hn::ShiftRight<8>(pixels), byte), axes[1]);
  const Place b = place(hn::And(hn::ShiftRight<16>(pixels), byte), axes[2]);
  const auto entries = static_cast<std::int32_t>(work.last) + 1;
  const VF step = hn::Set(d, work.last + 1);
  const VI first = hn::ConvertTo(di, hn::MulAdd(hn::MulAdd(b.cell, step, g.cell), step, r.cell));

  const VF high = hn::Max(r.share, g.share);
  const VF low = hn::Min(r.share, g.share);
  const VF largest = hn::Max(high, b.share);
  const VF smallest = hn::Min(low, b.share);
  const VF middle = hn::Max(low, hn::Min(high, b.share));
  const VI step_r = hn::Set(di, 1);
  const VI step_g = hn::Set(di, entries);
  const VI step_b = hn::Set(di, entries * entries);
  const VI all = hn::Set(di, 1 + entries + (entries * entries));
  const auto red_is = hn::RebindMask(di, hn::Eq(r.share, largest));
  const auto green_is = hn::RebindMask(di, hn::Ge(g.share, b.share));
  const VI to_second = hn::IfThenElse(red_is, step_r, hn::IfThenElse(green_is, step_g, step_b));
  const auto blue_is_least = hn::RebindMask(di, hn::Eq(b.share, smallest));
  const auto green_is_least = hn::RebindMask(di, hn::Le(g.share, r.share));
  const VI left_out =
      hn::IfThenElse(blue_is_least, step_b, hn::IfThenElse(green_is_least, step_g, step_r));

  const std::uint32_t* table = work.table.data();
  const VI last = hn::Add(first, all);
  Sums sums{hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  sums = add(sums, hn::GatherIndex(du, table, first), hn::Sub(hn::Set(d, 1.0F), largest));
  sums = add(sums, hn::GatherIndex(du, table, hn::Add(first, to_second)), hn::Sub(largest, middle));
  sums = add(sums, hn::GatherIndex(du, table, hn::Sub(last, left_out)), hn::Sub(middle, smallest));
  sums = add(sums, hn::GatherIndex(du, table, last), smallest);

  constexpr float whole = 255.0F / 1023.0F;
  const VU red = to_byte(sums.red, whole);
  const VU green = to_byte(sums.green, whole / 1024);
  const VU blue = to_byte(sums.blue, whole / (1024 * 1024));
  const VU alpha = hn::And(pixels, hn::Set(du, 0xFF000000U));
  return hn::Or(hn::Or(red, hn::ShiftLeft<8>(green)), hn::Or(hn::ShiftLeft<16>(blue), alpha));
}

}  // namespace

void map_pixels(const std::uint32_t* from, std::uint32_t* to, std::size_t count,
                const LutWork& work) {
  const DU du;
  const LatticeAxis axes[3] = {axis_of(work, 0), axis_of(work, 1), axis_of(work, 2)};
  const std::size_t lanes = hn::Lanes(du);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(mapped(hn::LoadU(du, from + i), work, axes), du, to + i);
  if (i == count) return;
  HWY_ALIGN std::uint32_t rest[HWY_MAX_BYTES / sizeof(std::uint32_t)] = {};
  std::copy_n(from + i, count - i, rest);
  hn::Store(mapped(hn::Load(du, rest), work, axes), du, rest);
  std::copy_n(rest, count - i, to + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::media::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::media::cpu {

HWY_EXPORT(map_pixels);

void lut(const FrameRows& frame, const LutWork& work, const HostThreads& threads) {
  constexpr std::size_t grain = 1U << 14;
  threads.parallel_for(frame.width * frame.height, grain, [&](std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(map_pixels)
    (frame.pixels() + begin, frame.to_pixels() + begin, end - begin, work);
  });
}

}  // namespace dala::media::cpu
#endif

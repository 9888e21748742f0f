#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "media/convert/planes.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "media/convert/planes.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::media::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Pixels [begin, end) of all three planes.
void to_planes_part(const std::uint32_t* pixels, std::size_t count, const float* scale,
                    const float* offset, float* to, std::size_t begin, std::size_t end) {
  const hn::ScalableTag<float> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const hn::RebindToSigned<decltype(d)> di;
  const auto byte = hn::Set(du, 255U);
  std::size_t i = begin;
  for (; i + hn::Lanes(d) <= end; i += hn::Lanes(d)) {
    auto rest = hn::LoadU(du, pixels + i);
    for (std::size_t c = 0; c < 3; ++c) {
      const auto value = hn::ConvertTo(d, hn::BitCast(di, hn::And(rest, byte)));
      hn::StoreU(hn::Add(hn::Mul(value, hn::Set(d, scale[c])), hn::Set(d, offset[c])), d,
                 to + (c * count) + i);
      rest = hn::ShiftRight<8>(rest);
    }
  }
  for (; i < end; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      to[(c * count) + i] =
          (static_cast<float>((pixels[i] >> (8 * c)) & 255U) * scale[c]) + offset[c];
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::media::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::media::cpu {

HWY_EXPORT(to_planes_part);

void to_planes(const std::uint32_t* pixels, std::size_t count, const float* scale,
               const float* offset, float* to, const HostThreads& threads) {
  threads.parallel_for(count, 1U << 15, [&](std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(to_planes_part)(pixels, count, scale, offset, to, begin, end);
  });
}

}  // namespace dala::media::cpu
#endif

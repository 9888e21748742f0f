#include "media/pixels/avx512.hpp"

#include <algorithm>

#include "core/tuning/traffic.hpp"
#include "media/cpu/vnni.hpp"
#include "media/stage_types.hpp"

#if defined(__x86_64__)
#include <hwy/base.h>
#include <immintrin.h>

HWY_PUSH_ATTRIBUTES(DALA_VNNI)
#endif

namespace dala::media::cpu {

#if defined(__x86_64__)

namespace {

// Pixels for a thread at a time.
constexpr std::size_t grain = 1U << 15;
// The prefetch distance. It matters most for output lines, which the processor reads before they
// are written.
constexpr std::size_t ahead = 1024;

HWY_INLINE __m512i load(const std::uint8_t* from) {
  return _mm512_loadu_si512(reinterpret_cast<const void*>(from));
}
HWY_INLINE void store(std::uint8_t* to, __m512i value) {
  _mm512_storeu_si512(reinterpret_cast<void*>(to), value);
}
// The mask of the bytes that remain at the end of a row.
HWY_INLINE __mmask64 first_of(std::size_t bytes) { return (__mmask64{1} << bytes) - 1; }

// Channels as floats without shifting them out of the pixel: green is 256 times and blue 65536
// times as large. Powers of two do not change how products and sums are rounded.
struct Channels {
  __m512 red;
  __m512 green;
  __m512 blue;
};

HWY_INLINE Channels channels(__m512i pixels) {
  return {_mm512_cvtepi32_ps(_mm512_and_si512(pixels, _mm512_set1_epi32(0xFF))),
          _mm512_cvtepi32_ps(_mm512_and_si512(pixels, _mm512_set1_epi32(0xFF00))),
          _mm512_cvtepi32_ps(_mm512_and_si512(pixels, _mm512_set1_epi32(0xFF0000)))};
}

// The pixels of a row that all steps process before the next ones, few enough to stay in the L1
// cache.
constexpr std::size_t block = 1024;
// Rows for a thread at a time.
constexpr std::size_t row_grain = 16;

// Where a block lies, and how many pixels it has.
struct Block {
  const std::uint8_t* from;
  std::uint8_t* to;
  std::size_t count;
  std::size_t x;
  std::size_t y;
  bool prefetches;
};

// `made` of 16 pixels at a time and the number of the first.
template <typename Make>
HWY_INLINE void each_vector(const Block& of, const Make& make) {
  const std::size_t bytes = of.count * 4;
  std::size_t i = 0;
  if (of.prefetches)
    for (; i + 64 <= bytes; i += 64) {
      __builtin_prefetch(of.from + i + ahead);
      __builtin_prefetch(of.to + i + ahead, 1);
      store(of.to + i, make(load(of.from + i), i / 4));
    }
  for (; i + 64 <= bytes; i += 64) store(of.to + i, make(load(of.from + i), i / 4));
  if (i == bytes) return;
  const __mmask64 rest = first_of(bytes - i);
  _mm512_mask_storeu_epi8(of.to + i, rest, make(_mm512_maskz_loadu_epi8(rest, of.from + i), i / 4));
}

// A factor is split into 128 * high + low, each of which fits a byte.
class Mixer {
 public:
  explicit Mixer(const float* matrix) {
    for (std::size_t row = 0; row < 3; ++row) {
      std::uint32_t high = 0;
      std::uint32_t low = 0;
      for (std::size_t column = 0; column < 3; ++column) {
        const int factor = static_cast<int>(matrix[(3 * row) + column] * matrix_unit);
        const int upper = (factor + 64) >> 7;
        high |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(upper)) << (8 * column);
        low |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(factor - (128 * upper)))
               << (8 * column);
      }
      high_[row] = _mm512_set1_epi32(static_cast<int>(high));
      low_[row] = _mm512_set1_epi32(static_cast<int>(low));
    }
  }

  [[nodiscard]] HWY_INLINE __m512i operator()(__m512i pixels) const {
    const __m512i alpha = _mm512_srli_epi32(pixels, 24);
    // Four of red, of green, of blue and of alpha, cut to bytes; then pixel by pixel.
    const __m512i bytes = _mm512_packus_epi16(_mm512_packs_epi32(sum(pixels, 0), sum(pixels, 1)),
                                              _mm512_packs_epi32(sum(pixels, 2), alpha));
    const __m512i order = _mm512_set4_epi32(0x0F0B0703, 0x0E0A0602, 0x0D090501, 0x0C080400);
    return _mm512_shuffle_epi8(bytes, order);
  }

 private:
  [[nodiscard]] HWY_INLINE __m512i sum(__m512i pixels, std::size_t row) const {
    const __m512i half = _mm512_set1_epi32(matrix_unit / 2 / 128);
    const __m512i upper = _mm512_dpbusd_epi32(half, pixels, high_[row]);
    const __m512i all = _mm512_dpbusd_epi32(_mm512_slli_epi32(upper, 7), pixels, low_[row]);
    return _mm512_srai_epi32(all, 12);
  }

  __m512i high_[3];
  __m512i low_[3];
};

void mix(const Block& of, const float* matrix) {
  const Mixer mixed(matrix);
  each_vector(of, [&](__m512i pixels, std::size_t) { return mixed(pixels); });
}

// 256 bytes, of which two vectors at a time can be looked up in.
class ByteTable {
 public:
  explicit ByteTable(const std::uint8_t* bytes) {
    for (std::size_t i = 0; i < 4; ++i) parts_[i] = load(bytes + (64 * i));
  }

  // Looks up the bytes in the mask `where`; `upper` marks indices above 127.
  [[nodiscard]] HWY_INLINE __m512i operator()(__m512i bytes, __mmask64 where,
                                              __mmask64 upper) const {
    const __m512i first =
        _mm512_mask2_permutex2var_epi8(parts_[0], bytes, _kandn_mask64(upper, where), parts_[1]);
    return _mm512_mask2_permutex2var_epi8(parts_[2], first, _kand_mask64(where, upper), parts_[3]);
  }

 private:
  __m512i parts_[4];
};

void look_up(const Block& of, const std::uint8_t* table) {
  constexpr __mmask64 reds = 0x1111111111111111;
  const bool all_equal =
      std::equal(table, table + 256, table + 256) && std::equal(table, table + 256, table + 512);
  const ByteTable red(table);
  if (all_equal) {
    each_vector(of, [&](__m512i pixels, std::size_t) {
      return red(pixels, 7 * reds, _mm512_movepi8_mask(pixels));
    });
    return;
  }
  const ByteTable green(table + 256);
  const ByteTable blue(table + 512);
  each_vector(of, [&](__m512i pixels, std::size_t) {
    const __mmask64 upper = _mm512_movepi8_mask(pixels);
    return blue(green(red(pixels, reds, upper), 2 * reds, upper), 4 * reds, upper);
  });
}

// Channels where they lie in a pixel, and its alpha.
HWY_INLINE __m512i together(__m512i red, __m512i green, __m512i blue, __m512i alpha) {
  // Bits of the second where the mask has them, else of the first.
  constexpr int choose = 0xCA;
  const __m512i two = _mm512_ternarylogic_epi32(_mm512_set1_epi32(0xFF00), green, red, choose);
  const __m512i three = _mm512_ternarylogic_epi32(_mm512_set1_epi32(0xFF0000), blue, two, choose);
  return _mm512_ternarylogic_epi32(_mm512_set1_epi32(0xFFFFFF), three, alpha, choose);
}

// The inverse of `channels`: rounds the channels and packs them into pixels.
HWY_INLINE __m512i joined(__m512 red, __m512 green, __m512 blue, __m512i alpha) {
  return together(_mm512_cvttps_epi32(_mm512_add_ps(red, _mm512_set1_ps(0.5F))),
                  _mm512_cvttps_epi32(_mm512_add_ps(green, _mm512_set1_ps(128))),
                  _mm512_cvttps_epi32(_mm512_add_ps(blue, _mm512_set1_ps(32768))), alpha);
}

void darken(const Block& of, const float* numbers) {
  const __m512 middle = _mm512_set1_ps(numbers[0]);
  const __m512 scale = _mm512_set1_ps(numbers[2]);
  const __m512 strength = _mm512_set1_ps(numbers[3]);
  const __m512 radius = _mm512_set1_ps(numbers[4]);
  const __m512 width = _mm512_set1_ps(1 - numbers[4]);
  const float dy = (static_cast<float>(of.y) - numbers[1]) * numbers[2];
  const __m512 down = _mm512_set1_ps(dy * dy);
  const __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  each_vector(of, [&](__m512i pixels, std::size_t at) {
    const __m512i x = _mm512_add_epi32(places, _mm512_set1_epi32(static_cast<int>(of.x + at)));
    const __m512 dx = _mm512_mul_ps(_mm512_sub_ps(_mm512_cvtepi32_ps(x), middle), scale);
    const __m512 distance = _mm512_sqrt_ps(_mm512_add_ps(_mm512_mul_ps(dx, dx), down));
    const __m512 beyond = _mm512_sub_ps(distance, radius);
    if (_mm512_cmp_ps_mask(beyond, _mm512_setzero_ps(), _CMP_GT_OQ) == 0) return pixels;
    const __m512 one = _mm512_set1_ps(1);
    const __m512 t =
        _mm512_min_ps(_mm512_max_ps(_mm512_div_ps(beyond, width), _mm512_setzero_ps()), one);
    const __m512 rest = _mm512_sub_ps(_mm512_set1_ps(3), _mm512_mul_ps(_mm512_set1_ps(2), t));
    const __m512 share = _mm512_mul_ps(_mm512_mul_ps(t, t), rest);
    const __m512 light = _mm512_sub_ps(one, _mm512_mul_ps(strength, share));
    const Channels from = channels(pixels);
    return joined(_mm512_mul_ps(from.red, light), _mm512_mul_ps(from.green, light),
                  _mm512_mul_ps(from.blue, light), pixels);
  });
}

void run_step(const PixelStep& step, const Block& of) {
  switch (step.kind) {
    case PixelKind::mix:
      return mix(of, step.numbers);
    case PixelKind::curves:
      return look_up(of, step.table);
    case PixelKind::vignette:
      return darken(of, step.numbers);
  }
}

// Linear interpolation between two channels, rounded. The half for rounding is in `own_and_half`
// rather than added last, which saves an instruction and gives the same result for all bytes.
HWY_INLINE __m512i towards(__m512 own_and_half, __m512i difference, __m512 share) {
  return _mm512_cvttps_epi32(
      _mm512_add_ps(own_and_half, _mm512_mul_ps(_mm512_cvtepi32_ps(difference), share)));
}

HWY_INLINE __m512i blended(__m512i own, __m512i other, __m512 opacity) {
  const __m512 share = _mm512_mul_ps(opacity, _mm512_cvtepi32_ps(_mm512_srli_epi32(other, 24)));
  const auto difference = [=](int mask) {
    const __m512i channel = _mm512_set1_epi32(mask);
    return _mm512_sub_epi32(_mm512_and_si512(other, channel), _mm512_and_si512(own, channel));
  };
  // Green and blue lie so high that their half is a bit below them.
  const auto with_half = [=](int mask, int half) {
    constexpr int and_then_or = 0xEA;
    return _mm512_cvtepi32_ps(_mm512_ternarylogic_epi32(own, _mm512_set1_epi32(mask),
                                                        _mm512_set1_epi32(half), and_then_or));
  };
  const __m512 red = _mm512_add_ps(
      _mm512_cvtepi32_ps(_mm512_and_si512(own, _mm512_set1_epi32(0xFF))), _mm512_set1_ps(0.5F));
  return together(towards(red, difference(0xFF), share),
                  towards(with_half(0xFF00, 0x80), difference(0xFF00), share),
                  towards(with_half(0xFF0000, 0x8000), difference(0xFF0000), share), own);
}

struct BlendPart {
  const std::uint8_t* from;
  const std::uint8_t* other;
  std::uint8_t* to;
  std::size_t bytes;
};

void blend_part(const BlendPart& of, Traffic traffic, float opacity) {
  const __m512 by = _mm512_set1_ps(opacity);
  const auto made = [&](std::size_t i) {
    return blended(load(of.from + i), load(of.other + i), by);
  };
  std::size_t i = 0;
  if (traffic == Traffic::ahead)
    for (; i + 64 <= of.bytes; i += 64) {
      __builtin_prefetch(of.from + i + ahead);
      __builtin_prefetch(of.other + i + ahead);
      __builtin_prefetch(of.to + i + ahead, 1);
      store(of.to + i, made(i));
    }
  if (traffic == Traffic::around && reinterpret_cast<std::uintptr_t>(of.to) % 64 == 0) {
    for (; i + 64 <= of.bytes; i += 64)
      _mm512_stream_si512(reinterpret_cast<__m512i*>(of.to + i), made(i));
    _mm_sfence();
  }
  for (; i + 64 <= of.bytes; i += 64) store(of.to + i, made(i));
  if (i == of.bytes) return;
  const __mmask64 rest = first_of(of.bytes - i);
  _mm512_mask_storeu_epi8(of.to + i, rest,
                          blended(_mm512_maskz_loadu_epi8(rest, of.from + i),
                                  _mm512_maskz_loadu_epi8(rest, of.other + i), by));
}

}  // namespace

void run_steps(const FrameRows& frame, std::span<const PixelStep> steps,
               const HostThreads& threads) {
  const auto run_rows = [&](Traffic traffic, std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y)
      for (std::size_t x = 0; x < frame.width; x += block) {
        const std::size_t at = (y * frame.stride()) + (4 * x);
        Block of{.from = frame.from + at,
                 .to = frame.to + at,
                 .count = std::min(block, frame.width - x),
                 .x = x,
                 .y = y,
                 .prefetches = traffic == Traffic::ahead};
        for (const PixelStep& step : steps) {
          run_step(step, of);
          of.from = of.to;
          of.prefetches = false;
        }
      }
  };
  static tuning::TrafficChoices choices("pixels.in_caches", "pixels.in_memory", "pixels.in_place");
  const TrafficPlan plan = choices.plan(2 * frame.stride() * frame.height, false);
  threads.parallel_for(frame.height, row_grain, [&](std::size_t begin, std::size_t end) {
    plan.run(end - begin, 1, [&](Traffic traffic, std::size_t first, std::size_t last) {
      run_rows(traffic, begin + first, begin + last);
    });
  });
}

void blend(const FrameRows& frame, const std::uint8_t* other, float opacity,
           const HostThreads& threads) {
  const bool in_place = frame.from == frame.to || other == frame.to;
  static tuning::TrafficChoices choices("blend.in_caches", "blend.in_memory", "blend.in_place");
  const TrafficPlan plan = choices.plan(3 * frame.stride() * frame.height, !in_place);
  threads.parallel_for(frame.width * frame.height, grain, [&](std::size_t begin, std::size_t end) {
    plan.run(end - begin, 16, [&](Traffic traffic, std::size_t first, std::size_t last) {
      const std::size_t at = 4 * (begin + first);
      blend_part({frame.from + at, other + at, frame.to + at, 4 * (last - first)}, traffic,
                 opacity);
    });
  });
}

#else

// Never called on other processors.
void run_steps(const FrameRows&, std::span<const PixelStep>, const HostThreads&) {}
void blend(const FrameRows&, const std::uint8_t*, float, const HostThreads&) {}

#endif

}  // namespace dala::media::cpu

#if defined(__x86_64__)
HWY_POP_ATTRIBUTES
#endif

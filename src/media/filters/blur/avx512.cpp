// The algorithm: a frame is split into bands of rows for the threads, and a band into strips that
// stay in the L1 cache. In a strip, four rows at a time are blurred horizontally and interleaved
// into quads, words with one byte of each of the four rows. The vertical sums of four rows are
// computed together from the surrounding quads, with the weights shifted by one tap for each row.
// The steps after the blur are applied to those rows.
//
// VNNI multiplies unsigned bytes (the weights) by signed bytes (the pixels minus 128), and all sums
// are exact. For weights of 16 bits there are two sums, one of the upper and one of the lower
// bytes.
#include "media/filters/blur/avx512.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>

#include "core/threads/thread_scratch.hpp"
#include "media/cpu/vnni.hpp"

#if defined(__x86_64__)
#include <hwy/base.h>
#include <immintrin.h>

HWY_PUSH_ATTRIBUTES(DALA_VNNI)

namespace dala::media::cpu {

namespace {

constexpr std::size_t max_radius = 64;
constexpr std::size_t strip_pixels = 512;
constexpr std::size_t strip_bytes = strip_pixels * 4;
// One quad more than the taps of the widest blur fill, since the first tap may be at any position
// in its quad.
constexpr std::size_t max_quads = ((2 * max_radius) + 4 + 3) / 4;
constexpr std::size_t padded_bytes = strip_bytes + (max_quads * 16) + 64;

// Each word holds the weights of four taps, a byte each.
struct Weights {
  std::array<std::uint32_t, max_quads> low{};
  std::array<std::uint32_t, max_quads> high{};
  std::size_t quads = 0;
};

// The weights with `moved` zero taps before the first.
Weights packed(const BlurWork& work, std::size_t moved) {
  Weights out;
  const std::size_t radius = work.weights.size() - 1;
  const std::size_t taps = (2 * radius) + 1;
  out.quads = (taps + moved + 3) / 4;
  for (std::size_t i = 0; i < taps; ++i) {
    const std::uint32_t weight = work.weights[i < radius ? radius - i : i - radius];
    const std::size_t at = i + moved;
    out.low[at / 4] |= (weight & 255U) << (8 * (at % 4));
    out.high[at / 4] |= (weight >> 8) << (8 * (at % 4));
  }
  return out;
}

struct Scratch {
  alignas(64) std::uint8_t padded[padded_bytes];
  alignas(64) std::uint8_t taps[(strip_pixels / 4 + max_quads) * 64];
  alignas(64) std::uint8_t horizontal[4][strip_bytes];
  // By row modulo 8, with room for the neighbours of the outermost pixels.
  alignas(64) std::uint8_t blurred[8][64 + strip_bytes + 64];
  alignas(64) std::uint8_t quads[max_quads][4 * strip_bytes];
};

HWY_INLINE __m512i load(const std::uint8_t* from) {
  return _mm512_loadu_si512(reinterpret_cast<const void*>(from));
}
HWY_INLINE void store(std::uint8_t* to, __m512i value) {
  _mm512_storeu_si512(reinterpret_cast<void*>(to), value);
}
HWY_INLINE __m512i everywhere(std::uint32_t word) {
  return _mm512_set1_epi32(static_cast<std::int32_t>(word));
}

// Turns 16 sums of products into bytes in 16-bit lanes. The start value of the sums adds 128 back
// to the pixels and rounds.
template <bool wide>
HWY_INLINE __m512i start() {
  return _mm512_set1_epi32(wide ? (128 << 16) + (1 << 15) : (128 << 8) + (1 << 7));
}
template <bool wide>
HWY_INLINE __m512i finish(__m512i low, __m512i high) {
  if constexpr (wide)
    return _mm512_srli_epi32(_mm512_add_epi32(low, _mm512_slli_epi32(high, 8)), 16);
  return _mm512_srli_epi32(low, 8);
}

// Copies pixels [begin, begin + count) of a row, mirrored at the edges, minus 128.
void pad(const std::uint8_t* row, std::size_t width, std::ptrdiff_t begin, std::size_t count,
         std::uint8_t* to) {
  const __m512i middle = _mm512_set1_epi8(-128);
  const auto one = [=](std::size_t i) {
    const std::size_t x = mirrored(begin + static_cast<std::ptrdiff_t>(i), width);
    for (std::size_t c = 0; c < 4; ++c)
      to[(4 * i) + c] = static_cast<std::uint8_t>(row[(4 * x) + c] ^ 0x80U);
  };
  const auto inside = [&](std::ptrdiff_t x) {
    return static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(x - begin, 0, static_cast<std::ptrdiff_t>(count)));
  };
  const std::size_t first = inside(0);
  const std::size_t last = inside(static_cast<std::ptrdiff_t>(width));
  for (std::size_t i = 0; i < first; ++i) one(i);
  const std::uint8_t* from = row + (4 * (begin + static_cast<std::ptrdiff_t>(first)));
  std::size_t i = 0;
  const std::size_t bytes = (last - first) * 4;
  for (; i + 64 <= bytes; i += 64)
    store(to + (4 * first) + i, _mm512_xor_si512(load(from + i), middle));
  for (i = first + (i / 4); i < count; ++i) one(i);
}

// What is prefetched a few lines at a time during the computation: the row that is read four rows
// later, and one that is written soon.
struct Ahead {
  const std::uint8_t* from;
  const std::uint8_t* to;
};

// Blurs `pixels` pixels, a multiple of 32, whose first tap is the first pixel of the padded row.
// The result is minus 128 as well.
template <bool wide>
void blur_horizontal(Scratch& s, const Weights& weights, std::size_t pixels, const Ahead& ahead,
                     std::uint8_t* to) {
  // The permutation that gathers, for each of four pixels and each channel, the bytes of four
  // consecutive taps.
  alignas(64) static constexpr auto window = [] {
    std::array<std::uint8_t, 64> order{};
    for (std::size_t i = 0; i < 64; ++i)
      order[i] = static_cast<std::uint8_t>((4 * ((i / 16) + (i % 4))) + (i / 4 % 4));
    return order;
  }();
  const __m512i order = load(window.data());
  const std::size_t blocks = pixels / 4;
  for (std::size_t i = 0; i < blocks + weights.quads - 1; ++i)
    store(s.taps + (64 * i), _mm512_permutexvar_epi8(order, load(s.padded + (16 * i))));

  const __m512i middle = _mm512_set1_epi8(-128);
  const __m512i in_order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  for (std::size_t block = 0; block < blocks; block += 8) {
    __m512i low[8];
    __m512i high[8];
    HWY_UNROLL(8) for (std::size_t k = 0; k < 8; ++k) {
      low[k] = start<wide>();
      high[k] = _mm512_setzero_si512();
    }
    for (std::size_t line = 16 * block; line < 16 * (block + 8); line += 64) {
      __builtin_prefetch(ahead.from + line);
      __builtin_prefetch(ahead.to + line, 1);
    }
    const std::uint8_t* taps = s.taps + (64 * block);
    for (std::size_t q = 0; q < weights.quads; ++q, taps += 64) {
      const __m512i w = everywhere(weights.low[q]);
      const __m512i v = everywhere(weights.high[q]);
      HWY_UNROLL(8) for (std::size_t k = 0; k < 8; ++k) {
        const __m512i t = load(taps + (64 * k));
        low[k] = _mm512_dpbusd_epi32(low[k], w, t);
        if constexpr (wide) high[k] = _mm512_dpbusd_epi32(high[k], v, t);
      }
    }
    HWY_UNROLL(2) for (std::size_t k = 0; k < 8; k += 4) {
      const __m512i first =
          _mm512_packus_epi32(finish<wide>(low[k], high[k]), finish<wide>(low[k + 1], high[k + 1]));
      const __m512i second = _mm512_packus_epi32(finish<wide>(low[k + 2], high[k + 2]),
                                                 finish<wide>(low[k + 3], high[k + 3]));
      const __m512i bytes = _mm512_permutexvar_epi32(in_order, _mm512_packus_epi16(first, second));
      store(to + (16 * (block + k)), _mm512_xor_si512(bytes, middle));
    }
  }
}

// Interleaves four rows into words with one byte of each row. The unpack instructions leave the
// words in another order, which packing restores later.
void weave(const Scratch& s, std::size_t bytes, std::uint8_t* to) {
  for (std::size_t i = 0; i < bytes; i += 64, to += 256) {
    const __m512i a = load(s.horizontal[0] + i);
    const __m512i b = load(s.horizontal[1] + i);
    const __m512i c = load(s.horizontal[2] + i);
    const __m512i d = load(s.horizontal[3] + i);
    const __m512i ab_low = _mm512_unpacklo_epi8(a, b);
    const __m512i ab_high = _mm512_unpackhi_epi8(a, b);
    const __m512i cd_low = _mm512_unpacklo_epi8(c, d);
    const __m512i cd_high = _mm512_unpackhi_epi8(c, d);
    store(to, _mm512_unpacklo_epi16(ab_low, cd_low));
    store(to + 64, _mm512_unpackhi_epi16(ab_low, cd_low));
    store(to + 128, _mm512_unpacklo_epi16(ab_high, cd_high));
    store(to + 192, _mm512_unpackhi_epi16(ab_high, cd_high));
  }
}

// The vertical sums for half of 64 bytes of four rows, as 16-bit lanes.
template <bool wide>
HWY_INLINE void sum_vertical(const std::array<const std::uint8_t*, max_quads>& quads,
                             std::size_t at, const std::array<Weights, 4>& weights,
                             std::size_t count, __m512i (&out)[4]) {
  __m512i low[4][2];
  __m512i high[4][2];
  HWY_UNROLL(4)
  for (std::size_t row = 0; row < 4; ++row) HWY_UNROLL(2) for (std::size_t k = 0; k < 2; ++k) {
      low[row][k] = start<wide>();
      high[row][k] = _mm512_setzero_si512();
    }
  for (std::size_t q = 0; q < count; ++q) {
    const __m512i first = load(quads[q] + at);
    const __m512i second = load(quads[q] + at + 64);
    HWY_UNROLL(4) for (std::size_t row = 0; row < 4; ++row) {
      const __m512i w = everywhere(weights[row].low[q]);
      low[row][0] = _mm512_dpbusd_epi32(low[row][0], w, first);
      low[row][1] = _mm512_dpbusd_epi32(low[row][1], w, second);
      if constexpr (wide) {
        const __m512i v = everywhere(weights[row].high[q]);
        high[row][0] = _mm512_dpbusd_epi32(high[row][0], v, first);
        high[row][1] = _mm512_dpbusd_epi32(high[row][1], v, second);
      }
    }
  }
  HWY_UNROLL(4)
  for (std::size_t row = 0; row < 4; ++row)
    out[row] = _mm512_packus_epi32(finish<wide>(low[row][0], high[row][0]),
                                   finish<wide>(low[row][1], high[row][1]));
}

template <bool wide>
void blur_vertical(const std::array<const std::uint8_t*, max_quads>& quads,
                   const std::array<Weights, 4>& weights, std::size_t bytes,
                   const std::array<std::uint8_t*, 4>& to) {
  const std::size_t count = weights[3].quads;
  for (std::size_t i = 0; i < bytes; i += 64) {
    __m512i first[4];
    __m512i second[4];
    sum_vertical<wide>(quads, 4 * i, weights, count, first);
    sum_vertical<wide>(quads, (4 * i) + 128, weights, count, second);
    HWY_UNROLL(4)
    for (std::size_t row = 0; row < 4; ++row)
      store(to[row] + i, _mm512_packus_epi16(first[row], second[row]));
  }
}

// The step after a blur, in fixed point: a difference scaled by 16 is multiplied by a factor in
// units of 1/32768, and the up to four fractional bits that remain are rounded off.
constexpr std::int8_t times = 16;

struct After {
  AfterBlur what = AfterBlur::nothing;
  __m512i factor = {};
  __m512i half = {};
  __m512i bits = {};
  __m512i up = {};  // added and subtracted at the end, with saturation
  __m512i down = {};
};

After prepare(const BlurWork& work) {
  After out{.what = work.after};
  int shift = 0;
  while (work.amount >= static_cast<float>(1 << shift)) ++shift;
  const auto factor = std::lround(work.amount * static_cast<float>(1 << (15 - shift)));
  out.factor = _mm512_set1_epi16(static_cast<std::int16_t>(std::min(factor, 32767L)));
  out.half = _mm512_set1_epi16(static_cast<std::int16_t>((times >> shift) / 2));
  out.bits = _mm512_set1_epi16(static_cast<std::int16_t>(4 - shift));
  const int offset = static_cast<int>(std::clamp(std::floor(work.offset + 0.5F), -255.0F, 255.0F));
  out.up = _mm512_set1_epi8(static_cast<char>(std::max(offset, 0)));
  out.down = _mm512_set1_epi8(static_cast<char>(std::max(-offset, 0)));
  return out;
}

// One row of blurred pixels and those around it.
struct Lines {
  const std::uint8_t* above;
  const std::uint8_t* row;
  const std::uint8_t* below;
  const std::uint8_t* frame;
  std::uint8_t* to;
};

HWY_INLINE __m512i scaled(__m512i difference, const After& after) {
  const __m512i exact = _mm512_mulhrs_epi16(difference, after.factor);
  return _mm512_srav_epi16(_mm512_add_epi16(exact, after.half), after.bits);
}

// Four times a pixel less the pixels above, below, left and right of it.
HWY_INLINE __m512i difference(__m512i own, __m512i vertical, __m512i level, __m512i one,
                              __m512i four) {
  return _mm512_sub_epi16(
      _mm512_maddubs_epi16(own, four),
      _mm512_add_epi16(_mm512_maddubs_epi16(vertical, one), _mm512_maddubs_epi16(level, one)));
}

template <AfterBlur what>
HWY_INLINE __m512i followed(const Lines& lines, __m512i frame, std::size_t i, const After& after) {
  const __m512i here = load(lines.row + i);
  if constexpr (what == AfterBlur::nothing) return here;
  const __m512i zero = _mm512_setzero_si512();
  __m512i low;
  __m512i high;
  __m512i of = here;
  if constexpr (what == AfterBlur::sharpen) {
    const __m512i above = load(lines.above + i);
    const __m512i below = load(lines.below + i);
    const __m512i left = load(lines.row + i - 4);
    const __m512i right = load(lines.row + i + 4);
    const __m512i one = _mm512_set1_epi8(times);
    const __m512i four = _mm512_set1_epi8(4 * times);
    low = difference(_mm512_unpacklo_epi8(here, zero), _mm512_unpacklo_epi8(above, below),
                     _mm512_unpacklo_epi8(left, right), one, four);
    high = difference(_mm512_unpackhi_epi8(here, zero), _mm512_unpackhi_epi8(above, below),
                      _mm512_unpackhi_epi8(left, right), one, four);
  } else {
    // Pairs of (frame, blurred) bytes: their difference times 16.
    const __m512i one = _mm512_set1_epi16(static_cast<std::int16_t>((-times * 256) + times));
    low = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(frame, here), one);
    high = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(frame, here), one);
    of = frame;
  }
  low = _mm512_add_epi16(_mm512_unpacklo_epi8(of, zero), scaled(low, after));
  high = _mm512_add_epi16(_mm512_unpackhi_epi8(of, zero), scaled(high, after));
  return _mm512_packus_epi16(low, high);
}

template <AfterBlur what>
HWY_INLINE __m512i made(const Lines& lines, __m512i frame, std::size_t i, const After& after) {
  constexpr __mmask64 alpha = 0x8888888888888888U;
  const __m512i value = followed<what>(lines, frame, i, after);
  const __m512i moved = _mm512_subs_epu8(_mm512_adds_epu8(value, after.up), after.down);
  return _mm512_mask_mov_epi8(moved, alpha, frame);
}

template <AfterBlur what>
void write_row(const Lines& lines, std::size_t bytes, const After& after) {
  std::size_t i = 0;
  for (; i + 64 <= bytes; i += 64)
    store(lines.to + i, made<what>(lines, load(lines.frame + i), i, after));
  if (i == bytes) return;
  const __mmask64 rest = (__mmask64{1} << (bytes - i)) - 1;
  _mm512_mask_storeu_epi8(
      lines.to + i, rest,
      made<what>(lines, _mm512_maskz_loadu_epi8(rest, lines.frame + i), i, after));
}

void write_row(const Lines& lines, std::size_t bytes, const After& after) {
  switch (after.what) {
    case AfterBlur::nothing:
      return write_row<AfterBlur::nothing>(lines, bytes, after);
    case AfterBlur::sharpen:
      return write_row<AfterBlur::sharpen>(lines, bytes, after);
    case AfterBlur::unsharp:
      return write_row<AfterBlur::unsharp>(lines, bytes, after);
  }
}

struct Part {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t width = 0;
  std::size_t height = 0;
};

// What all strips share.
struct Plan {
  std::size_t radius = 0;
  std::size_t halo = 0;  // blurred pixels that are needed around those that are written
  Weights horizontal;
  std::array<Weights, 4> vertical;
  After after;
};

template <bool wide>
void blur_strip(const FrameRows& frame, const Plan& plan, const Part& part, Scratch& s) {
  const auto radius = static_cast<std::ptrdiff_t>(plan.radius);
  const auto halo = static_cast<std::ptrdiff_t>(plan.halo);
  const std::size_t pixels = (part.width + (2 * plan.halo) + 31) / 32 * 32;
  const std::size_t bytes = pixels * 4;
  const std::ptrdiff_t left = static_cast<std::ptrdiff_t>(part.x) - halo;
  const std::ptrdiff_t top = static_cast<std::ptrdiff_t>(part.y) - halo;
  const std::size_t stride = frame.width * 4;
  const std::size_t around = plan.vertical[3].quads;
  const std::size_t rows = part.height + (2 * plan.halo);

  std::size_t written = 0;
  for (std::size_t quad = 0; 4 * (quad + 1) < rows + 4 * around; ++quad) {
    for (std::size_t i = 0; i < 4; ++i) {
      const std::ptrdiff_t row = top - radius + static_cast<std::ptrdiff_t>((4 * quad) + i);
      const std::size_t y = mirrored(row, frame.height);
      pad(frame.from + (y * stride), frame.width, left - radius,
          pixels + (4 * plan.horizontal.quads), s.padded);
      const std::size_t later = mirrored(row + 4, frame.height);
      const std::size_t soon = part.y + std::min(written + i, part.height - 1);
      const Ahead ahead{frame.from + (later * stride) + (4 * part.x),
                        frame.to + (soon * stride) + (4 * part.x)};
      blur_horizontal<wide>(s, plan.horizontal, pixels, ahead, s.horizontal[i]);
    }
    weave(s, bytes, s.quads[quad % around]);
    if (quad + 1 < around) continue;
    const std::size_t first = 4 * (quad + 1 - around);  // of the rows that can be blurred now
    std::array<const std::uint8_t*, max_quads> quads{};
    for (std::size_t q = 0; q < around; ++q) quads[q] = s.quads[(quad + 1 - around + q) % around];
    std::array<std::uint8_t*, 4> to{};
    for (std::size_t i = 0; i < 4; ++i) to[i] = s.blurred[(first + i) % 8] + 64;
    blur_vertical<wide>(quads, plan.vertical, bytes, to);
    for (; written + (2 * plan.halo) < first + 4 && written < part.height; ++written) {
      const auto line = [&](std::size_t of) { return s.blurred[of % 8] + 64 + (4 * plan.halo); };
      const std::size_t at = ((part.y + written) * stride) + (4 * part.x);
      write_row({line(written), line(written + plan.halo), line(written + (2 * plan.halo)),
                 frame.from + at, frame.to + at},
                4 * part.width, plan.after);
    }
  }
}

}  // namespace

bool blur(const FrameRows& frame, const BlurWork& asked, const HostThreads& threads) {
  BlurWork work = asked;
  // Where the centre weight is the whole sum (256 or 65536, a blur that changes nothing), it does
  // not fit into its 8 or 16 bits. With the largest weight of 16 bits instead, 65535, a pixel keeps
  // its value as well.
  std::array<std::uint32_t, max_radius + 1> alone{};
  if (work.weights[0] >> work.bits != 0) {
    alone[0] = (1U << 16) - 1;
    work.weights = std::span(alone).first(work.weights.size());
    work.bits = 16;
  }
  Plan plan{.radius = work.weights.size() - 1,
            .halo = work.after == AfterBlur::sharpen ? 1U : 0U,
            .horizontal = packed(work, 0),
            .vertical = {packed(work, 0), packed(work, 1), packed(work, 2), packed(work, 3)},
            .after = prepare(work)};
  for (Weights& weights : plan.vertical) weights.quads = plan.vertical[3].quads;
  // Enough rows that the cost of the rows above and below, which neighbouring bands blur too, is
  // small.
  const std::size_t band = std::max<std::size_t>(64, 4 * plan.radius);
  std::atomic<bool> ok = true;
  threads.parallel_for(frame.height, band, [&](std::size_t begin, std::size_t end) {
    auto* scratch = reinterpret_cast<Scratch*>(thread_scratch(sizeof(Scratch)));
    if (scratch == nullptr) {
      ok = false;
      return;
    }
    const std::size_t widest = strip_pixels - (2 * plan.halo);
    for (std::size_t x = 0; x < frame.width; x += widest) {
      const Part part{x, begin, std::min(widest, frame.width - x), end - begin};
      if (work.bits == 8)
        blur_strip<false>(frame, plan, part, *scratch);
      else
        blur_strip<true>(frame, plan, part, *scratch);
    }
  });
  return ok;
}

}  // namespace dala::media::cpu

HWY_POP_ATTRIBUTES
#endif

#if !defined(__x86_64__)
namespace dala::media::cpu {

// Never called on other processors.
bool blur(const FrameRows& /*frame*/, const BlurWork& /*asked*/, const HostThreads& /*threads*/) {
  return false;
}

}  // namespace dala::media::cpu
#endif

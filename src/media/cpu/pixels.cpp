#include "media/cpu/pixels.hpp"

#include "media/cpu/vnni.hpp"

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
// How far ahead lines are asked for, most of all those that are written, which are read first.
constexpr std::size_t ahead = 1024;

HWY_INLINE __m512i load(const std::uint8_t* from) {
  return _mm512_loadu_si512(reinterpret_cast<const void*>(from));
}
HWY_INLINE void store(std::uint8_t* to, __m512i value) {
  _mm512_storeu_si512(reinterpret_cast<void*>(to), value);
}
// The lanes of bytes that are left of a row.
HWY_INLINE __mmask64 first_of(std::size_t bytes) { return (__mmask64{1} << bytes) - 1; }

// Channels as numbers where they lie in a pixel: green is 256 times as large, and blue 65536 times.
// Powers of two change nothing about how products and sums are rounded.
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

class Mixer {
 public:
  explicit Mixer(const std::array<float, 9>& matrix) {
    for (std::size_t row = 0; row < 3; ++row) {
      red_[row] = _mm512_set1_ps(matrix[3 * row]);
      green_[row] = _mm512_set1_ps(matrix[(3 * row) + 1] / 256);
      blue_[row] = _mm512_set1_ps(matrix[(3 * row) + 2] / 65536);
    }
  }

  [[nodiscard]] HWY_INLINE __m512i operator()(__m512i pixels) const {
    const Channels from = channels(pixels);
    const __m512i alpha = _mm512_srli_epi32(pixels, 24);
    // Four of red, of green, of blue and of alpha, cut to bytes; then pixel by pixel.
    const __m512i bytes = _mm512_packus_epi16(_mm512_packs_epi32(sum(from, 0), sum(from, 1)),
                                              _mm512_packs_epi32(sum(from, 2), alpha));
    const __m512i order = _mm512_set4_epi32(0x0F0B0703, 0x0E0A0602, 0x0D090501, 0x0C080400);
    return _mm512_shuffle_epi8(bytes, order);
  }

 private:
  [[nodiscard]] HWY_INLINE __m512i sum(const Channels& from, std::size_t row) const {
    const __m512 first =
        _mm512_add_ps(_mm512_mul_ps(red_[row], from.red), _mm512_mul_ps(green_[row], from.green));
    const __m512 all = _mm512_add_ps(first, _mm512_mul_ps(blue_[row], from.blue));
    return _mm512_cvttps_epi32(_mm512_add_ps(all, _mm512_set1_ps(0.5F)));
  }

  __m512 red_[3];
  __m512 green_[3];
  __m512 blue_[3];
};

void mix_part(const std::uint8_t* from, std::uint8_t* to, std::size_t bytes,
              const std::array<float, 9>& matrix) {
  const Mixer mixed(matrix);
  std::size_t i = 0;
  for (; i + 64 <= bytes; i += 64) {
    __builtin_prefetch(from + i + ahead);
    __builtin_prefetch(to + i + ahead, 1);
    store(to + i, mixed(load(from + i)));
  }
  if (i == bytes) return;
  const __mmask64 rest = first_of(bytes - i);
  _mm512_mask_storeu_epi8(to + i, rest, mixed(_mm512_maskz_loadu_epi8(rest, from + i)));
}

// From one channel to another by a share; `half` is one half as large as the channel's unit.
HWY_INLINE __m512i towards(__m512 own, __m512 other, __m512 share, float half) {
  const __m512 moved = _mm512_add_ps(own, _mm512_mul_ps(_mm512_sub_ps(other, own), share));
  return _mm512_cvttps_epi32(_mm512_add_ps(moved, _mm512_set1_ps(half)));
}

HWY_INLINE __m512i blended(__m512i own, __m512i other, __m512 opacity) {
  const __m512 share = _mm512_mul_ps(opacity, _mm512_cvtepi32_ps(_mm512_srli_epi32(other, 24)));
  const Channels from = channels(own);
  const Channels to = channels(other);
  const __m512i red = towards(from.red, to.red, share, 0.5F);
  const __m512i green = towards(from.green, to.green, share, 128);
  const __m512i blue = towards(from.blue, to.blue, share, 32768);
  // Bits of the second where the mask has them, else of the first.
  constexpr int choose = 0xCA;
  const __m512i two = _mm512_ternarylogic_epi32(_mm512_set1_epi32(0xFF00), green, red, choose);
  const __m512i three = _mm512_ternarylogic_epi32(_mm512_set1_epi32(0xFF0000), blue, two, choose);
  return _mm512_ternarylogic_epi32(_mm512_set1_epi32(0xFFFFFF), three, own, choose);
}

void blend_part(const std::uint8_t* from, const std::uint8_t* other, std::uint8_t* to,
                std::size_t bytes, float opacity) {
  const __m512 by = _mm512_set1_ps(opacity);
  std::size_t i = 0;
  for (; i + 64 <= bytes; i += 64) {
    __builtin_prefetch(from + i + ahead);
    __builtin_prefetch(other + i + ahead);
    __builtin_prefetch(to + i + ahead, 1);
    store(to + i, blended(load(from + i), load(other + i), by));
  }
  if (i == bytes) return;
  const __mmask64 rest = first_of(bytes - i);
  _mm512_mask_storeu_epi8(to + i, rest,
                          blended(_mm512_maskz_loadu_epi8(rest, from + i),
                                  _mm512_maskz_loadu_epi8(rest, other + i), by));
}

}  // namespace

void mix_channels(const FrameRows& frame, const std::array<float, 9>& matrix,
                  const HostThreads& threads) {
  threads.parallel_for(frame.width * frame.height, grain, [&](std::size_t begin, std::size_t end) {
    mix_part(frame.from + (4 * begin), frame.to + (4 * begin), 4 * (end - begin), matrix);
  });
}

void blend(const FrameRows& frame, const std::uint8_t* other, float opacity,
           const HostThreads& threads) {
  threads.parallel_for(frame.width * frame.height, grain, [&](std::size_t begin, std::size_t end) {
    blend_part(frame.from + (4 * begin), other + (4 * begin), frame.to + (4 * begin),
               4 * (end - begin), opacity);
  });
}

#else

// Nobody calls them there.
void mix_channels(const FrameRows&, const std::array<float, 9>&, const HostThreads&) {}
void blend(const FrameRows&, const std::uint8_t*, float, const HostThreads&) {}

#endif

}  // namespace dala::media::cpu

#if defined(__x86_64__)
HWY_POP_ATTRIBUTES
#endif

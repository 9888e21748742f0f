// Sums of products of 8-bit integers in 32 bits, exact modulo 2^32: a tile of them is kept in
// registers while one goes through all that is summed. Compiled once per instruction set.
#if defined(DALA_INTEGER_TILE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DALA_INTEGER_TILE_INL_HPP
#undef DALA_INTEGER_TILE_INL_HPP
#else
#define DALA_INTEGER_TILE_INL_HPP
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include <hwy/highway.h>

// Whether the set may come with an instruction for dot products of four bytes, which Highway 1.0
// has no name for.
#undef DALA_DOT_EVEX
#undef DALA_DOT_VEX
#if HWY_ARCH_X86_64 && (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)
#define DALA_DOT_EVEX
#elif HWY_ARCH_X86_64 && HWY_TARGET == HWY_AVX2
#define DALA_DOT_VEX
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::integer_tile {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
constexpr std::size_t vector_bytes = 16;
#else
constexpr std::size_t vector_bytes = HWY_LANES(std::uint8_t);
#endif

// The compiler's own, because they can be kept in arrays on every machine. Without sign, because
// sums wrap.
typedef std::uint32_t Words __attribute__((vector_size(vector_bytes)));       // NOLINT
typedef std::int32_t SignedWords __attribute__((vector_size(vector_bytes)));  // NOLINT
typedef std::int16_t Shorts __attribute__((vector_size(vector_bytes)));       // NOLINT
constexpr std::size_t lanes = vector_bytes / sizeof(std::uint32_t);

// The same bits.
template <typename To, typename From>
HWY_INLINE To cast(From from) {
  To to;
  static_assert(sizeof to == sizeof from);
  std::memcpy(&to, &from, sizeof to);
  return to;
}

HWY_INLINE Words load(const void* from) {
  Words words;
  std::memcpy(&words, from, sizeof words);
  return words;
}

HWY_INLINE void store(Words words, void* to) { std::memcpy(to, &words, sizeof words); }

HWY_INLINE Words all(std::uint32_t word) { return Words{} + word; }

// A word has four factors, bytes: those on the left without sign, those on the right with.
constexpr std::size_t depth = 4;

// Their products two by two, as numbers of 16 bits. What is made of a factor alone is made once
// where it is used several times.
struct Split {
  static bool works() { return true; }

  static HWY_INLINE void add(Words& sum, Words left, Words right) {
    constexpr std::uint32_t low_bytes = 0x00FF00FF;
    sum += products(cast<Shorts>(left & low_bytes), cast<Shorts>(right << 8U) >> 8);
    sum += products(cast<Shorts>(left >> 8U & low_bytes), cast<Shorts>(right) >> 8);
  }

 private:
  // Of both halves of each word.
  static HWY_INLINE Words products(Shorts left, Shorts right) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    const hn::FixedTag<std::int16_t, vector_bytes / 2> shorts;
    const hn::FixedTag<std::int32_t, lanes> sums;
    auto none = hn::Zero(sums);
    const auto both = hn::ReorderWidenMulAccumulate(
        sums, hn::LoadU(shorts, reinterpret_cast<const std::int16_t*>(&left)),
        hn::LoadU(shorts, reinterpret_cast<const std::int16_t*>(&right)), hn::Zero(sums), none);
    Words words;
    std::memcpy(&words, &both, sizeof words);
    return words;
#else
    const auto a = cast<SignedWords>(left);
    const auto b = cast<SignedWords>(right);
    return cast<Words>((cast<SignedWords>(cast<Words>(left) << 16U) >> 16) *
                           (cast<SignedWords>(cast<Words>(right) << 16U) >> 16) +
                       (a >> 16) * (b >> 16));
#endif
  }
};

// Their products by one instruction.
struct Dot {
  // Whether this processor has it.
  static bool works() {
#if defined(DALA_DOT_EVEX)
    return __builtin_cpu_supports("avx512vnni") > 0;
#elif defined(DALA_DOT_VEX)
    return __builtin_cpu_supports("avxvnni") > 0;
#else
    return false;
#endif
  }

  // Not the one that saturates. In assembler, because an intrinsic is only there for functions that
  // are compiled for it, and those cannot be inlined into those that are not.
  static HWY_INLINE void add(Words& sum, Words left, Words right) {
#if defined(DALA_DOT_EVEX)
    asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(left), "v"(right));
#elif defined(DALA_DOT_VEX)
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(left), "x"(right));
#else
    Split::add(sum, left, right);
#endif
  }
};
// As many sums as there are registers for, less those for a row of the right side and a word of
// the left one. Few vectors leave room for more rows, which an instruction that takes several
// cycles needs.
constexpr bool many_registers = !HWY_ARCH_X86 || vector_bytes == 64;
constexpr std::size_t max_vectors = many_registers ? 4 : 2;
constexpr std::size_t max_rows = 12;
constexpr std::size_t most_rows(std::size_t vectors) {
  return vectors <= max_vectors / 2 ? max_rows : max_rows / 2;
}

struct Tile {
  const void* left = nullptr;         // the first row's first word
  std::size_t row_step = 0;           // bytes
  const std::size_t* taps = nullptr;  // places that are summed over, in bytes from the first word
  std::size_t tap_count = 0;
  std::size_t words = 0;                // at each of them
  std::uint32_t flip = 0;               // bits of every word of the left side that are turned over
  const void* right = nullptr;          // {taps, words} rows of the tile's vectors
  std::size_t right_step = 0;           // bytes from one of these rows to the next
  const std::uint32_t* bias = nullptr;  // what the sums of each column start with
};

// finish(sums) gets `rows` times `vectors` of them. The loops over rows and vectors must be
// unrolled for the sums to stay in registers.
template <typename Way, std::size_t rows, std::size_t vectors, typename Finish>
HWY_NOINLINE void multiply(const Tile& tile, const Finish& finish) {
  Words sum[rows][vectors];
#pragma GCC unroll 16
  for (std::size_t v = 0; v < vectors; ++v)
#pragma GCC unroll 16
    for (std::size_t r = 0; r < rows; ++r) sum[r][v] = load(tile.bias + v * lanes);
  const Words flip = all(tile.flip);
  const std::size_t row_step = tile.row_step;
  const std::size_t right_step = tile.right_step;
  const auto* right = static_cast<const std::byte*>(tile.right);
  for (std::size_t t = 0; t < tile.tap_count; ++t) {
    const auto* left = static_cast<const std::byte*>(tile.left) + tile.taps[t];
#pragma GCC unroll 1
    for (std::size_t left_over = tile.words; left_over != 0; --left_over) {
      Words column[vectors];
#pragma GCC unroll 16
      for (std::size_t v = 0; v < vectors; ++v) column[v] = load(right + v * vector_bytes);
#pragma GCC unroll 16
      for (std::size_t r = 0; r < rows; ++r) {
        std::uint32_t word;
        std::memcpy(&word, left + r * row_step, sizeof word);
        const Words factor = all(word) ^ flip;
#pragma GCC unroll 16
        for (std::size_t v = 0; v < vectors; ++v) Way::add(sum[r][v], factor, column[v]);
      }
      left += sizeof(std::uint32_t);
      right += right_step;
    }
  }
  finish(sum);
}

template <typename Finish>
using MultiplyFunction = void (*)(const Tile&, const Finish&);

// One for each number of rows and vectors, from 1. Where there are no more rows, the last again.
template <typename Way, typename Finish, std::size_t... i>
constexpr auto multiply_functions(std::index_sequence<i...> /*all*/) {
  constexpr auto rows = [](std::size_t wanted, std::size_t vectors) {
    return wanted < most_rows(vectors) ? wanted : most_rows(vectors);
  };
  return std::array<MultiplyFunction<Finish>, sizeof...(i)>{
      multiply<Way, rows(i / max_vectors + 1, i % max_vectors + 1), i % max_vectors + 1,
               Finish>...};
}

// `vectors` from 1 to max_vectors, `rows` from 1 to most_rows of them.
template <typename Way, typename Finish>
void run_tile(const Tile& tile, std::size_t rows, std::size_t vectors, const Finish& finish) {
  static constexpr auto functions =
      multiply_functions<Way, Finish>(std::make_index_sequence<max_rows * max_vectors>());
  functions[(rows - 1) * max_vectors + vectors - 1](tile, finish);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::integer_tile
HWY_AFTER_NAMESPACE();

#endif

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
#undef DALA_QUADS_EVEX
#undef DALA_QUADS_VEX
#if HWY_ARCH_X86_64 && (HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL)
#define DALA_QUADS_EVEX
#elif HWY_ARCH_X86_64 && HWY_TARGET == HWY_AVX2
#define DALA_QUADS_VEX
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
constexpr std::size_t lanes = vector_bytes / sizeof(std::uint32_t);

HWY_INLINE Words load(const void* from) {
  Words words;
  std::memcpy(&words, from, sizeof words);
  return words;
}

HWY_INLINE void store(Words words, void* to) { std::memcpy(to, &words, sizeof words); }

HWY_INLINE Words all(std::uint32_t word) { return Words{} + word; }

// Four factors in a word: bytes, those on the left without sign, those on the right with.
struct Quads {
  static constexpr std::size_t depth = 4;
  using Left = std::uint8_t;
  using Right = std::int8_t;

#if defined(DALA_QUADS_EVEX) || defined(DALA_QUADS_VEX)
  static constexpr bool exist = true;
#else
  static constexpr bool exist = false;
#endif

  // Whether this processor has them.
  static bool work() {
#if defined(DALA_QUADS_EVEX)
    return __builtin_cpu_supports("avx512vnni") > 0;
#elif defined(DALA_QUADS_VEX)
    return __builtin_cpu_supports("avxvnni") > 0;
#else
    return false;
#endif
  }

  // Not the one that saturates. In assembler, because an intrinsic is only there for functions that
  // are compiled for it, and those cannot be inlined into those that are not.
  static HWY_INLINE void add(Words& sum, Words left, Words right) {
#if defined(DALA_QUADS_EVEX)
    asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(left), "v"(right));
#elif defined(DALA_QUADS_VEX)
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(left), "x"(right));
#else
    static_cast<void>(left);
    static_cast<void>(right);
    sum = Words{};
    std::unreachable();  // they do not exist
#endif
  }
};

// Two factors in a word, of 16 bits with sign: bytes and differences of bytes, whose products never
// overflow.
struct Pairs {
  static constexpr std::size_t depth = 2;
  static constexpr bool exist = true;
  using Left = std::int16_t;
  using Right = std::int16_t;

  static HWY_INLINE void add(Words& sum, Words left, Words right) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    const hn::FixedTag<std::int16_t, vector_bytes / 2> shorts;
    const hn::FixedTag<std::int32_t, lanes> sums;
    auto odd = hn::Zero(sums);
    const auto products = hn::ReorderWidenMulAccumulate(
        sums, hn::LoadU(shorts, reinterpret_cast<const std::int16_t*>(&left)),
        hn::LoadU(shorts, reinterpret_cast<const std::int16_t*>(&right)), hn::Zero(sums), odd);
    Words both;
    std::memcpy(&both, &products, sizeof both);
    sum += both;
#else
    sum += low(left) * low(right) + high(left) * high(right);
#endif
  }

 private:
  static HWY_INLINE Words low(Words words) { return shifted(words << 16); }
  static HWY_INLINE Words high(Words words) { return shifted(words); }
  // Shifted to the right by 16 bits, as signed numbers.
  static HWY_INLINE Words shifted(Words words) {
    SignedWords numbers;
    std::memcpy(&numbers, &words, sizeof words);
    numbers >>= 16;
    std::memcpy(&words, &numbers, sizeof words);
    return words;
  }
};

// As many sums as there are registers for, less those for a row of the right side and a word of
// the left one. Few vectors leave room for more rows, which an instruction that takes several
// cycles needs.
constexpr bool many_registers = !HWY_ARCH_X86 || vector_bytes == 64;
constexpr std::size_t max_vectors = many_registers ? 4 : 2;
constexpr std::size_t max_rows = 6;
constexpr std::size_t tall_rows = 12;
constexpr std::size_t tall_vectors = max_vectors / 2;

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
template <typename Factors, std::size_t rows, std::size_t vectors, typename Finish>
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
        for (std::size_t v = 0; v < vectors; ++v) Factors::add(sum[r][v], factor, column[v]);
      }
      left += sizeof(std::uint32_t);
      right += right_step;
    }
  }
  finish(sum);
}

template <typename Finish>
using MultiplyFunction = void (*)(const Tile&, const Finish&);

template <typename Factors, typename Finish, std::size_t... i>
constexpr auto multiply_functions(std::index_sequence<i...> /*all*/) {
  return std::array<MultiplyFunction<Finish>, sizeof...(i)>{
      multiply<Factors, i / max_vectors + 1, i % max_vectors + 1, Finish>...};
}

template <typename Factors, typename Finish, std::size_t... i>
constexpr auto tall_functions(std::index_sequence<i...> /*vectors less one*/) {
  return std::array<MultiplyFunction<Finish>, sizeof...(i)>{
      multiply<Factors, tall_rows, i + 1, Finish>...};
}

// How many of `left` rows are done together with so many vectors.
constexpr std::size_t rows_together(std::size_t left, std::size_t vectors) {
  if (vectors <= tall_vectors && left >= tall_rows) return tall_rows;
  return left < max_rows ? left : max_rows;
}

// `rows` as rows_together says, `vectors` from 1 to max_vectors.
template <typename Factors, typename Finish>
void run_tile(const Tile& tile, std::size_t rows, std::size_t vectors, const Finish& finish) {
  static constexpr auto functions =
      multiply_functions<Factors, Finish>(std::make_index_sequence<max_rows * max_vectors>());
  static constexpr auto tall =
      tall_functions<Factors, Finish>(std::make_index_sequence<tall_vectors>());
  if (rows == tall_rows)
    tall[vectors - 1](tile, finish);
  else
    functions[(rows - 1) * max_vectors + vectors - 1](tile, finish);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::integer_tile
HWY_AFTER_NAMESPACE();

#endif

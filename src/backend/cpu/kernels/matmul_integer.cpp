// The matrix product of 8-bit integers with sums of 32 bits.
//
// Strips of b, as wide as a tile of the output, are copied so that four bytes of a column lie in
// one word (integer_tile-inl.hpp). The rows of a are read in place where their words are whole.
//
// Tiles want a without sign and b with it. What has the other sign is shifted by 128, and so is its
// zero point, which changes nothing of the difference. The sum of differences is
//
//   sum((a - za) (b - zb)) = sum(a b) - za sum(b) - zb sum(a) + k za zb
//
// modulo 2^32, whatever overflows on the way.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/matmul_integer.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_MATMUL_INTEGER_ONCE
#define DALA_MATMUL_INTEGER_ONCE
#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <type_traits>

#include "backend/cpu/kernels/matmul_blocks.hpp"
#include "backend/cpu/kernels/parts.hpp"
#include "core/dispatch.hpp"
#include "core/threads/thread_scratch.hpp"
#endif

#include "core/integer_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::matmul_integer {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace tiles = integer_tile::HWY_NAMESPACE;
using matmul::Piece;
using matmul::Range;
using matmul::Sizes;
using tiles::lanes;
using tiles::Words;

constexpr std::size_t width = tiles::max_vectors * lanes;

// Where the sums of a tile go.
struct Output {
  std::uint32_t* out;
  std::size_t stride;
  std::size_t columns;
  bool add;                   // to what is in the output already
  const std::uint32_t* rows;  // added to every sum of a row

  template <std::size_t count, std::size_t vectors>
  HWY_INLINE void operator()(const Words (&sum)[count][vectors]) const {
#pragma GCC unroll 16
    for (std::size_t r = 0; r < count; ++r) {
#pragma GCC unroll 16
      for (std::size_t v = 0; v < vectors; ++v) {
        const std::size_t first = v * lanes;
        if (first >= columns) break;
        std::uint32_t* to = out + r * stride + first;
        Words result = sum[r][v] + rows[r];
        if (columns - first >= lanes) {
          if (add) result += tiles::load(to);
          tiles::store(result, to);
          continue;
        }
        std::uint32_t some[lanes];
        tiles::store(result, some);
        for (std::size_t c = 0; c < columns - first; ++c) to[c] = add ? to[c] + some[c] : some[c];
      }
    }
  }
};

template <typename Way, typename A, typename B>
class Product {
 public:
  Product(const KernelCall& call, const Sizes& size, const Piece& piece, bool gives_way)
      : a_(call.inputs[0].host<A>()),
        b_(call.inputs[1].host<B>()),
        out_(reinterpret_cast<std::uint32_t*>(call.outputs[0].host<std::int32_t>())),
        a_zero_(call.params[0].integer()),
        b_zero_(call.params[1].integer()),
        size_(size),
        piece_(piece),
        depth_(matmul::block_depth(size, 1)),
        columns_(matmul::block_columns(piece, width)),
        rows_(matmul::block_rows(piece, depth_, tiles::max_rows)),
        gives_way_(gives_way) {}

  // False when there is no memory.
  [[nodiscard]] bool run() {
    const std::size_t row = words_of(depth_) * sizeof(std::uint32_t);
    std::byte* memory = thread_scratch(columns_ * (row + sizeof(std::uint32_t)) +
                                       rows_ * (row + sizeof(std::uint32_t)));
    if (memory == nullptr) return false;
    strips_ = memory;
    bias_ = reinterpret_cast<std::uint32_t*>(strips_ + columns_ * row);
    row_bias_ = bias_ + columns_;
    copy_ = reinterpret_cast<std::byte*>(row_bias_ + rows_);
    for (std::size_t j = piece_.columns.begin; j < piece_.columns.end; j += columns_)
      for (std::size_t k = 0; k < size_.k; k += depth_) {
        const Range columns{j, std::min(j + columns_, piece_.columns.end)};
        const Range depth{k, std::min(k + depth_, size_.k)};
        copy_strips(columns, depth);
        for (std::size_t i = piece_.rows.begin; i < piece_.rows.end; i += rows_)
          multiply_block({i, std::min(i + rows_, piece_.rows.end)}, columns, depth);
      }
    return true;
  }

 private:
  static constexpr std::int64_t a_shift = std::is_signed_v<A> ? 128 : 0;
  static constexpr std::int64_t b_shift = std::is_unsigned_v<B> ? -128 : 0;

  static std::size_t words_of(std::size_t depth) {
    return (depth + tiles::depth - 1) / tiles::depth;
  }

  // Zero points of the numbers that are multiplied.
  [[nodiscard]] std::uint32_t shifted_a_zero() const {
    return static_cast<std::uint32_t>(a_zero_ + a_shift);
  }
  [[nodiscard]] std::uint32_t shifted_b_zero() const {
    return static_cast<std::uint32_t>(b_zero_ + b_shift);
  }

  // Four rows of b, which are `stride` apart, in words.
  static void copy_word(const B* rows, std::size_t stride, std::byte* to) {
    constexpr std::uint8_t flip = b_shift == 0 ? 0 : 0x80;
    const auto* from = reinterpret_cast<const std::uint8_t*>(rows);
    auto* bytes = reinterpret_cast<std::uint8_t*>(to);
#if HWY_TARGET != HWY_SCALAR && !HWY_HAVE_SCALABLE
    const hn::FixedTag<std::uint8_t, std::min<std::size_t>(width, tiles::vector_bytes)> tag;
    const auto flipped = hn::Set(tag, flip);
    for (std::size_t c = 0; c < width; c += hn::Lanes(tag))
      hn::StoreInterleaved4(hn::Xor(hn::LoadU(tag, from + c), flipped),
                            hn::Xor(hn::LoadU(tag, from + stride + c), flipped),
                            hn::Xor(hn::LoadU(tag, from + 2 * stride + c), flipped),
                            hn::Xor(hn::LoadU(tag, from + 3 * stride + c), flipped), tag,
                            bytes + c * tiles::depth);
#else
    for (std::size_t c = 0; c < width; ++c)
      for (std::size_t r = 0; r < tiles::depth; ++r)
        bytes[c * tiles::depth + r] = from[r * stride + c] ^ flip;
#endif
  }

  // Strips filled up with what is 0 as a factor, and what their columns' sums start with.
  void copy_strips(const Range& columns, const Range& depth) {
    const std::size_t words = words_of(depth.size());
    constexpr auto filler = static_cast<B>(-b_shift);
    std::fill_n(bias_, columns_, 0);
    for (std::size_t word = 0; word < words; ++word) {
      const std::size_t k = depth.begin + word * tiles::depth;
      const std::size_t rows = std::min(tiles::depth, depth.end - k);
      for (std::size_t j = columns.begin; j < columns.end; j += width) {
        const std::size_t strip = (j - columns.begin) / width;
        std::byte* to = strips_ + (strip * words + word) * width * sizeof(std::uint32_t);
        const B* from = b_ + k * size_.n + j;
        const std::size_t wide = std::min(width, columns.end - j);
        if (rows == tiles::depth && wide == width) {
          copy_word(from, size_.n, to);
        } else {
          B edge[tiles::depth * width];
          std::fill_n(edge, tiles::depth * width, filler);
          for (std::size_t r = 0; r < rows; ++r)
            std::copy_n(from + r * size_.n, wide, edge + r * width);
          copy_word(edge, width, to);
        }
        if (shifted_a_zero() != 0) add_columns(to, bias_ + strip * width);
      }
    }
    const std::uint32_t both =
        static_cast<std::uint32_t>(depth.size()) * shifted_a_zero() * shifted_b_zero();
    for (std::size_t c = 0; c < columns_; ++c) bias_[c] = both - bias_[c] * shifted_a_zero();
  }

  static void add_columns(const std::byte* word, std::uint32_t* sums) {
    constexpr std::uint32_t ones = 0x01010101;
    for (std::size_t v = 0; v < tiles::max_vectors; ++v) {
      Words sum = tiles::load(sums + v * lanes);
      Way::add(sum, tiles::all(ones), tiles::load(word + v * tiles::vector_bytes));
      tiles::store(sum, sums + v * lanes);
    }
  }

  void multiply_block(const Range& rows, const Range& columns, const Range& depth) {
    const std::size_t words = words_of(depth.size());
    const std::size_t no_tap = 0;
    const bool in_place = depth.size() % tiles::depth == 0;
    if (!in_place) copy_rows(rows, depth);
    add_rows(rows, depth);
    tiles::Tile tile{.row_step = in_place ? size_.k : words * sizeof(std::uint32_t),
                     .taps = &no_tap,
                     .tap_count = 1,
                     .words = words,
                     .flip = a_shift == 0 ? 0 : 0x80808080,
                     .right_step = width * sizeof(std::uint32_t)};
    const auto* left =
        in_place ? reinterpret_cast<const std::byte*>(in_a(rows.begin, depth.begin)) : copy_;
    for (std::size_t j = columns.begin; j < columns.end; j += width) {
      const std::size_t strip = (j - columns.begin) / width;
      const std::size_t wide = std::min(width, columns.end - j);
      tile.right = strips_ + strip * words * width * sizeof(std::uint32_t);
      tile.bias = bias_ + strip * width;
      const std::size_t vectors = (wide + lanes - 1) / lanes;
      for (std::size_t i = rows.begin; i < rows.end;) {
        const std::size_t together = std::min(tiles::most_rows(vectors), rows.end - i);
        tile.left = left + (i - rows.begin) * tile.row_step;
        tiles::run_tile<Way>(tile, together, vectors,
                             Output{.out = out_ + i * size_.n + j,
                                    .stride = size_.n,
                                    .columns = wide,
                                    .add = depth.begin != 0,
                                    .rows = row_bias_ + (i - rows.begin)});
        i += together;
      }
      if (gives_way_) std::this_thread::yield();  // as the pool does, but a piece takes long
    }
  }

  // A block of a in whole words.
  void copy_rows(const Range& rows, const Range& depth) const {
    const std::size_t filled = words_of(depth.size()) * tiles::depth;
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      std::byte* to = copy_ + (i - rows.begin) * filled;
      std::memcpy(to, in_a(i, depth.begin), depth.size());
      std::fill(to + depth.size(), to + filled, std::byte{0});
    }
  }

  // What each row's sums get besides, for the zero point of b.
  void add_rows(const Range& rows, const Range& depth) {
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      std::uint32_t sum = 0;
      if (shifted_b_zero() != 0) {
        const A* from = in_a(i, depth.begin);
        for (std::size_t k = 0; k < depth.size(); ++k)
          sum += static_cast<std::uint32_t>(from[k] + a_shift);
      }
      row_bias_[i - rows.begin] = 0 - sum * shifted_b_zero();
    }
  }

  [[nodiscard]] const A* in_a(std::size_t row, std::size_t column) const {
    return a_ + row * size_.k + column;
  }

  const A* a_;
  const B* b_;
  std::uint32_t* out_;
  std::int64_t a_zero_;
  std::int64_t b_zero_;
  Sizes size_;
  Piece piece_;
  std::size_t depth_;
  std::size_t columns_;
  std::size_t rows_;
  bool gives_way_;
  std::byte* strips_ = nullptr;
  std::uint32_t* bias_ = nullptr;
  std::uint32_t* row_bias_ = nullptr;
  std::byte* copy_ = nullptr;
};

// visit(Type<A>, Type<B>) of the two element types, which are bytes.
template <typename Visitor>
bool visit_bytes(const KernelCall& call, const Visitor& visitor) {
  const bool b_signed = call.inputs[1].dtype == DType::s8;
  if (call.inputs[0].dtype == DType::s8)
    return b_signed ? visitor(Type<std::int8_t>{}, Type<std::int8_t>{})
                    : visitor(Type<std::int8_t>{}, Type<std::uint8_t>{});
  return b_signed ? visitor(Type<std::uint8_t>{}, Type<std::int8_t>{})
                  : visitor(Type<std::uint8_t>{}, Type<std::uint8_t>{});
}

template <typename Way>
struct Run {
  const KernelCall* call;
  const Sizes* size;
  const Piece* piece;
  bool gives_way;

  template <typename A, typename B>
  bool operator()(Type<A> /*a*/, Type<B> /*b*/) const {
    return Product<Way, A, B>(*call, *size, *piece, gives_way).run();
  }
};

}  // namespace

bool dot_works() { return tiles::Dot::works(); }

// False when there is no memory.
bool run_dot(const KernelCall& call, const Sizes& size, const Piece& piece, bool gives_way) {
  return visit_bytes(call, Run<tiles::Dot>{&call, &size, &piece, gives_way});
}

bool run_split(const KernelCall& call, const Sizes& size, const Piece& piece, bool gives_way) {
  return visit_bytes(call, Run<tiles::Split>{&call, &size, &piece, gives_way});
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::matmul_integer
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace matmul_integer {

HWY_EXPORT(dot_works);
HWY_EXPORT(run_dot);
HWY_EXPORT(run_split);

namespace {

template <typename RunPiece>
Result<void> run(const KernelCall& call, WorkerPool& pool, const RunPiece& run_piece) {
  const TensorRef& output = call.outputs[0];
  const matmul::Sizes size{static_cast<std::size_t>(output.shape[0]),
                           static_cast<std::size_t>(output.shape[1]),
                           static_cast<std::size_t>(call.inputs[0].shape[1])};
  if (size.k == 0) {
    std::memset(output.host<std::byte>(), 0, output.bytes());
    return {};
  }
  constexpr double worth_a_thread = 1 << 22;  // multiplications
  const matmul::Cut cut = matmul::cut_up(size, pool.threads(), worth_a_thread);
  std::atomic<bool> no_memory{false};
  pool.parallel_for(cut.count, cut.grain, [&](std::size_t begin, std::size_t end) {
    matmul::Piece piece{{0, size.m}, {0, size.n}};
    (cut.columns ? piece.columns : piece.rows) = {begin, end};
    const bool gives_way = pool.gives_way();
    if (!run_piece(call, size, piece, gives_way)) no_memory.store(true, std::memory_order_relaxed);
  });
  if (no_memory)
    return fail(ErrorCode::out_of_memory,
                "matmul_integer: the system has no room to rearrange {{{}, {}}}", size.k, size.n);
  return {};
}

Result<void> run_with_dot(const KernelCall& call, WorkerPool& pool) {
  return run(call, pool, [](auto&... piece) { return HWY_DYNAMIC_DISPATCH(run_dot)(piece...); });
}

Result<void> run_with_split(const KernelCall& call, WorkerPool& pool) {
  return run(call, pool, [](auto&... piece) { return HWY_DYNAMIC_DISPATCH(run_split)(piece...); });
}

std::string_view dot_rejects(const KernelCall& /*call*/) {
  if (!HWY_DYNAMIC_DISPATCH(dot_works)())
    return "the processor has no dot products of bytes (AVX-VNNI or AVX-512 VNNI)";
  return {};
}

}  // namespace
}  // namespace matmul_integer

void add_matmul_integer(ImplementationList& list) {
  using namespace matmul_integer;
  list.push_back({"matmul_integer", "dot products", dot_rejects, run_with_dot});
  list.push_back({"matmul_integer", "split", never_refuses, run_with_split});
}

}  // namespace dala::backend::cpu
#endif

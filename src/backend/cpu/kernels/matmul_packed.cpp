// The matrix product of floats, as fast as the arithmetic units allow.
//
// Strips of b, as wide as a tile of the output, are copied so that they lie in the order they are
// needed. The first tile that reads a strip makes the copy on the way, which hides nearly all of
// its cost. A block of a, which is read in place, and one strip stay in the second-level cache
// together.
//
// Floats of 16 bits are widened while they are copied, those of a as well, and summed up beside the
// output, which is rounded once at the end.
//
// Every element of the output is added up in the same order wherever it lies in a piece or a tile,
// so the result does not depend on how the work is cut up.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/matmul_packed.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_MATMUL_PACKED_ONCE
#define DALA_MATMUL_PACKED_ONCE
#include <algorithm>
#include <atomic>
#include <thread>
#include <type_traits>
#include <utility>

#include "backend/cpu/kernels/matmul_blocks.hpp"
#include "backend/cpu/kernels/parts.hpp"
#include "core/threads/thread_scratch.hpp"
#endif

#include "backend/cpu/kernels/matmul_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::matmul {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Between numbers and those that one computes with. The compiler finds the instructions itself but
// for f16.
template <typename From, typename To>
HWY_INLINE void convert(const From* from, std::size_t count, To* to) {
  std::size_t i = 0;
#if HWY_ARCH_X86 && (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)
  const hn::ScalableTag<float> wide;
  const hn::Rebind<hwy::float16_t, decltype(wide)> narrow;
  const std::size_t step = hn::Lanes(wide);
  if constexpr (std::is_same_v<From, f16>)
    for (; i + step <= count; i += step)
      hn::StoreU(
          hn::PromoteTo(wide, hn::LoadU(narrow, reinterpret_cast<const hwy::float16_t*>(from + i))),
          wide, to + i);
  if constexpr (std::is_same_v<To, f16>)
    for (; i + step <= count; i += step)
      hn::StoreU(hn::DemoteTo(narrow, hn::LoadU(wide, from + i)), narrow,
                 reinterpret_cast<hwy::float16_t*>(to + i));
#endif
  for (; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

// Of matrices of E.
template <typename E>
class Multiplication {
  // What it computes in.
  using T = Computed<E>;
  static constexpr bool widens = !std::is_same_v<E, T>;

 public:
  Multiplication(const KernelCall& call, const Sizes& size, const Piece& piece, bool gives_way)
      : a_(call.inputs[0].host<E>()),
        b_(call.inputs[1].host<E>()),
        out_(call.outputs[0].host<E>()),
        size_(size),
        piece_(piece),
        depth_(block_depth(size, sizeof(T))),
        columns_(block_columns(piece, width)),
        rows_(block_rows(piece, depth_ * sizeof(T), tile_rows)),
        copies_(widens || copying_pays(piece)),
        gives_way_(gives_way) {}

  // False when there is no memory.
  [[nodiscard]] bool run() {
    // Rows whose sums are kept beside the output.
    const std::size_t summed = widens ? std::min(piece_.rows.size(), most_summed) : 0;
    const std::size_t widened = widens ? rows_ * depth_ : 0;
    copy_ =
        reinterpret_cast<T*>(thread_scratch((columns_ * (depth_ + summed) + widened) * sizeof(T)));
    if (copy_ == nullptr) return false;
    sums_ = copy_ + columns_ * depth_;
    wide_a_ = sums_ + columns_ * summed;
    if constexpr (widens) {
      const Range rows = piece_.rows;
      for (std::size_t i = rows.begin; i < rows.end; i += most_summed) {
        piece_.rows = {i, std::min(i + most_summed, rows.end)};
        multiply_piece();
      }
    } else {
      multiply_piece();
    }
    return true;
  }

 private:
  static constexpr std::size_t width = tile_columns<T>;
  static constexpr std::size_t most_summed = 2048;

  void multiply_piece() {
    for (std::size_t j = piece_.columns.begin; j < piece_.columns.end; j += columns_) {
      const Range columns{j, std::min(j + columns_, piece_.columns.end)};
      for (std::size_t k = 0; k < size_.k; k += depth_)
        for (std::size_t i = piece_.rows.begin; i < piece_.rows.end; i += rows_)
          multiply_block({i, std::min(i + rows_, piece_.rows.end)}, columns,
                         {k, std::min(k + depth_, size_.k)});
      if constexpr (widens)
        for (std::size_t i = piece_.rows.begin; i < piece_.rows.end; ++i)
          convert(sums_ + (i - piece_.rows.begin) * columns_, columns.size(),
                  out_ + i * size_.n + columns.begin);
    }
  }

  [[nodiscard]] bool is_first(const Range& rows) const { return rows.begin == piece_.rows.begin; }

  void multiply_block(const Range& rows, const Range& columns, const Range& depth) const {
    if constexpr (widens)
      for (std::size_t i = rows.begin; i < rows.end; ++i)
        convert(a_ + i * size_.k + depth.begin, depth.size(),
                wide_a_ + (i - rows.begin) * depth.size());
    for (std::size_t j = columns.begin; j < columns.end; j += width) {
      Rows<T> soon = after_strip(j, rows, columns, depth);
      multiply_strip(rows, {j, std::min(j + width, columns.end)}, depth,
                     copy_ + (j - columns.begin) * depth.size(), output_of(columns, j), soon);
      if (gives_way_) std::this_thread::yield();  // as the pool does, but a piece takes long
    }
  }

  // What is read after the strip at column j: the next strip, copied or still in place.
  [[nodiscard]] Rows<T> after_strip(std::size_t j, const Range& rows, const Range& columns,
                                    const Range& depth) const {
    if (size_.n * size_.k * sizeof(T) <= small_b) return {};
    const std::size_t next = j + width;
    const bool in_place = !copies_ || is_first(rows);
    if constexpr (widens) {  // a strip is widened by itself, in one go
      if (in_place || next >= columns.end) return {};
    } else {
      if (in_place && next < columns.end) return {in_b(depth.begin, next), size_.n, depth.size()};
      if (rows.end == piece_.rows.end && next >= columns.end) {
        if (depth.end == size_.k) return {};
        return {in_b(depth.end, columns.begin), size_.n, std::min(depth_, size_.k - depth.end)};
      }
    }
    if (rows_ == tile_rows) return {};  // all copies are in the cache
    const std::size_t at = next < columns.end ? next - columns.begin : 0;
    return {copy_ + at * depth.size(), width, depth.size()};
  }

  // A matrix of T in memory, from some element on.
  struct Place {
    T* first;
    std::size_t stride;
  };

  // Where the sums of a strip go.
  [[nodiscard]] Place output_of(const Range& columns, std::size_t j) const {
    if constexpr (widens)
      return {sums_ + (j - columns.begin), columns_};
    else
      return {out_ + piece_.rows.begin * size_.n + j, size_.n};
  }

  void multiply_strip(const Range& rows, const Range& columns, const Range& depth, T* copy,
                      const Place& out, Rows<T>& soon) const {
    const std::size_t vectors = (columns.size() + lanes<T> - 1) / lanes<T>;
    const bool whole_vectors = columns.size() % lanes<T> == 0;
    const E* strip = in_b(depth.begin, columns.begin);
    Tile<T> tile{.a = nullptr,
                 .a_stride = widens ? depth.size() : size_.k,
                 .b = nullptr,
                 .b_stride = size_.n,
                 .copy = copy,
                 .out = nullptr,
                 .out_stride = out.stride,
                 .columns = columns.size(),
                 .depth = depth.size(),
                 .add = depth.begin != 0,
                 .soon = &soon};
    // Whether the first tile makes the copy on its way.
    bool on_the_way = false;
    if constexpr (!widens) {
      tile.b = strip;
      on_the_way = copies_ && is_first(rows) && columns.size() == width;
    }
    if ((copies_ || !whole_vectors) && !on_the_way) {
      if (is_first(rows)) copy_strip(strip, columns.size(), depth.size(), vectors * lanes<T>, copy);
      read_copy(tile, vectors);
    }
    // Few tiles do not get round to asking for all that is needed soon: a tile asks for one row in
    // that many steps.
    const std::size_t tiles = (rows.size() + tile_rows - 1) / tile_rows;
    const std::size_t missing = steps_at_once - std::min(tiles, steps_at_once);
    const std::size_t burst = depth.size() * missing / steps_at_once / tiles;
    for (std::size_t i = rows.begin; i < rows.end; i += tile_rows) {
      if constexpr (widens)
        tile.a = wide_a_ + (i - rows.begin) * depth.size();
      else
        tile.a = a_ + i * size_.k + depth.begin;
      tile.out = out.first + (i - piece_.rows.begin) * out.stride;
      if (on_the_way && i == rows.begin) {
        run_copying_tile(tile);
        read_copy(tile, vectors);
        continue;
      }
      for (std::size_t row = 0; row < burst && soon.left != 0; ++row) ask_for_row(soon);
      run_tile(tile, std::min(tile_rows, rows.end - i), vectors);
    }
  }

  static void read_copy(Tile<T>& tile, std::size_t vectors) {
    tile.b = tile.copy;
    tile.b_stride = vectors * lanes<T>;
  }

  // A strip, filled up with zeros.
  void copy_strip(const E* from, std::size_t columns, std::size_t depth, std::size_t filled,
                  T* to) const {
    for (std::size_t k = 0; k < depth; ++k, from += size_.n, to += filled) {
      convert(from, columns, to);
      std::fill(to + columns, to + filled, T{0});
    }
  }

  [[nodiscard]] const E* in_b(std::size_t row, std::size_t column) const {
    return b_ + row * size_.n + column;
  }

  const E* a_;
  const E* b_;
  E* out_;
  Sizes size_;
  Piece piece_;
  std::size_t depth_;
  std::size_t columns_;
  std::size_t rows_;
  bool copies_;
  bool gives_way_;
  T* copy_ = nullptr;
  T* sums_ = nullptr;
  T* wide_a_ = nullptr;
};

}  // namespace

bool run_piece(const KernelCall& call, const Sizes& size, const Piece& piece, bool gives_way) {
  switch (call.outputs[0].dtype) {
    case DType::f32:
      return Multiplication<float>(call, size, piece, gives_way).run();
    case DType::f64:
      return Multiplication<double>(call, size, piece, gives_way).run();
    case DType::f16:
      return Multiplication<f16>(call, size, piece, gives_way).run();
    case DType::bf16:
      return Multiplication<bf16>(call, size, piece, gives_way).run();
    case DType::s32:
    case DType::s64:
    case DType::u32:
    case DType::u8:
    case DType::s8:
    case DType::u16:
    case DType::s16:
    case DType::boolean:
      break;
  }
  std::unreachable();  // rejected
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::matmul
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace matmul {

HWY_EXPORT(run_piece);

namespace {

Result<void> run_packed(const KernelCall& call, WorkerPool& pool) {
  const TensorRef& output = call.outputs[0];
  const Sizes size{static_cast<std::size_t>(output.shape[0]),
                   static_cast<std::size_t>(output.shape[1]),
                   static_cast<std::size_t>(call.inputs[0].shape[1])};
  constexpr double worth_a_thread = 1 << 20;  // multiplications
  const Cut cut = cut_up(size, pool.threads(), worth_a_thread);
  std::atomic<bool> no_memory{false};
  pool.parallel_for(cut.count, cut.grain, [&](std::size_t begin, std::size_t end) {
    Piece piece{{0, size.m}, {0, size.n}};
    (cut.columns ? piece.columns : piece.rows) = {begin, end};
    if (!HWY_DYNAMIC_DISPATCH(run_piece)(call, size, piece, pool.gives_way()))
      no_memory.store(true, std::memory_order_relaxed);
  });
  if (no_memory)
    return fail(ErrorCode::out_of_memory, "matmul: the system has no room to rearrange {{{}, {}}}",
                size.k, size.n);
  return {};
}

std::string_view packed_rejects(const KernelCall& call) {
  if (!is_float(call.outputs[0].dtype)) return "it multiplies only floats";
  if (call.inputs[0].shape[1] == 0) return "a dimension is 0";
  return {};
}

}  // namespace
}  // namespace matmul

void add_matmul_packed(ImplementationList& list) {
  list.push_back({"matmul", "packed", matmul::packed_rejects, matmul::run_packed});
}

}  // namespace dala::backend::cpu
#endif

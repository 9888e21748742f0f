// sum, mean, max and argmax.
//
// The order in which elements are combined depends on the shape alone, so the result is the same
// for any number of threads.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/reduction.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef DALA_REDUCTION_ONCE
#define DALA_REDUCTION_ONCE
#include <algorithm>

#include "backend/cpu/implementation.hpp"
#include "backend/cpu/kernels/pieces.hpp"
#include "backend/cpu/kernels/reduction_ops.hpp"
#include "core/dispatch.hpp"

namespace dala::backend::cpu::reduction {

enum class Kind : unsigned char { sum, mean, max, argmax };

// Columns reduced side by side where the axis is not the last one.
inline constexpr std::size_t block_columns = 1024;

// Rows first..last of a block of columns, and where its partial results go.
struct Block {
  Kind kind;
  DType dtype;
  const void* elements;  // of row 0
  std::size_t stride;    // between rows
  std::size_t width;
  std::size_t first;
  std::size_t last;
  void* partials;
};

template <typename T>
using SumOf = Add<T, std::conditional_t<is_float_type<T>, double, std::uint64_t>>;
template <typename T>
using MeanOf = Add<T, double>;

}  // namespace dala::backend::cpu::reduction
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::reduction {
namespace HWY_NAMESPACE {
namespace {

// Neighbouring elements, in lanes that the compiler turns into vectors.
template <class Op, typename T>
typename Op::Partial fold_run(const T* x, std::size_t count) {
  constexpr std::size_t lanes = 64;
  typename Op::Partial result = Op::empty;
  std::size_t i = 0;
  if (count >= 2 * lanes) {
    typename Op::Partial lane[lanes];
    for (typename Op::Partial& partial : lane) partial = Op::empty;
    for (; i + lanes <= count; i += lanes) {
      DALA_INDEPENDENT
      for (std::size_t k = 0; k < lanes; ++k) lane[k] = Op::take(lane[k], x[i + k]);
    }
    for (const typename Op::Partial& partial : lane) result = Op::merge(result, partial);
  }
  for (; i < count; ++i) result = Op::take(result, x[i]);
  return result;
}

template <class Op, typename T>
void fold(const Block& block) {
  const T* x = static_cast<const T*>(block.elements);
  auto* partials = static_cast<typename Op::Partial*>(block.partials);
  if (block.width == 1 && block.stride == 1) {
    *partials = fold_run<Op>(x + block.first, block.last - block.first);
    return;
  }
  const std::size_t width = block.width;
  for (std::size_t i = 0; i < width; ++i) partials[i] = Op::empty;
  for (std::size_t row = block.first; row < block.last; ++row) {
    const T* values = x + row * block.stride;
    DALA_INDEPENDENT
    for (std::size_t i = 0; i < width; ++i) partials[i] = Op::take(partials[i], values[i]);
  }
}

// The largest value is found first, fast, and its place only where it beats what was there before.
template <typename T>
typename Argmax<T>::Partial argmax_run(const T* x, std::size_t first, std::size_t last) {
  constexpr std::size_t step = 4096;
  typename Argmax<T>::Partial best = Argmax<T>::empty;
  for (std::size_t begin = first; begin < last; begin += step) {
    const std::size_t count = std::min(step, last - begin);
    const T value = fold_run<Max<T>>(x + begin, count);
    if (best.at >= 0 && !above(value, best.value)) continue;
    std::size_t at = begin;
    while (above(value, x[at])) ++at;
    best = {value, static_cast<std::int64_t>(at)};
  }
  return best;
}

template <typename T>
void argmax(const Block& block) {
  const T* x = static_cast<const T*>(block.elements);
  auto* partials = static_cast<typename Argmax<T>::Partial*>(block.partials);
  if (block.width == 1 && block.stride == 1) {
    *partials = argmax_run(x, block.first, block.last);
    return;
  }
  for (std::size_t i = 0; i < block.width; ++i) partials[i] = Argmax<T>::empty;
  for (std::size_t row = block.first; row < block.last; ++row)
    for (std::size_t i = 0; i < block.width; ++i)
      partials[i] = Argmax<T>::merge(partials[i],
                                     {x[row * block.stride + i], static_cast<std::int64_t>(row)});
}

struct Fold {
  const Block* block;

  template <typename T>
  void operator()(Type<T> /*dtype*/) const {
    switch (block->kind) {
      case Kind::sum:
        return fold<SumOf<T>, T>(*block);
      case Kind::mean:
        return fold<MeanOf<T>, T>(*block);
      case Kind::max:
        return fold<Max<T>, T>(*block);
      case Kind::argmax:
        return argmax<T>(*block);
    }
  }
};

}  // namespace

void fold_block(const Block& block) { visit_number(block.dtype, Fold{&block}); }

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::reduction
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace reduction {

HWY_EXPORT(fold_block);

namespace {

// Long columns are cut into chunks that are reduced on their own; bounded, so that the partial
// results fit on the stack.
constexpr std::size_t max_partials = 8192;
constexpr std::size_t max_chunks = 256;
constexpr std::size_t chunk_elements = 65536;

std::size_t rows_per_chunk(std::size_t length, std::size_t width) {
  const std::size_t most = std::min(max_chunks, max_partials / width);
  const std::size_t chunks = std::clamp<std::size_t>(length * width / chunk_elements, 1, most);
  return std::max<std::size_t>(1, (length + chunks - 1) / chunks);
}

// `write` gets each result and where it belongs in the output.
template <class Op, typename Write>
void reduce(const KernelCall& call, Kind kind, const AxisView& view, WorkerPool& pool,
            Write&& write) {
  using T = typename Op::Element;
  using Partial = typename Op::Partial;
  const std::size_t blocks = (view.inner + block_columns - 1) / block_columns;
  const std::size_t widest = std::min(view.inner, block_columns);
  const std::size_t rows = rows_per_chunk(view.length, std::max<std::size_t>(1, widest));

  const auto block_of = [&](std::size_t item) {
    const std::size_t column = item % blocks * block_columns;
    const std::size_t group = item / blocks;
    const T* start = call.inputs[0].host<T>() + group * view.length * view.inner + column;
    return Block{
        kind, dtype_of<T>, start,  view.inner, std::min(block_columns, view.inner - column),
        0,    view.length, nullptr};
  };
  const auto first_output = [&](std::size_t item) {
    return item / blocks * view.inner + item % blocks * block_columns;
  };

  if (rows >= view.length) {
    const auto whole_columns = [&](std::size_t begin, std::size_t end) {
      for (std::size_t item = begin; item < end; ++item) {
        Partial partials[block_columns];
        Block block = block_of(item);
        block.partials = partials;
        HWY_DYNAMIC_DISPATCH(fold_block)(block);
        for (std::size_t i = 0; i < block.width; ++i) write(first_output(item) + i, partials[i]);
      }
    };
    pool.parallel_for(view.outer * blocks, grain_for(view.length * widest), whole_columns);
    return;
  }

  const std::size_t chunks = (view.length + rows - 1) / rows;
  for (std::size_t item = 0; item < view.outer * blocks; ++item) {
    Partial partials[max_partials];
    const Block all = block_of(item);
    pool.parallel_for(chunks, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t chunk = begin; chunk < end; ++chunk) {
        Block block = all;
        block.first = chunk * rows;
        block.last = std::min(view.length, block.first + rows);
        block.partials = partials + chunk * all.width;
        HWY_DYNAMIC_DISPATCH(fold_block)(block);
      }
    });
    for (std::size_t i = 0; i < all.width; ++i) {
      Partial result = partials[i];
      for (std::size_t chunk = 1; chunk < chunks; ++chunk)
        result = Op::merge(result, partials[chunk * all.width + i]);
      write(first_output(item) + i, result);
    }
  }
}

template <Kind kind, typename T, typename Out>
void reduce_to(const KernelCall& call, const AxisView& view, WorkerPool& pool) {
  Out* out = call.outputs[0].host<Out>();
  if constexpr (kind == Kind::sum) {
    reduce<SumOf<T>>(call, kind, view, pool,
                     [&](std::size_t at, auto total) { out[at] = static_cast<Out>(total); });
  } else if constexpr (kind == Kind::mean) {
    const auto count = static_cast<double>(view.length);
    reduce<MeanOf<T>>(call, kind, view, pool, [&](std::size_t at, double total) {
      out[at] = static_cast<Out>(total / count);
    });
  } else if constexpr (kind == Kind::max) {
    reduce<Max<T>>(call, kind, view, pool, [&](std::size_t at, T best) { out[at] = best; });
  } else {
    reduce<Argmax<T>>(call, kind, view, pool,
                      [&](std::size_t at, auto best) { out[at] = static_cast<Out>(best.at); });
  }
}

// Whether a kind can have this output for this input; the check has rejected the others.
template <Kind kind, typename T, typename Out>
constexpr bool possible() {
  constexpr bool wide_integer = std::is_same_v<Out, std::int64_t>;
  constexpr bool float_out = is_float_type<Out>;
  if (kind == Kind::argmax) return !float_out && sizeof(Out) >= 4;
  if (std::is_same_v<T, Out>) return kind != Kind::mean || float_out;
  if (kind == Kind::mean) return float_out;
  if (kind == Kind::max) return false;
  if (is_small_float_type<T> && std::is_same_v<Out, float>) return true;
  return is_float_type<T> ? std::is_same_v<Out, double> : wide_integer;
}

template <Kind kind>
Result<void> run(const KernelCall& call, WorkerPool& pool) {
  AxisView view{1, static_cast<std::size_t>(call.inputs[0].shape.elements()), 1};
  if (const ParamValue& axis = call.params[0]; axis.has_value())
    view = along_axis(call.inputs[0].shape, axis.integer());
  visit_number(call.inputs[0].dtype, [&]<typename T>(Type<T>) {
    visit_number(call.outputs[0].dtype, [&]<typename Out>(Type<Out>) {
      if constexpr (possible<kind, T, Out>()) reduce_to<kind, T, Out>(call, view, pool);
    });
  });
  return {};
}

}  // namespace
}  // namespace reduction

void add_reduction(ImplementationList& list) {
  using reduction::Kind;
  list.push_back({"sum", "chunked", never_rejects, reduction::run<Kind::sum>});
  list.push_back({"mean", "chunked", never_rejects, reduction::run<Kind::mean>});
  list.push_back({"max", "chunked", never_rejects, reduction::run<Kind::max>});
  list.push_back({"argmax", "chunked", never_rejects, reduction::run<Kind::argmax>});
}

}  // namespace dala::backend::cpu
#endif

// Reordering axes, in square tiles: each cache line of the input and of the output is touched once.
//
// Only the size of an element matters, so dtypes of one size share their code.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "backend/cpu/implementation.hpp"
#include "backend/cpu/kernels/pieces.hpp"

namespace dala::backend::cpu {

namespace {

struct Axis {
  std::size_t size = 1;
  std::size_t in_stride = 1;
  std::size_t out_stride = 1;
};

// The output's axes, those that stay neighbours merged into one.
struct Plan {
  std::array<Axis, Shape::max_rank> axes{};
  std::size_t rank = 0;
};

Plan make_plan(const KernelCall& call) {
  const Shape& shape = call.inputs[0].shape;
  const std::size_t rank = shape.rank();
  std::array<std::size_t, Shape::max_rank> strides{};
  std::size_t stride = 1;
  for (std::size_t i = rank; i-- > 0; stride *= static_cast<std::size_t>(shape[i]))
    strides[i] = stride;

  Plan plan;
  const ParamValue& order = call.params[0];
  for (std::size_t i = 0; i < rank; ++i) {
    std::size_t from = rank - 1 - i;
    if (order.has_value()) {
      const std::int64_t axis = order.integers()[i];
      from = static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
    }
    const auto size = static_cast<std::size_t>(shape[from]);
    if (size == 1) continue;
    Axis* outer = plan.rank > 0 ? &plan.axes[plan.rank - 1] : nullptr;
    if (outer != nullptr && outer->in_stride == strides[from] * size) {
      outer->size *= size;
      outer->in_stride = strides[from];
    } else {
      plan.axes[plan.rank++] = {size, strides[from], 1};
    }
  }
  if (plan.rank == 0) plan.rank = 1;
  for (std::size_t i = plan.rank - 1; i-- > 0;)
    plan.axes[i].out_stride = plan.axes[i + 1].out_stride * plan.axes[i + 1].size;
  return plan;
}

// out[i][j] = in[j][i] for up to `tile` of each, with a copy in between: without it, rows that are
// a power of two apart would push each other out of the cache before their lines are used up.
template <typename T, std::size_t tile>
void transpose_tile(const T* in, std::size_t in_stride, T* out, std::size_t out_stride,
                    std::size_t rows, std::size_t columns) {
  alignas(64) T copy[tile][tile];
  for (std::size_t j = 0; j < columns; ++j)
    std::memcpy(copy[j], in + j * in_stride, rows * sizeof(T));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) out[i * out_stride + j] = copy[j][i];
}

// Where the item-th combination of the axes other than `skip_a` and `skip_b` starts.
struct Start {
  std::size_t in = 0;
  std::size_t out = 0;
};
Start start_of(const Plan& plan, std::size_t item, std::size_t skip_a, std::size_t skip_b) {
  Start at;
  for (std::size_t i = plan.rank; i-- > 0;) {
    if (i == skip_a || i == skip_b) continue;
    const Axis& axis = plan.axes[i];
    at.in += item % axis.size * axis.in_stride;
    at.out += item % axis.size * axis.out_stride;
    item /= axis.size;
  }
  return at;
}

template <typename T>
void transpose(const KernelCall& call, WorkerPool& pool) {
  // Whole cache lines, several of each row, in a copy that fits in the first-level cache.
  constexpr std::size_t tile = sizeof(T) == 1 ? 128 : 64;
  const Plan plan = make_plan(call);
  const auto total = static_cast<std::size_t>(call.outputs[0].shape.elements());
  const T* in = call.inputs[0].host<T>();
  T* out = call.outputs[0].host<T>();
  const std::size_t last = plan.rank - 1;
  const Axis& column_axis = plan.axes[last];

  if (column_axis.in_stride == 1) {
    const std::size_t length = column_axis.size;
    if (plan.rank == 1) {  // nothing moves
      pool.parallel_for(total, piece_elements, [&](std::size_t begin, std::size_t end) {
        std::memcpy(out + begin, in + begin, (end - begin) * sizeof(T));
      });
      return;
    }
    pool.parallel_for(total / length, grain_for(length), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Start at = start_of(plan, i, last, last);
        std::memcpy(out + at.out, in + at.in, length * sizeof(T));
      }
    });
    return;
  }

  std::size_t row = 0;  // the axis along which the input is contiguous
  while (plan.axes[row].in_stride != 1) ++row;
  const Axis& row_axis = plan.axes[row];
  const std::size_t strips = (row_axis.size + tile - 1) / tile;
  const std::size_t planes = total / (row_axis.size * column_axis.size);
  pool.parallel_for(
      planes * strips, grain_for(tile * column_axis.size), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const Start at = start_of(plan, i / strips, row, last);
          const std::size_t first_row = i % strips * tile;
          const std::size_t rows = std::min(tile, row_axis.size - first_row);
          for (std::size_t column = 0; column < column_axis.size; column += tile)
            transpose_tile<T, tile>(
                in + at.in + first_row + column * column_axis.in_stride, column_axis.in_stride,
                out + at.out + first_row * row_axis.out_stride + column, row_axis.out_stride, rows,
                std::min(tile, column_axis.size - column));
        }
      });
}

Result<void> run(const KernelCall& call, WorkerPool& pool) {
  switch (size_of(call.outputs[0].dtype)) {
    case 1:
      transpose<std::uint8_t>(call, pool);
      break;
    case 2:
      transpose<std::uint16_t>(call, pool);
      break;
    case 4:
      transpose<std::uint32_t>(call, pool);
      break;
    case 8:
      transpose<std::uint64_t>(call, pool);
      break;
    default:
      std::unreachable();  // no element has another size
  }
  return {};
}

}  // namespace

void add_transpose(ImplementationList& list) {
  list.push_back({"transpose", "tiled", never_rejects, run});
}

}  // namespace dala::backend::cpu

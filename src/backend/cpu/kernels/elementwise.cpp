// Arithmetic of two tensors, broadcast against each other.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/elementwise.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backend/cpu/kernels/tiles-inl.hpp"

#ifndef DALA_ELEMENTWISE_ONCE
#define DALA_ELEMENTWISE_ONCE
#include "backend/cpu/implementation.hpp"
#include "backend/cpu/kernels/broadcast.hpp"
#include "backend/cpu/kernels/parts.hpp"
#include "backend/cpu/kernels/pieces.hpp"
#include "backend/cpu/kernels/traffic.hpp"
#include "backend/cpu/kernels/wrapping.hpp"
#include "core/dispatch.hpp"

namespace dala::backend::cpu::elementwise {

enum class Operation : unsigned char { add, sub, mul, div };

struct Job {
  Operation operation;
  const KernelCall* call;
  BroadcastPlan plan;
};

}  // namespace dala::backend::cpu::elementwise
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::elementwise {
namespace HWY_NAMESPACE {
namespace {

using tiles::HWY_NAMESPACE::ask_for;
using tiles::HWY_NAMESPACE::block_elements;
using tiles::HWY_NAMESPACE::stream_out;
using tiles::HWY_NAMESPACE::tile_elements;

template <Operation op, typename T>
T apply(T a, T b) {
  using A = Arithmetic<T>;
  if constexpr (op == Operation::add) return static_cast<T>(static_cast<A>(a) + static_cast<A>(b));
  if constexpr (op == Operation::sub) return static_cast<T>(static_cast<A>(a) - static_cast<A>(b));
  if constexpr (op == Operation::mul) return static_cast<T>(static_cast<A>(a) * static_cast<A>(b));
  if constexpr (op == Operation::div) {
    if constexpr (is_float_type<T>) {
      return static_cast<T>(static_cast<A>(a) / static_cast<A>(b));
    } else {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>) {
        // The smallest value has no counterpart, and dividing it by -1 traps.
        if (b == -1) return static_cast<T>(A{0} - static_cast<A>(a));
      }
      return static_cast<T>(a / b);
    }
  }
}

template <Operation op, typename T>
void loop(const T* a, const T* b, T* out, std::size_t count) {
  DALA_INDEPENDENT
  for (std::size_t i = 0; i < count; ++i) out[i] = apply<op>(a[i], b[i]);
}

template <Operation op, typename T>
void loop_ahead(const T* a, const T* b, T* out, std::size_t count) {
  while (count > 2 * block_elements) {
    ask_for(a + block_elements, block_elements);
    ask_for(b + block_elements, block_elements);
    ask_for(out + block_elements, block_elements);
    loop<op>(a, b, out, block_elements);
    a += block_elements;
    b += block_elements;
    out += block_elements;
    count -= block_elements;
  }
  loop<op>(a, b, out, count);
}

// An operand's row, from element `column` on: memory itself, or a tile filled with its pattern.
template <typename T>
struct Source {
  Source(const T* row, std::size_t repeats_after, std::size_t column, std::size_t count)
      : at(repeats_after == 0 ? row + column : tile), step(repeats_after == 0 ? 1 : 0) {
    if (repeats_after == 0) return;
    const std::size_t filled = count < tile_elements ? count : tile_elements;
    std::size_t phase = column % repeats_after;
    for (std::size_t i = 0; i < filled; ++i) {
      tile[i] = row[phase];
      if (++phase == repeats_after) phase = 0;
    }
  }

  alignas(64) T tile[tile_elements];
  const T* at;
  std::size_t step;
};

// Part of one row, in tiles that hold whole patterns.
template <Operation op, typename T>
void segment(const Job& job, Traffic traffic, const T* a, const T* b, std::size_t column, T* out,
             std::size_t count) {
  const std::size_t a_period = job.plan.a.period;
  const std::size_t b_period = job.plan.b.period;
  const bool around = traffic == Traffic::around;
  if (a_period == 0 && b_period == 0 && !around)
    return traffic == Traffic::ahead ? loop_ahead<op>(a + column, b + column, out, count)
                                     : loop<op>(a + column, b + column, out, count);

  const Source<T> left(a, a_period, column, count);
  const Source<T> right(b, b_period, column, count);
  const std::size_t period = a_period + b_period;  // of the one that has a pattern
  const std::size_t step = period == 0 ? tile_elements : tile_elements / period * period;
  alignas(64) T tile[tile_elements];
  for (std::size_t i = 0; i < count; i += step) {
    const std::size_t size = count - i < step ? count - i : step;
    loop<op>(left.at + i * left.step, right.at + i * right.step, around ? tile : out + i, size);
    if (around) stream_out(tile, out + i, size);
  }
}

struct Range {
  const Job* job;
  Traffic traffic;
  std::size_t begin;
  std::size_t end;

  template <Operation op, typename T>
  void walk() const {
    const BroadcastPlan& plan = job->plan;
    const T* a = job->call->inputs[0].host<T>();
    const T* b = job->call->inputs[1].host<T>();
    T* out = job->call->outputs[0].host<T>();
    for (std::size_t at = begin; at < end;) {
      const std::size_t row = at / plan.row_length;
      const std::size_t column = at % plan.row_length;
      const std::size_t rest = plan.row_length - column;
      const std::size_t count = end - at < rest ? end - at : rest;
      segment<op>(*job, traffic, a + plan.offset(plan.a, row), b + plan.offset(plan.b, row), column,
                  out + at, count);
      at += count;
    }
    if (traffic == Traffic::around) hwy::FlushStream();
  }

  template <typename T>
  void operator()(Type<T> /*dtype*/) const {
    switch (job->operation) {
      case Operation::add:
        return walk<Operation::add, T>();
      case Operation::sub:
        return walk<Operation::sub, T>();
      case Operation::mul:
        return walk<Operation::mul, T>();
      case Operation::div:
        return walk<Operation::div, T>();
    }
  }
};

}  // namespace

void run_range(const Job& job, Traffic traffic, std::size_t begin, std::size_t end) {
  visit_number(job.call->outputs[0].dtype, Range{&job, traffic, begin, end});
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::elementwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace elementwise {

HWY_EXPORT(run_range);

namespace {

template <Operation operation>
Result<void> run(const KernelCall& call, WorkerPool& pool) {
  const Shape& shape = call.outputs[0].shape;
  const Job job{operation, &call,
                plan_broadcast(call.inputs[0].shape, call.inputs[1].shape, shape)};
  const TrafficPlan plan = traffic_of(call);
  pool.parallel_for(static_cast<std::size_t>(shape.elements()), piece_elements,
                    [&](std::size_t first, std::size_t last) {
                      run_piece(plan, first, last,
                                [&](Traffic traffic, std::size_t begin, std::size_t end) {
                                  HWY_DYNAMIC_DISPATCH(run_range)(job, traffic, begin, end);
                                });
                    });
  return {};
}

}  // namespace
}  // namespace elementwise

void add_elementwise(ImplementationList& list) {
  using elementwise::Operation;
  list.push_back({"elementwise_add", "simd", never_rejects, elementwise::run<Operation::add>});
  list.push_back({"elementwise_sub", "simd", never_rejects, elementwise::run<Operation::sub>});
  list.push_back({"elementwise_mul", "simd", never_rejects, elementwise::run<Operation::mul>});
  list.push_back({"elementwise_div", "simd", never_rejects, elementwise::run<Operation::div>});
  add_scaling(list);
}

}  // namespace dala::backend::cpu
#endif

// Kernels of one tensor and constants: scalar_mul and clamp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/scaling.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backend/cpu/kernels/tiles-inl.hpp"

#ifndef DALA_SCALING_ONCE
#define DALA_SCALING_ONCE
#include <cmath>
#include <limits>

#include "backend/cpu/kernels/parts.hpp"
#include "backend/cpu/kernels/pieces.hpp"
#include "backend/cpu/kernels/traffic.hpp"
#include "backend/cpu/kernels/wrapping.hpp"
#include "core/dispatch.hpp"

namespace dala::backend::cpu::scaling {

// The factor in the arithmetic of T. The check has made sure that it is whole for integers, and
// keeping its low bits is all that wrapping needs.
template <typename T>
Arithmetic<T> factor(double scalar) {
  if constexpr (is_float_type<T>)
    return static_cast<T>(scalar);
  else if (scalar < 0)
    return static_cast<Arithmetic<T>>(static_cast<std::int64_t>(scalar));
  else
    return static_cast<Arithmetic<T>>(static_cast<std::uint64_t>(scalar));
}

// A limit in T; integers take the nearest value of their range.
template <typename T>
T limit(double value) {
  if constexpr (!is_float_type<T>) {
    constexpr auto low = std::numeric_limits<T>::min();
    constexpr auto high = std::numeric_limits<T>::max();
    if (value <= static_cast<double>(low)) return low;
    if (value >= static_cast<double>(high)) return high;
  }
  return static_cast<T>(value);
}

}  // namespace dala::backend::cpu::scaling
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::scaling {
namespace HWY_NAMESPACE {
namespace {

template <typename T>
struct Multiply {
  Arithmetic<T> by;
  T operator()(T x) const { return static_cast<T>(static_cast<Arithmetic<T>>(x) * by); }
};

template <typename T>
struct Limit {
  T low;
  T high;
  T operator()(T x) const { return x < low ? low : x > high ? high : x; }
};

struct Range {
  const KernelCall* call;
  bool clamp;
  Traffic traffic;
  std::size_t begin;
  std::size_t end;

  template <typename T>
  void operator()(Type<T> /*dtype*/) const {
    const T* from = call->inputs[0].host<T>() + begin;
    T* to = call->outputs[0].host<T>() + begin;
    const double first = call->params[0].number();
    if (!clamp)
      return tiles::HWY_NAMESPACE::map(from, to, end - begin, traffic,
                                       Multiply<T>{factor<T>(first)});
    const double last = call->params[1].number();
    constexpr bool whole = !is_float_type<T>;
    tiles::HWY_NAMESPACE::map(from, to, end - begin, traffic,
                              Limit<T>{limit<T>(whole ? std::ceil(first) : first),
                                       limit<T>(whole ? std::floor(last) : last)});
  }
};

}  // namespace

void run_range(const KernelCall& call, bool clamp, Traffic traffic, std::size_t begin,
               std::size_t end) {
  visit_number(call.outputs[0].dtype, Range{&call, clamp, traffic, begin, end});
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::scaling
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace scaling {

HWY_EXPORT(run_range);

namespace {

template <bool clamp>
Result<void> run(const KernelCall& call, WorkerPool& pool) {
  const TrafficPlan plan = traffic_of(call);
  pool.parallel_for(static_cast<std::size_t>(call.outputs[0].shape.elements()), piece_elements,
                    [&](std::size_t first, std::size_t last) {
                      run_piece(plan, first, last,
                                [&](Traffic traffic, std::size_t begin, std::size_t end) {
                                  HWY_DYNAMIC_DISPATCH(run_range)(call, clamp, traffic, begin, end);
                                });
                    });
  return {};
}

}  // namespace
}  // namespace scaling

void add_scaling(ImplementationList& list) {
  list.push_back({"scalar_mul", "simd", never_rejects, scaling::run<false>});
  list.push_back({"clamp", "simd", never_rejects, scaling::run<true>});
}

}  // namespace dala::backend::cpu
#endif

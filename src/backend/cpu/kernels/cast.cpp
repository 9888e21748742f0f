// Conversion between element types.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/cast.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backend/cpu/kernels/tiles-inl.hpp"

#ifndef DALA_CAST_ONCE
#define DALA_CAST_ONCE
#include <limits>
#include <type_traits>

#include "backend/cpu/implementation.hpp"
#include "backend/cpu/kernels/pieces.hpp"
#include "backend/cpu/kernels/traffic.hpp"
#include "core/dispatch.hpp"

namespace dala::backend::cpu::casting {

// The largest float that is not above the largest integer: a conversion of the latter may round
// up to a power of two, which no longer fits.
template <typename Float, typename Integer>
constexpr Float largest_that_fits() {
  constexpr int surplus = std::numeric_limits<Integer>::digits - std::numeric_limits<Float>::digits;
  constexpr Integer largest = std::numeric_limits<Integer>::max();
  if constexpr (surplus > 0)
    return static_cast<Float>(static_cast<Integer>(largest >> surplus << surplus));
  else
    return static_cast<Float>(largest);
}

}  // namespace dala::backend::cpu::casting
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::casting {
namespace HWY_NAMESPACE {
namespace {

template <typename To>
struct Convert {
  template <typename From>
  To operator()(From x) const {
    if constexpr (std::is_same_v<To, Bool>) {
      return static_cast<bool>(x);  // NaN is true
    } else if constexpr (is_small_float_type<From>) {
      return Convert{}(static_cast<float>(x));
    } else if constexpr (is_float_type<From> && !is_float_type<To>) {
      constexpr From high = largest_that_fits<From, To>();
      constexpr From low = static_cast<From>(std::numeric_limits<To>::min());
      // Choices between values that are all defined, so that none needs a branch.
      const From number = x == x ? x : From{0};
      const From not_above = number > high ? high : number;
      const auto inside = static_cast<To>(not_above < low ? low : not_above);
      return x > high ? std::numeric_limits<To>::max() : inside;
    } else {
      return static_cast<To>(x);
    }
  }
};

template <typename From>
struct RangeFrom {
  const KernelCall* call;
  Traffic traffic;
  std::size_t begin;
  std::size_t end;

  template <typename To>
  void operator()(Type<To> /*dtype*/) const {
    tiles::HWY_NAMESPACE::map(call->inputs[0].host<From>() + begin,
                              call->outputs[0].host<To>() + begin, end - begin, traffic,
                              Convert<To>{});
  }
};

struct Range {
  const KernelCall* call;
  Traffic traffic;
  std::size_t begin;
  std::size_t end;

  template <typename From>
  void operator()(Type<From> /*dtype*/) const {
    visit_dtype(call->outputs[0].dtype, RangeFrom<From>{call, traffic, begin, end});
  }
};

}  // namespace

void run_range(const KernelCall& call, Traffic traffic, std::size_t begin, std::size_t end) {
  visit_dtype(call.inputs[0].dtype, Range{&call, traffic, begin, end});
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::casting
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace casting {

HWY_EXPORT(run_range);

namespace {

Result<void> run(const KernelCall& call, WorkerPool& pool) {
  const TrafficPlan plan = traffic_of(call);
  pool.parallel_for(static_cast<std::size_t>(call.outputs[0].shape.elements()), piece_elements,
                    [&](std::size_t first, std::size_t last) {
                      run_piece(plan, first, last,
                                [&](Traffic traffic, std::size_t begin, std::size_t end) {
                                  HWY_DYNAMIC_DISPATCH(run_range)(call, traffic, begin, end);
                                });
                    });
  return {};
}

}  // namespace
}  // namespace casting

void add_cast(ImplementationList& list) {
  list.push_back({"cast", "simd", never_rejects, casting::run});
}

}  // namespace dala::backend::cpu
#endif

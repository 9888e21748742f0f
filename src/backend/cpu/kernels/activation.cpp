// Activation functions.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/kernels/activation.cpp"
#include "core/simd.hpp"
// After the settings.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backend/cpu/kernels/math-inl.hpp"
#include "backend/cpu/kernels/tiles-inl.hpp"

#ifndef DALA_ACTIVATION_ONCE
#define DALA_ACTIVATION_ONCE
#include <cmath>
#include <limits>
#include <numbers>

#include "backend/cpu/implementation.hpp"
#include "backend/cpu/kernels/pieces.hpp"
#include "backend/cpu/kernels/traffic.hpp"
#include "core/dispatch.hpp"

namespace dala::backend::cpu::activation {

enum class Function : unsigned char { relu, sigmoid, tanh, gelu };

// With erfc instead of 1 + erf the small values of negative x are not lost; in 64 bits because
// erfc magnifies the rounding of its argument.
struct Gelu {
  template <typename T>
  T operator()(T x) const {
    if (x == -std::numeric_limits<T>::infinity()) return T{0};
    const double wide = x;
    return static_cast<T>(0.5 * wide * std::erfc(-wide / std::numbers::sqrt2));
  }
};

}  // namespace dala::backend::cpu::activation
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::activation {
namespace HWY_NAMESPACE {
namespace {

namespace m = math::HWY_NAMESPACE;
namespace t = tiles::HWY_NAMESPACE;

template <typename T>
struct Relu {
  T operator()(T x) const {
    if constexpr (std::is_unsigned_v<T>)
      return x;
    else
      return x < 0 ? T{0} : x;
  }
};

template <typename T>
struct LeakyRelu {
  T slope;
  T operator()(T x) const {
    const auto scaled =
        static_cast<T>(slope * x);  // outside the choice, which then needs no branch
    return x < 0 ? scaled : x;
  }
};

struct Range {
  const KernelCall* call;
  Function function;
  Traffic traffic;
  std::size_t begin;
  std::size_t count;

  template <typename T>
  void operator()(Type<T> /*dtype*/) const {
    const T* from = call->inputs[0].host<T>() + begin;
    T* to = call->outputs[0].host<T>() + begin;
    if constexpr (is_float_type<T>) {
      switch (function) {
        case Function::relu:
          if (const auto slope = static_cast<T>(call->params[0].number()); slope != 0)
            return t::map(from, to, count, traffic, LeakyRelu<T>{slope});
          break;
        case Function::sigmoid:
          return m::map_floats(from, to, count, m::Sigmoid{});
        case Function::tanh:
          return m::map_floats(from, to, count, m::Tanh{});
        case Function::gelu:
          if (call->params[0].boolean()) return m::map_floats(from, to, count, m::GeluTanh{});
          return t::map(from, to, count, Traffic::cached, Gelu{});
      }
    }
    t::map(from, to, count, traffic, Relu<T>{});
  }
};

}  // namespace

void run_range(const KernelCall& call, Function function, Traffic traffic, std::size_t begin,
               std::size_t end) {
  visit_number(call.outputs[0].dtype, Range{&call, function, traffic, begin, end - begin});
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::activation
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dala::backend::cpu {
namespace activation {

HWY_EXPORT(run_range);

namespace {

template <Function function>
Result<void> run(const KernelCall& call, WorkerPool& pool) {
  const auto count = static_cast<std::size_t>(call.outputs[0].shape.elements());
  const auto run_part = [&](Traffic traffic, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(run_range)(call, function, traffic, begin, end);
  };
  if (function != Function::relu) {
    pool.parallel_for(count, arithmetic_piece_elements, [&](std::size_t begin, std::size_t end) {
      run_part(Traffic::cached, begin, end);
    });
    return {};
  }
  const TrafficPlan plan = traffic_of(call);
  pool.parallel_for(count, piece_elements, [&](std::size_t begin, std::size_t end) {
    run_piece(plan, begin, end, run_part);
  });
  return {};
}

}  // namespace
}  // namespace activation

void add_activation(ImplementationList& list) {
  using activation::Function;
  list.push_back({"relu", "simd", never_rejects, activation::run<Function::relu>});
  list.push_back({"sigmoid", "simd", never_rejects, activation::run<Function::sigmoid>});
  list.push_back({"tanh", "simd", never_rejects, activation::run<Function::tanh>});
  list.push_back({"gelu", "simd", never_rejects, activation::run<Function::gelu>});
}

}  // namespace dala::backend::cpu
#endif

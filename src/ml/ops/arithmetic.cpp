// Operators on two or three tensors of any shapes that broadcast.
#include <algorithm>
#include <cmath>

#include "core/dispatch.hpp"
#include "ml/ops/families.hpp"
#include "ml/ops/strided.hpp"

namespace dala::ml {

namespace {

Result<void> infer_same(Inference& inference) {
  if (inference.dtype(0) != inference.dtype(1))
    return fail(ErrorCode::bad_file, "its inputs are {} and {}", to_string(inference.dtype(0)),
                to_string(inference.dtype(1)));
  DALA_ASSIGN(const Shape shape, broadcast(inference.shape(0), inference.shape(1)));
  inference.output(inference.dtype(0), shape);
  return {};
}

// The exponent may be of another type.
Result<void> infer_pow(Inference& inference) {
  DALA_ASSIGN(const Shape shape, broadcast(inference.shape(0), inference.shape(1)));
  inference.output(inference.dtype(0), shape);
  return {};
}

Result<void> infer_truth(Inference& inference) {
  DALA_TRY(infer_same(inference));
  inference.outputs[0].dtype = DType::u8;
  return {};
}

Result<void> infer_many(Inference& inference) {
  Shape shape = inference.shape(0);
  for (std::size_t i = 1; i < inference.node.inputs.size(); ++i) {
    if (inference.dtype(i) != inference.dtype(0))
      return fail(ErrorCode::bad_file, "its inputs have several types");
    DALA_ASSIGN(shape, broadcast(shape, inference.shape(i)));
  }
  inference.output(inference.dtype(0), shape);
  return {};
}

// Integers wrap; a division by zero gives zero, as everywhere in this library.
template <typename T, typename F>
T wrapped(T a, T b, const F& f) {
  if constexpr (is_float_type<T>) {
    return f(a, b);
  } else {
    using U = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
  }
}

struct AddOp {
  template <typename T>
  static T of(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) { return x + y; });
  }
};
struct SubOp {
  template <typename T>
  static T of(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) { return x - y; });
  }
};
struct MulOp {
  template <typename T>
  static T of(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) { return x * y; });
  }
};
struct DivOp {
  template <typename T>
  static T of(T a, T b) {
    if constexpr (!is_float_type<T>) {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>)
        if (b == -1) return SubOp::of(T{0}, a);
    }
    return a / b;
  }
};
// With the sign of a, as in C.
struct RestOp {
  template <typename T>
  static T of(T a, T b) {
    if constexpr (!is_float_type<T>) {
      if (b == 0) return 0;
      if constexpr (std::is_signed_v<T>)
        if (b == -1) return 0;
      return static_cast<T>(a % b);
    } else {
      return std::fmod(a, b);
    }
  }
};
// With the sign of b, as in Python.
struct ModOp {
  template <typename T>
  static T of(T a, T b) {
    const T rest = RestOp::of(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
  }
};
struct MinOp {
  template <typename T>
  static T of(T a, T b) {
    return std::min(a, b);
  }
};
struct MaxOp {
  template <typename T>
  static T of(T a, T b) {
    return std::max(a, b);
  }
};
struct SlopeOp {  // PRelu: negative numbers are multiplied by the second input
  template <typename T>
  static T of(T a, T b) {
    return a < T{0} ? MulOp::of(a, b) : a;
  }
};

template <typename Op>
Result<void> run_binary(const OpCall& call) {
  visit_arithmetic(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    apply_pairs<T, T, T>(*call.inputs[0], *call.inputs[1], call.outputs[0], call.watch,
                         [](T a, T b) { return Op::of(a, b); });
  });
  return {};
}

bool keeps_sign(const Node& node) { return node.attributes.integer("fmod", 0) != 0; }

Result<void> infer_mod(Inference& inference) {
  if (is_float(inference.dtype(0)) && !keeps_sign(inference.node))
    return fail(ErrorCode::bad_file, "its inputs are {}, for which its fmod has to be 1",
                to_string(inference.dtype(0)));
  return infer_same(inference);
}

Result<void> run_mod(const OpCall& call) {
  return keeps_sign(call.node) ? run_binary<RestOp>(call) : run_binary<ModOp>(call);
}

template <typename Op>
Result<void> run_truth(const OpCall& call) {
  visit_arithmetic(call.inputs[0]->dtype, [&]<typename T>(Type<T>) {
    apply_pairs<T, T, std::uint8_t>(*call.inputs[0], *call.inputs[1], call.outputs[0], call.watch,
                                    [](T a, T b) { return static_cast<std::uint8_t>(Op{}(a, b)); });
  });
  return {};
}

struct BothTrue {
  template <typename T>
  bool operator()(T a, T b) const {
    return a != T{0} && b != T{0};
  }
};
struct EitherTrue {
  template <typename T>
  bool operator()(T a, T b) const {
    return a != T{0} || b != T{0};
  }
};

Result<void> run_pow(const OpCall& call) {
  visit_arithmetic(call.inputs[0]->dtype, [&]<typename A>(Type<A>) {
    visit_arithmetic(call.inputs[1]->dtype, [&]<typename B>(Type<B>) {
      apply_pairs<A, B, A>(
          *call.inputs[0], *call.inputs[1], call.outputs[0], call.watch, [](A a, B b) {
            if constexpr (is_float_type<A>) {
              if (b == B{2}) return static_cast<A>(a * a);
              return static_cast<A>(std::pow(a, static_cast<A>(b)));
            } else {
              const double power = std::pow(static_cast<double>(a), static_cast<double>(b));
              constexpr auto least = static_cast<double>(std::numeric_limits<A>::min());
              constexpr auto most = static_cast<double>(std::numeric_limits<A>::max());
              // The largest s64 rounds up to 2^63 as a float, which is no s64 any more.
              if (!(power > least)) return std::numeric_limits<A>::min();
              return power >= most ? std::numeric_limits<A>::max() : static_cast<A>(power);
            }
          });
    });
  });
  return {};
}

// Operators with any number of inputs: the output accumulates them one after the other.
template <typename Op>
Result<void> run_many(const OpCall& call) {
  const TensorView& out = call.outputs[0];
  copy_strided(call.inputs[0]->data, broadcast_strides(call.inputs[0]->shape, out.shape), out.shape,
               size_of(out.dtype), out.data, call.watch);
  visit_arithmetic(out.dtype, [&]<typename T>(Type<T>) {
    for (const TensorView* input : call.inputs.subspan(1))
      apply_pairs<T, T, T>(out, *input, out, call.watch, [](T a, T b) { return Op::of(a, b); });
  });
  return {};
}

Result<void> infer_where(Inference& inference) {
  if (inference.dtype(0) != DType::u8 || inference.dtype(1) != inference.dtype(2))
    return fail(ErrorCode::bad_file, "it chooses between {} and {} by {}",
                to_string(inference.dtype(1)), to_string(inference.dtype(2)),
                to_string(inference.dtype(0)));
  DALA_ASSIGN(const Shape both, broadcast(inference.shape(1), inference.shape(2)));
  DALA_ASSIGN(const Shape shape, broadcast(inference.shape(0), both));
  inference.output(inference.dtype(1), shape);
  return {};
}

Result<void> run_where(const OpCall& call) {
  const TensorView& out = call.outputs[0];
  visit_arithmetic(out.dtype, [&]<typename T>(Type<T>) {
    const std::uint8_t* chosen = call.inputs[0]->values<std::uint8_t>().data();
    const T* yes = call.inputs[1]->values<T>().data();
    const T* no = call.inputs[2]->values<T>().data();
    T* result = out.values<T>().data();
    const std::array strides{broadcast_strides(call.inputs[0]->shape, out.shape),
                             broadcast_strides(call.inputs[1]->shape, out.shape),
                             broadcast_strides(call.inputs[2]->shape, out.shape)};
    Pace pace(call.watch);
    for_each_run<3>(
        out.shape, strides, pace, [&](const auto& offset, std::int64_t count, const auto& step) {
          for (std::int64_t i = 0; i < count; ++i)
            *result++ = chosen[offset[0] + i * step[0]] != 0 ? yes[offset[1] + i * step[1]]
                                                             : no[offset[2] + i * step[2]];
        });
  });
  return {};
}

constexpr std::array mod_attributes{attribute::integer("fmod")};

constexpr std::array arithmetic_table{
    Operator{"Add", 2, 2, infer_same, run_binary<AddOp>},
    Operator{"Sub", 2, 2, infer_same, run_binary<SubOp>},
    Operator{"Mul", 2, 2, infer_same, run_binary<MulOp>},
    Operator{"Div", 2, 2, infer_same, run_binary<DivOp>},
    Operator{"Mod", 2, 2, infer_mod, run_mod, 1, mod_attributes},
    Operator{"PRelu", 2, 2, infer_same, run_binary<SlopeOp>},
    Operator{"Pow", 2, 2, infer_pow, run_pow},
    Operator{"Min", 1, any_number, infer_many, run_many<MinOp>},
    Operator{"Max", 1, any_number, infer_many, run_many<MaxOp>},
    Operator{"Sum", 1, any_number, infer_many, run_many<AddOp>},
    Operator{"Equal", 2, 2, infer_truth, run_truth<std::equal_to<>>},
    Operator{"Greater", 2, 2, infer_truth, run_truth<std::greater<>>},
    Operator{"GreaterOrEqual", 2, 2, infer_truth, run_truth<std::greater_equal<>>},
    Operator{"Less", 2, 2, infer_truth, run_truth<std::less<>>},
    Operator{"LessOrEqual", 2, 2, infer_truth, run_truth<std::less_equal<>>},
    Operator{"And", 2, 2, infer_truth, run_truth<BothTrue>},
    Operator{"Or", 2, 2, infer_truth, run_truth<EitherTrue>},
    Operator{"Where", 3, 3, infer_where, run_where},
};

}  // namespace

std::span<const Operator> arithmetic_operators() { return arithmetic_table; }

}  // namespace dala::ml

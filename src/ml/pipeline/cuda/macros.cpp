#include "ml/pipeline/cuda/macros.hpp"

#include <bit>
#include <utility>

#include "core/format.hpp"

namespace dala::ml {

namespace {

std::string literal(float value) {
  return format("__int_as_float(0x{:08x})", std::bit_cast<std::uint32_t>(value));
}

}  // namespace

std::string cuda_activation(const std::string& name, const Activation& activation) {
  const std::string a = literal(activation.a);
  const std::string b = literal(activation.b);
  std::string value;
  switch (activation.kind) {
    case ActivationKind::identity:
      value = "x";
      break;
    case ActivationKind::clip:
      value = format("fminf(fmaxf(x, {}), {})", a, b);
      break;
    case ActivationKind::leaky:
      value = format("x < 0.0f ? x * {} : x", a);
      break;
    case ActivationKind::sigmoid:
      value = "1.0f / (1.0f + expf(-x))";
      break;
    case ActivationKind::silu:
      value = "x / (1.0f + expf(-x))";
      break;
    case ActivationKind::hard_sigmoid:
      value = format("fminf(fmaxf(x * {} + {}, 0.0f), 1.0f)", a, b);
      break;
    case ActivationKind::hard_swish:
      value = "x * fminf(fmaxf(x / 6.0f + 0.5f, 0.0f), 1.0f)";
      break;
    case ActivationKind::tanh:
      value = "tanhf(x)";
      break;
  }
  return format("static __device__ __forceinline__ float {}(float x) {{ return {}; }}\n", name,
                value);
}

std::string macro(const char* name, std::int64_t value) {
  return format("#define {} {}\n", name, value);
}

std::string window_macros(const Window& window) {
  const Window& w = window;
  return macro("H", w.in[0]) + macro("W", w.in[1]) + macro("OH", w.out[0]) + macro("OW", w.out[1]) +
         macro("KH", w.kernel[0]) + macro("KW", w.kernel[1]) + macro("SY", w.stride[0]) +
         macro("SX", w.stride[1]) + macro("DY", w.dilation[0]) + macro("DX", w.dilation[1]) +
         macro("PY", w.pad_before[0]) + macro("PX", w.pad_before[1]);
}

// The macro PRECISION: the bits of a number that products use.
std::string precision_macro(Precision precision) {
  switch (precision) {
    case Precision::f32:
      return macro("PRECISION", 32);
    case Precision::tf32:
      return macro("PRECISION", 19);
    case Precision::f16:
      return macro("PRECISION", 16);
  }
  std::unreachable();
}

}  // namespace dala::ml

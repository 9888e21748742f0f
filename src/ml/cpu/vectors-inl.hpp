// Blocks of 16 channels in vectors, and activations on them. Compiled once per instruction set.
#if defined(DALA_ML_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DALA_ML_VECTORS_INL_HPP
#undef DALA_ML_VECTORS_INL_HPP
#else
#define DALA_ML_VECTORS_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numbers>

#include <hwy/highway.h>

#include "ml/cpu/layout/blocks.hpp"
#include "ml/graph/activation.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::ml::cpu {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
constexpr std::size_t vector_bytes = 16;
#else
constexpr std::size_t vector_bytes = HWY_LANES(std::uint8_t) > 64 ? 64 : HWY_LANES(std::uint8_t);
#endif

// The compiler's own, because they can be kept in arrays on every machine.
typedef float Vector __attribute__((vector_size(vector_bytes)));           // NOLINT
typedef std::int32_t Integers __attribute__((vector_size(vector_bytes)));  // NOLINT
constexpr std::size_t lanes = vector_bytes / sizeof(float);
constexpr std::size_t per_block = block / lanes;  // vectors

HWY_INLINE Vector load(const float* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

HWY_INLINE void store(Vector v, float* to) { std::memcpy(to, &v, sizeof v); }

// x - 0 is optimised away; x + 0 is not, because it changes -0.
HWY_INLINE Vector all(float x) { return x - Vector{}; }

HWY_INLINE Vector least(Vector a, Vector b) { return a < b ? a : b; }
HWY_INLINE Vector most(Vector a, Vector b) { return a > b ? a : b; }

// e to the x, to about a unit in the last place between -87 and 88; what is beyond is brought
// there.
HWY_INLINE Vector exponential(Vector x) {
  constexpr float magic = 12582912;  // adding it leaves the integer in the low bits
  x = least(most(x, all(-87.0F)), all(88.0F));
  constexpr float ln2_most = 355.0F / 512;  // so few bits that its products are exact
  const Vector shifted = x * std::numbers::log2e_v<float> + magic;
  const Vector whole = shifted - magic;
  const Vector rest = (x - whole * ln2_most) + whole * 2.12194440e-4F;
  Vector sum = all(1.9875691500e-4F);
  sum = sum * rest + 1.3981999507e-3F;
  sum = sum * rest + 8.3334519073e-3F;
  sum = sum * rest + 4.1665795894e-2F;
  sum = sum * rest + 1.6666665459e-1F;
  sum = sum * rest + 5.0000001201e-1F;
  sum = sum * rest * rest + rest + 1.0F;
  Integers bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  bits = (bits - 0x4B400000 + 127) << 23;
  Vector scale;
  std::memcpy(&scale, &bits, sizeof scale);
  return sum * scale;
}

HWY_INLINE Vector sigmoid(Vector x) { return 1.0F / (1.0F + exponential(-x)); }

HWY_INLINE Vector activated(const Activation& activation, Vector x) {
  switch (activation.kind) {
    case ActivationKind::identity:
      return x;
    case ActivationKind::clip:
      return least(most(x, all(activation.a)), all(activation.b));
    case ActivationKind::leaky:
      return x < 0.0F ? x * activation.a : x;
    case ActivationKind::sigmoid:
      return sigmoid(x);
    case ActivationKind::silu:
      return x * sigmoid(x);
    case ActivationKind::hard_sigmoid:
      return least(most(x * activation.a + activation.b, all(0)), all(1));
    case ActivationKind::hard_swish:
      return x * least(most(x * (1.0F / 6) + 0.5F, all(0)), all(1));
    case ActivationKind::tanh:
      return 2.0F * sigmoid(2.0F * x) - 1.0F;
  }
  return x;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::ml::cpu
HWY_AFTER_NAMESPACE();

#endif

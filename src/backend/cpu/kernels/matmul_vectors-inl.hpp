// The vectors that matrix products work with. Compiled once per instruction set.
#if defined(DALA_MATMUL_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DALA_MATMUL_VECTORS_INL_HPP
#undef DALA_MATMUL_VECTORS_INL_HPP
#else
#define DALA_MATMUL_VECTORS_INL_HPP
#endif

#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::matmul {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
constexpr std::size_t vector_bytes = 16;
#else
constexpr std::size_t vector_bytes = HWY_LANES(std::uint8_t);
#endif

template <typename T>
constexpr std::size_t lanes = vector_bytes / sizeof(T);

// The compiler's own, because they have 64-bit products and can be kept in arrays on every machine.
template <typename T>
struct VectorOf {
  typedef T type __attribute__((vector_size(vector_bytes)));  // NOLINT: `using` cannot do this
};
template <typename T>
using Vector = typename VectorOf<T>::type;

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::matmul
HWY_AFTER_NAMESPACE();

#endif

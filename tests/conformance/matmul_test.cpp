// The matrix product, and pictures from nothing.
#include "conformance/conformance.hpp"

namespace dala::conformance {
namespace {

class Matmul : public Suite {};

TEST_P(Matmul, EveryDtypeAndSize) {
  struct Size {
    std::int64_t m, k, n;
  };
  unsigned seed = 1;
  for (const DType dtype : dtypes_of("matmul"))
    for (const Size s : {Size{1, 1, 1},
                         {16, 16, 16},
                         {17, 31, 13},
                         {1, 100, 7},
                         {65, 3, 33},
                         {5, 0, 4},
                         {0, 4, 5}})
      expect_same({.kernel = "matmul",
                   .inputs = {random(dtype, {s.m, s.k}, ++seed, true),
                              random(dtype, {s.k, s.n}, ++seed, true)},
                   .outputs = {zeros(dtype, {s.m, s.n})},
                   .relative = 1e-5,
                   .absolute = 1e-5});
}

// Large enough for the GPUs' own variants; no size is a whole number of tiles.
TEST_P(Matmul, LargerThanATile) {
  unsigned seed = 30;
  for (const std::int64_t depth : {4, 20, 36})
    expect_same({.kernel = "matmul",
                 .inputs = {random(DType::f32, {261, depth}, ++seed, true),
                            random(DType::f32, {depth, 276}, ++seed, true)},
                 .outputs = {zeros(DType::f32, {261, 276})},
                 .relative = 1e-5,
                 .absolute = 1e-5});
}

TEST_P(Matmul, IntegersWrap) {
  unsigned seed = 50;
  for (const DType dtype :
       {DType::s32, DType::s64, DType::u32, DType::u8, DType::s8, DType::u16, DType::s16})
    expect_same({.kernel = "matmul",
                 .inputs = {random(dtype, {19, 40}, ++seed), random(dtype, {40, 21}, ++seed)},
                 .outputs = {zeros(dtype, {19, 21})}});
}

TEST_P(Matmul, BytesWithSumsOf32Bits) {
  struct Size {
    std::int64_t m, k, n;
    std::int64_t a_zero, b_zero;
  };
  unsigned seed = 70;
  for (const DType a : dtypes_of("matmul_integer"))
    for (const DType b : {DType::u8, DType::s8})
      for (const Size s : {Size{1, 1, 1, 0, 0},
                           {17, 31, 13, 0, 0},
                           {17, 31, 13, 5, 127},
                           {65, 70, 33, 100, 0},
                           {3, 500, 9, 0, 90},
                           {5, 0, 4, 1, 1},
                           {0, 4, 5, 1, 1}})
        expect_same({.kernel = "matmul_integer",
                     .inputs = {random(a, {s.m, s.k}, ++seed), random(b, {s.k, s.n}, ++seed)},
                     .outputs = {zeros(DType::s32, {s.m, s.n})},
                     .params = {{"a_zero_point", s.a_zero}, {"b_zero_point", s.b_zero}}});
}

TEST_P(Matmul, GradientPictures) {
  for (const Shape& shape :
       {Shape{1, 1, 4}, {1, 256, 4}, {37, 53, 4}, {300, 2, 4}, {0, 5, 4}, {5, 700, 4}})
    expect_same({.kernel = "generate_gradient",
                 .outputs = {random(DType::u8, shape, 9)},
                 .params = {{"blue", 77}}});
}

DALA_ON_ALL_DEVICES(Matmul);

}  // namespace
}  // namespace dala::conformance

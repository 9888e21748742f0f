// Kernels that look at each element by itself, on every dtype and shape.
#include "conformance/conformance.hpp"

namespace dala::conformance {
namespace {

// A class of its own, because test names begin with it.
class Elementwise : public Suite {
 protected:
  // Hardware need not round a division to the last place on OpenGL ES, nor keep denormal numbers.
  double division_bound(const std::string& kernel) {
    return kernel == "elementwise_div" && is_hardware() ? 4e-7 : 0;
  }
  double smallest_normal() { return is_hardware() ? 1.2e-38 : 0; }
};

constexpr const char* binaries[] = {"elementwise_add", "elementwise_sub", "elementwise_mul",
                                    "elementwise_div"};

TEST_P(Elementwise, BinariesOfEveryDtypeAndShape) {
  unsigned seed = 1;
  for (const char* kernel : binaries)
    for (const DType dtype : dtypes_of(kernel))
      for (const Shape& shape : shapes())
        expect_same({.kernel = kernel,
                     .inputs = {random(dtype, shape, ++seed), random(dtype, shape, ++seed)},
                     .outputs = {zeros(dtype, shape)},
                     .relative = division_bound(kernel),
                     .absolute = smallest_normal()});
}

TEST_P(Elementwise, Broadcast) {
  struct Shapes {
    Shape a;
    Shape b;
    Shape output;
  };
  const std::vector<Shapes> all = {{{5, 7}, {7}, {5, 7}},
                                   {{5, 1}, {1, 7}, {5, 7}},
                                   {{1}, {4097}, {4097}},
                                   {{2, 1, 3, 1}, {5, 1, 4}, {2, 5, 3, 4}},
                                   {{0, 3}, {1, 3}, {0, 3}}};
  unsigned seed = 100;
  for (const char* kernel : binaries)
    for (const DType dtype : dtypes_of(kernel))
      for (const Shapes& s : all)
        expect_same({.kernel = kernel,
                     .inputs = {random(dtype, s.a, ++seed), random(dtype, s.b, ++seed)},
                     .outputs = {zeros(dtype, s.output)},
                     .relative = division_bound(kernel),
                     .absolute = smallest_normal()});
}

TEST_P(Elementwise, ScalarMul) {
  unsigned seed = 200;
  for (const DType dtype : dtypes_of("scalar_mul"))
    for (const Shape& shape : shapes())
      for (const double scalar : {3.0, 0.0, 300.0})
        expect_same({.kernel = "scalar_mul",
                     .inputs = {random(dtype, shape, ++seed)},
                     .outputs = {zeros(dtype, shape)},
                     .params = {{"scalar", scalar}}});
  for (const DType dtype : {DType::s32, DType::s64, DType::s16, DType::s8})
    expect_same({.kernel = "scalar_mul",
                 .inputs = {random(dtype, {257}, ++seed)},
                 .outputs = {zeros(dtype, {257})},
                 .params = {{"scalar", -7000000001.0}}});
}

TEST_P(Elementwise, Clamp) {
  unsigned seed = 300;
  for (const DType dtype : dtypes_of("clamp"))
    for (const Shape& shape : shapes())
      expect_same({.kernel = "clamp",
                   .inputs = {random(dtype, shape, ++seed)},
                   .outputs = {zeros(dtype, shape)},
                   .params = {{"min", -1.5}, {"max", 7.25}}});
}

TEST_P(Elementwise, Relu) {
  unsigned seed = 400;
  for (const DType dtype : dtypes_of("relu"))
    for (const Shape& shape : shapes())
      expect_same({.kernel = "relu",
                   .inputs = {random(dtype, shape, ++seed)},
                   .outputs = {zeros(dtype, shape)},
                   .params = {{"slope", is_float(dtype) ? 0.125 : 0.0}}});
}

TEST_P(Elementwise, Activations) {
  unsigned seed = 500;
  for (const char* kernel : {"sigmoid", "tanh"})
    for (const DType dtype : dtypes_of(kernel))
      for (const Shape& shape : shapes())
        expect_same({.kernel = kernel,
                     .inputs = {random(dtype, shape, ++seed)},
                     .outputs = {zeros(dtype, shape)},
                     .relative = 1e-6,
                     .absolute = 1e-7});
}

TEST_P(Elementwise, Gelu) {
  unsigned seed = 600;
  for (const DType dtype : {DType::f32, DType::f16, DType::bf16})
    for (const bool approximate : {false, true})
      for (const Shape& shape : shapes())
        expect_same({.kernel = "gelu",
                     .inputs = {random(dtype, shape, ++seed)},
                     .outputs = {zeros(dtype, shape)},
                     .params = {{"approximate", approximate}},
                     .relative = 1e-5,
                     .absolute = 1e-6});
}

TEST_P(Elementwise, CastFromEveryDtypeToEveryOther) {
  unsigned seed = 700;
  for (const DType from : dtypes_of("cast"))
    for (const DType to : dtypes_of("cast"))
      for (const Shape& shape : shapes())
        expect_same({.kernel = "cast",
                     .inputs = {random(from, shape, ++seed)},
                     .outputs = {zeros(to, shape)}});
}

DALA_ON_ALL_DEVICES(Elementwise);

}  // namespace
}  // namespace dala::conformance

// One suite for all devices. A test makes a case; the case runs on the device under test and on the
// interpreter, and both must agree: integers exactly, floats within the case's bound.
//
// A test file names its fixture and ends with the instances:
//
//   using Relu = Suite;
//   TEST_P(Relu, Floats) { expect_same({.kernel = "relu", .inputs = {...}, .outputs = {...}}); }
//   DALA_ON_ALL_DEVICES(Relu);
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <dala/compute.hpp>

namespace dala::conformance {

// Values of some dtype on the host.
struct Tensor {
  DType dtype = DType::f32;
  Shape shape;
  std::vector<std::byte> bytes;

  [[nodiscard]] std::string describe() const;
};

// Numbers that kernels find hard as well as ordinary ones, the same for the same seed. `tame`:
// small ones only, whose products and sums neither overflow nor cancel badly.
[[nodiscard]] Tensor random(DType dtype, const Shape& shape, unsigned seed, bool tame = false);
[[nodiscard]] Tensor zeros(DType dtype, const Shape& shape);

struct Case {
  std::string kernel;
  std::vector<Tensor> inputs = {};
  std::vector<Tensor> outputs;  // as they are before the kernel runs
  Params params = {};
  // |got - expected| <= relative * |expected| + absolute, for floats.
  double relative = 0;
  double absolute = 0;
};

class Suite : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override;

  void expect_same(const Case& c);
  // The same text on both, as a kernel of the name `text`.
  void expect_same_text(const std::string& text, Case c);

  // The element types of a built-in kernel's first input, or of its output where it has none.
  [[nodiscard]] std::vector<DType> dtypes_of(const std::string& kernel) const;
  // A GPU that does its own arithmetic.
  [[nodiscard]] bool is_hardware() const {
    return device_->device_info().gpu && !device_->device_info().software;
  }
  [[nodiscard]] Compute& device() { return *device_; }
  [[nodiscard]] Compute& reference() { return *reference_; }

 private:
  Compute* device_ = nullptr;
  Compute* reference_ = nullptr;
};

// The Compute of a device, made once. Null where this machine has none.
[[nodiscard]] Compute* compute_on(const std::string& device);

[[nodiscard]] testing::AssertionResult same(const Case& c, const Tensor& got,
                                            const Tensor& expected);

// Shapes at which mistakes show: one, primes, just above powers of two, flat and odd ones, none.
[[nodiscard]] std::vector<Shape> shapes();

}  // namespace dala::conformance

// One line for each backend. The first word of a test's name says which it ran on.
#define DALA_ON_ALL_DEVICES(fixture)                                                  \
  INSTANTIATE_TEST_SUITE_P(Interpreter, fixture, testing::Values("cpu-interpreter")); \
  INSTANTIATE_TEST_SUITE_P(Cpu, fixture, testing::Values("cpu"));                     \
  INSTANTIATE_TEST_SUITE_P(Gles, fixture, testing::Values("gles"));                   \
  INSTANTIATE_TEST_SUITE_P(Cuda, fixture, testing::Values("cuda"))

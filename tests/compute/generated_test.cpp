// Kernels that the library makes for itself: their content is their identity.
#include "compute/generated.hpp"

#include "compute/runtime.hpp"
#include "compute_fixture.hpp"

namespace dala {
namespace {

std::string set_to(int value) {
  return "fn set(output: &mut Tensor<s32>) { output[ABSOLUTE_POS] = " + std::to_string(value) +
         "; }";
}

class Generated : public testing::Test {
 protected:
  [[nodiscard]] std::int32_t run(const std::string& kernel) const {
    const Buffer output = must(compute.buffer_zeros({1}, DType::s32));
    must(compute.run_kernel(kernel, {}, output));
    return must(output.read<std::int32_t>())[0];
  }
  [[nodiscard]] std::size_t known() const { return compute.runtime()->registry.size(); }

  Compute compute = *Compute::create({.device = "cpu"});
};

TEST_F(Generated, OneLabelTwoSourcesAreTwoKernels) {
  const std::string one = must(register_generated(compute, "made", {.text = set_to(1)}));
  const std::string two = must(register_generated(compute, "made", {.text = set_to(2)}));
  EXPECT_NE(one, two);
  EXPECT_EQ(run(one), 1);
  EXPECT_EQ(run(two), 2);
  const std::size_t before = known();
  EXPECT_EQ(must(register_generated(compute, "made", {.text = set_to(1)})), one);
  EXPECT_EQ(known(), before);
}

TEST_F(Generated, FunctionsAreToldApartByContentAndDescription) {
  const auto function = [](std::int32_t value) {
    return [value](const HostCall& call) -> Result<void> {
      call.outputs[0].values<std::int32_t>()[0] = value;
      return {};
    };
  };
  KernelInfo info{.name = "made"};
  const std::string one = must(register_generated(compute, info, "one", function(1)));
  const std::string two = must(register_generated(compute, info, "two", function(2)));
  EXPECT_EQ(run(one), 1);
  EXPECT_EQ(run(two), 2);
  info.inputs.push_back({"input", any_dtype, "unused"});
  EXPECT_NE(must(register_generated(compute, info, "one", function(3))), one);
}

TEST_F(Generated, UsersReachNeitherTheirNamesNorThem) {
  const std::string name = must(register_generated(compute, "made", {.text = set_to(1)}));
  must(compute.register_kernel("made", {.text = set_to(7)}));
  EXPECT_EQ(run("made"), 7);
  EXPECT_EQ(run(name), 1);
  expect_error(compute.register_kernel(name, {.text = set_to(2)}), ErrorCode::invalid_argument);
  expect_error(compute.replace_kernel(name, {.text = set_to(2)}), ErrorCode::invalid_argument);
  expect_error(compute.remove_kernel(name), ErrorCode::invalid_argument);
  EXPECT_EQ(run(name), 1);
}

TEST_F(Generated, MessagesAndExplanationsShowTheLabel) {
  const std::string name = must(register_generated(compute, "made", {.text = set_to(1)}));
  const Buffer output = must(compute.buffer_zeros({1}, DType::s32));
  const auto wrong = compute.run_kernel(name, output, output);
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().message, "made takes 0 inputs and 1 output, not 1 input and 1 output");
  const auto plan = must(compute.explain({.kernel = name, .outputs = output}));
  EXPECT_EQ(plan.stages[0].kernel, "made");
}

TEST_F(Generated, WhatBelongsToAnObjectIsReplacedAndGoes) {
  const std::size_t before = known();
  const std::string one = own_kernel_name("owned");
  const std::string two = own_kernel_name("owned");
  must(put_own_kernel(compute, one, {.text = set_to(1)}));
  must(put_own_kernel(compute, two, {.text = set_to(2)}));
  EXPECT_EQ(run(one), 1);
  must(put_own_kernel(compute, one, {.text = set_to(3)}));
  EXPECT_FALSE(put_own_kernel(compute, one, {.text = "nonsense"}).has_value());
  EXPECT_EQ(run(one), 3);
  EXPECT_EQ(run(two), 2);
  remove_own_kernel(compute, one);
  remove_own_kernel(compute, two);
  EXPECT_EQ(known(), before);
}

}  // namespace
}  // namespace dala

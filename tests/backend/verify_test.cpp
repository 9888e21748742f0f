// DALA_VERIFY=1 finds a device that computes something else than the CPU.
#include "backend/fallback/verify.hpp"

#include <gtest/gtest.h>

#include "backend/forwarding_device.hpp"
#include "core/threads/worker_pool.hpp"
#include "kernel/compile.hpp"
#include "support/printed.hpp"

namespace dala::backend {
namespace {

// The CPU, but for one element of every output.
class WrongExecutable final : public Executable {
 public:
  explicit WrongExecutable(const Executable& right) : right_(&right) {}
  [[nodiscard]] std::string_view name() const override { return "wrong"; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    if (auto done = right_->launch(call); !done) return done;
    call.outputs[0].host<float>()[2] += wrong_by;
    return {};
  }
  float wrong_by = 0.5F;

 private:
  const Executable* right_;
};

class WrongDevice final : public ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    auto decision = inner().prepare(call);
    wrong_ = std::make_unique<WrongExecutable>(*decision->chosen);
    wrong_->wrong_by = wrong_by;
    decision->chosen = wrong_.get();
    return decision;
  }

  float wrong_by = 0.5F;

 private:
  std::unique_ptr<WrongExecutable> wrong_;
};

Result<void> add_on(float wrong_by) {
  WorkerPool pool(1);
  auto wrong = std::make_shared<WrongDevice>(open_device("cpu", {.threads = 1}, pool).value());
  wrong->wrong_by = wrong_by;
  const auto device = make_verifying(wrong, {.threads = 1}, pool).value();
  const auto memory = device->allocate(16).value();
  const std::array inputs = {TensorRef{memory.get(), DType::f32, {4}},
                             TensorRef{memory.get(), DType::f32, {4}}};
  const auto result = device->allocate(16).value();
  const std::array outputs = {TensorRef{result.get(), DType::f32, {4}}};
  const KernelCall call{"elementwise_add", inputs, outputs, {}};
  return device->prepare(call)->chosen->launch(call);
}

TEST(Verify, NamesTheFirstDifference) {
  const auto ran = add_on(0.5F);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().code, ErrorCode::verify_failed);
  EXPECT_EQ(ran.error().message,
            "elementwise_add: element 2 of output 0 is 0.5 on the device and 0 on the CPU");
}

TEST(Verify, TakesSmallDifferencesOfFloats) {
  EXPECT_TRUE(add_on(1e-8F));
  EXPECT_FALSE(add_on(1e-3F));
}

// Both run a kernel, but it is not said twice, nor is the order of its lines compared.
TEST(Verify, WhatIsPrintedIsPrintedOnce) {
  WorkerPool pool(1);
  const auto device =
      make_verifying(open_device("cpu", {.threads = 1}, pool).value(), {.threads = 1}, pool)
          .value();
  const auto module =
      kernel::compile(
          kernel::Source("k", "fn k(o: &mut Tensor<f32>) { print(\"at {}\", ABSOLUTE_POS); }"), {})
          .module;
  ASSERT_NE(module, nullptr);
  const auto program = device->compile(module).value();
  const auto memory = device->allocate(8).value();
  const std::array outputs = {TensorRef{memory.get(), DType::f32, {2}}};
  const KernelCall call{"k", {}, outputs, {}};
  test::Printed printed;
  ASSERT_TRUE(program->prepare(call)->chosen->launch(call));
  EXPECT_EQ(printed.take(), "k: at 0\nk: at 1\n");
}

}  // namespace
}  // namespace dala::backend

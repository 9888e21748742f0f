// Which sources a call becomes where a backend has no kernel of its own.
#include "backend/portable/portable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace dala::backend {
namespace {

Result<PortablePlan> plan_of_gelu(DType dtype, const Shape& shape, bool wide) {
  const std::array inputs = {TensorRef{.dtype = dtype, .shape = shape}};
  const std::array outputs = inputs;
  const std::array params = {ParamValue(true)};
  return plan_portable({"gelu", inputs, outputs, params}, wide);
}

// Also where a call runs in another type, between casts.
TEST(Portable, IndicesOfACallAreThoseOfAllItsSources) {
  const Shape large{std::int64_t{1} << 20, std::int64_t{1} << 12};
  const Shape small{8, 9};
  for (const DType dtype : {DType::f32, DType::f16, DType::bf16})
    for (const bool wide : {false, true})
      for (const Shape& shape : {large, small}) {
        const auto plan = plan_of_gelu(dtype, shape, wide);
        ASSERT_TRUE(plan) << plan.error().message;
        const DType index = wide && shape == large ? DType::s64 : DType::s32;
        EXPECT_EQ(plan->index, index);
        EXPECT_EQ(plan->steps.size(), dtype == DType::f32 ? 1U : 3U);
        EXPECT_TRUE(std::ranges::all_of(
            plan->steps, [&](const PortableStep& step) { return step.text.index == index; }));
      }
}

}  // namespace
}  // namespace dala::backend

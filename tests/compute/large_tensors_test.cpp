// Sizes from which loops prefetch, and write with non-temporal stores.
#include "compute_fixture.hpp"

namespace dala {
namespace {

class LargeTensors : public ComputeTest, public testing::WithParamInterface<std::int64_t> {};

TEST_P(LargeTensors, EveryElementIsRight) {
  const std::int64_t count = GetParam();
  std::vector<float> in(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 2001) - 1000.0F;
  const Buffer a = must(compute.buffer(std::span<const float>(in), {count}));
  const Buffer b = must(compute.buffer_zeros({count}, DType::f32));
  const auto check = [&](const Buffer& buffer, auto&& expected) {
    const std::vector<float> out = values(buffer);
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], expected(in[i])) << i;
  };
  must(compute.add(a, a, b));
  check(b, [](float x) { return x + x; });
  must(compute.relu(a, b));
  check(b, [](float x) { return x < 0 ? 0 : x; });
  must(compute.scale(a, 0.5, b));
  check(b, [](float x) { return x * 0.5F; });
  must(compute.add(a, must(compute.buffer<float>({1}, {1})), b));
  check(b, [](float x) { return x + 1; });
  const Buffer whole = must(compute.buffer_zeros({count}, DType::s32));
  must(compute.run_kernel("cast", a, whole));
  must(compute.run_kernel("cast", whole, b));
  check(b, [](float x) { return x; });
  must(compute.multiply(b, b, b));  // in place
  check(b, [](float x) { return x * x; });
}

INSTANTIATE_TEST_SUITE_P(Sizes, LargeTensors, testing::Values(131'073, 400'003, 9'000'001));

}  // namespace
}  // namespace dala

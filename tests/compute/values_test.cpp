// Buffers from whatever a program has its values in.
#include <array>
#include <list>
#include <span>
#include <vector>

#include "compute/compute_fixture.hpp"

namespace dala {
namespace {

class Values : public ComputeTest {};

template <typename Range>
concept makes_a_buffer =
    requires(const Compute& compute, const Range& values) { compute.buffer(values, Shape{3}); };
// What has its values scattered is rejected when it is compiled.
static_assert(!makes_a_buffer<std::list<float>>);

TEST_F(Values, AnythingInARowIsABuffer) {
  const std::vector<float> vector{1, 2, 3};
  const std::array<double, 3> array{4, 5, 6};
  const std::int32_t plain[] = {7, 8, 9};
  const std::vector<std::uint8_t> bytes{1, 2, 3};
  EXPECT_EQ(must(must(compute.buffer(vector, {3})).read<float>()), vector);
  EXPECT_EQ(must(must(compute.buffer(array, {3})).read<double>()), (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(must(must(compute.buffer(plain, {3})).read<std::int32_t>()),
            (std::vector<std::int32_t>{7, 8, 9}));
  EXPECT_EQ(must(compute.buffer(std::span(bytes), {1, 3})).dtype(), DType::u8);
  EXPECT_EQ(must(compute.buffer(std::vector<std::int64_t>{1, 2}, {2})).dtype(), DType::s64);
  expect_error(compute.buffer(vector, {4}), ErrorCode::wrong_length, "{4}");
}

TEST_F(Values, AnythingInARowIsWritten) {
  const Buffer buffer = must(compute.buffer_zeros({3}, DType::f32));
  must(buffer.write(std::vector<float>{1, 2, 3}));
  EXPECT_EQ(must(buffer.read<float>()), (std::vector<float>{1, 2, 3}));
  must(buffer.write(std::array<float, 3>{4, 5, 6}));
  EXPECT_EQ(must(buffer.read<float>()), (std::vector<float>{4, 5, 6}));
  expect_error(buffer.write(std::vector<double>{1, 2, 3}), ErrorCode::wrong_dtype, "f64");
}

}  // namespace
}  // namespace dala

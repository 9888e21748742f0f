// The compute examples of the documents this library implements, in C++.
#include "compute_fixture.hpp"

namespace dala {
namespace {

class SeedExamples : public ComputeTest {};

TEST_F(SeedExamples, QuickStart) {
  const DeviceInfo& info = compute.device_info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_FALSE(info.gpu);
  EXPECT_EQ(info.version, version());

  const Buffer a = must(compute.buffer<float>({1, 2, 3}, {3}));
  const Buffer b = must(compute.buffer<float>({4, 5, 6}, {3}));
  const Buffer c = must(compute.buffer_zeros({3}, DType::f32));
  must(compute.run_kernel("elementwise_add", {a, b}, c, {}));
  EXPECT_EQ(values(c), (std::vector<float>{5, 7, 9}));
  must(compute.add(a, b, c));
  EXPECT_EQ(values(c), (std::vector<float>{5, 7, 9}));
  free_many(std::vector{a, b, c});
  EXPECT_TRUE(a.is_freed());
}

TEST_F(SeedExamples, BufferManagement) {
  const std::vector<std::byte> rgba(640 * 480 * 4, std::byte{7});
  const Buffer image = must(compute.buffer_from_bytes(rgba, {640, 480, 4}, DType::u8));
  EXPECT_EQ(image.shape(), (Shape{640, 480, 4}));
  EXPECT_EQ(image.dtype(), DType::u8);
  EXPECT_EQ(image.size_bytes(), 1228800U);
  EXPECT_EQ(must(image.read_bytes()), rgba);
}

TEST_F(SeedExamples, KernelConveniences) {
  const Buffer a = floats({1, -2, 3});
  const Buffer b = floats({2, 2, 2});
  const Buffer c = zeros(3);
  must(compute.relu(a, c));
  EXPECT_EQ(values(c), (std::vector<float>{1, 0, 3}));
  must(compute.multiply(a, b, c));
  EXPECT_EQ(values(c), (std::vector<float>{2, -4, 6}));
  must(compute.scale(a, 2.5, c));
  EXPECT_EQ(values(c), (std::vector<float>{2.5, -5, 7.5}));
  must(compute.run_kernel("relu", {a}, c, {{"slope", 0.5}}));
  EXPECT_EQ(values(c), (std::vector<float>{1, -1, 3}));
  const Buffer m = must(compute.buffer<float>({1, 2, 3, 4}, {2, 2}));
  const Buffer product = must(compute.buffer_zeros({2, 2}, DType::f32));
  must(compute.matmul(m, m, product));
  EXPECT_EQ(values(product), (std::vector<float>{7, 10, 15, 22}));
}

TEST_F(SeedExamples, Async) {
  const Buffer a = floats({-1, 0, 2});
  const Buffer b = zeros(3);
  const CommandId id = must(compute.submit({.kernel = "relu", .inputs = {a}, .outputs = b}));
  must(compute.wait(id));
  EXPECT_EQ(compute.poll(id).state, CommandState::completed);
  EXPECT_EQ(values(b), (std::vector<float>{0, 0, 2}));
}

TEST_F(SeedExamples, PipelineOfThreeStages) {
  const Buffer input = floats({1, -2, 3});
  const Buffer scaled = zeros(3);
  const Buffer active = zeros(3);
  const Buffer output = zeros(3);
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.add(
      {.kernel = "scalar_mul", .inputs = {input}, .outputs = scaled, .params = {{"scalar", 2}}}));
  must(pipeline.add({.kernel = "relu", .inputs = {scaled}, .outputs = active}));
  must(pipeline.add({.op = Op::barrier}));
  must(pipeline.add({.op = Op::copy_buffer, .inputs = {active}, .outputs = output}));
  EXPECT_EQ(pipeline.stage_count(), 4U);
  EXPECT_EQ(pipeline.stages()[1].kernel, "relu");
  must(pipeline.run());
  EXPECT_EQ(values(output), (std::vector<float>{2, 0, 6}));
}

TEST_F(SeedExamples, GradientPicture) {
  const Buffer picture = must(compute.buffer_zeros({480, 640, 4}, DType::u8));
  must(compute.run_kernel("generate_gradient", {}, picture));
  const auto pixels = must(picture.read<std::uint8_t>());
  const auto at = [&](std::size_t y, std::size_t x) { return &pixels[(y * 640 + x) * 4]; };
  EXPECT_EQ(at(0, 0)[0], 0);
  EXPECT_EQ(at(0, 639)[0], 255);
  EXPECT_EQ(at(479, 0)[1], 255);
  EXPECT_EQ(at(100, 100)[3], 255);
}

}  // namespace
}  // namespace dala

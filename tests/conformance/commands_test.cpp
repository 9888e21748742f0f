// What is around kernels: pipelines, commands in flight, order between streams, errors.
#include <random>
#include <thread>

#include "conformance/conformance.hpp"
#include "support/results.hpp"

namespace dala::conformance {
namespace {

class Commands : public Suite {};

TEST_P(Commands, PipelineWithTransients) {
  const Shape shape{1000};
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) - 500;
  const Buffer a = must(device().buffer<float>(values, shape));
  const Buffer out = must(device().buffer_zeros(shape, DType::f32));
  Pipeline pipeline = device().pipeline();
  const Buffer half = must(pipeline.transient(shape, DType::f32));
  const Buffer sum = must(pipeline.transient(shape, DType::f32));
  must(pipeline.add(
      {.kernel = "scalar_mul", .inputs = {a}, .outputs = half, .params = {{"scalar", 0.5}}}));
  must(pipeline.add({.kernel = "elementwise_add", .inputs = {a, half}, .outputs = sum}));
  must(pipeline.add({.op = Op::barrier}));
  must(pipeline.add({.kernel = "relu", .inputs = {sum}, .outputs = out}));
  for (int round = 0; round < 3; ++round) must(pipeline.run());
  const auto result = must(out.read<float>());
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(result[i], std::max(values[i] * 1.5F, 0.0F)) << i;
}

TEST_P(Commands, StreamsKeepHazards) {
  const Shape shape{257};
  std::vector<Buffer> buffers;
  std::vector<std::vector<std::uint32_t>> expected;
  for (std::uint32_t i = 0; i < 6; ++i) {
    expected.emplace_back(257, i + 1);
    buffers.push_back(must(device().buffer<std::uint32_t>(expected.back(), shape)));
  }
  std::vector<Stream> streams;
  for (const Priority priority : {Priority::realtime, Priority::normal, Priority::background})
    streams.push_back(must(device().stream({.priority = priority})));
  std::mt19937 engine(5);
  std::vector<CommandId> ids;
  for (int i = 0; i < 600; ++i) {
    const std::size_t a = engine() % 6;
    const std::size_t b = engine() % 6;
    const std::size_t to = engine() % 6;
    if (to == a || to == b) continue;
    for (std::size_t e = 0; e < 257; ++e) expected[to][e] = expected[a][e] * 3 + expected[b][e];
    const Buffer scaled = must(device().buffer_zeros(shape, DType::u32));
    ids.push_back(must(device().submit({.kernel = "scalar_mul",
                                        .inputs = {buffers[a]},
                                        .outputs = {scaled},
                                        .params = {{"scalar", 3.0}}},
                                       {.stream = streams[engine() % 3]})));
    ids.push_back(must(device().submit(
        {.kernel = "elementwise_add", .inputs = {scaled, buffers[b]}, .outputs = {buffers[to]}},
        {.stream = streams[engine() % 3]})));
  }
  for (const CommandId id : ids) must(device().wait(id));
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(must(buffers[i].read<std::uint32_t>()), expected[i]) << "buffer " << i;
}

TEST_P(Commands, ManyThreads) {
  const auto work = [&](std::uint32_t seed) {
    const Shape shape{1023};
    const std::vector<std::uint32_t> ones(1023, seed);
    const Buffer a = must(device().buffer<std::uint32_t>(ones, shape));
    const Buffer b = must(device().buffer_zeros(shape, DType::u32));
    for (int i = 0; i < 50; ++i) must(device().run_kernel("elementwise_add", {a, b}, b));
    const auto result = must(b.read<std::uint32_t>());
    for (const std::uint32_t value : result) ASSERT_EQ(value, seed * 50);
  };
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i <= 4; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
}

TEST_P(Commands, CopiesWritesAndHostKernels) {
  const Buffer a = must(device().buffer<float>({1, 2, 3}, {3}));
  const Buffer b = must(device().copy(a));
  must(a.write<float>(std::vector<float>{4, 5, 6}));
  EXPECT_EQ(must(b.read<float>()), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(must(a.read<float>()), (std::vector<float>{4, 5, 6}));
  const std::string name = "negated_on_the_host";
  (void)device().remove_kernel(name);
  must(device().register_kernel({.name = name, .inputs = {{.name = "input"}}},
                                [](const HostCall& call) -> Result<void> {
                                  const auto from = call.inputs[0].values<float>();
                                  const auto to = call.outputs[0].values<float>();
                                  for (std::size_t i = 0; i < to.size(); ++i) to[i] = -from[i];
                                  return {};
                                }));
  must(device().run_kernel(name, {a}, b));
  EXPECT_EQ(must(b.read<float>()), (std::vector<float>{-4, -5, -6}));
}

TEST_P(Commands, RejectedCommandsChangeNothing) {
  const Buffer a = must(device().buffer<float>({1, 2, 3}, {3}));
  const Buffer b = must(device().buffer<float>({7, 8}, {2}));
  EXPECT_EQ(device().run_kernel("relu", {a}, b).error().code, ErrorCode::shape_mismatch);
  EXPECT_EQ(device().run_kernel("no_such", {a}, b).error().code, ErrorCode::unknown_kernel);
  EXPECT_EQ(must(b.read<float>()), (std::vector<float>{7, 8}));
  a.free();
  EXPECT_EQ(device().run_kernel("relu", {a}, b).error().code, ErrorCode::freed_buffer);
}

DALA_ON_ALL_DEVICES(Commands);

}  // namespace
}  // namespace dala::conformance

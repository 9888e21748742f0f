// Many threads, streams and random hazards: every result equals that of a serial run.
#include <cstdlib>
#include <map>
#include <random>

#include "compute_fixture.hpp"

namespace dala {
namespace {

constexpr std::size_t buffer_count = 24;
constexpr std::size_t stream_count = 4;
constexpr std::size_t thread_count = 8;
constexpr std::int64_t length = 8;

// dst = a + b, or dst = a * b, or dst = max(a, 0), or dst = a; on wrapping 32-bit integers, so that
// any mistake in the order shows for good.
struct Step {
  int kind;
  std::size_t a, b, dst, stream;
};

using Values = std::vector<std::int32_t>;

Step random_step(std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  Step step{static_cast<int>(below(4)), below(buffer_count), below(buffer_count),
            below(buffer_count), below(stream_count)};
  if (step.kind == 3 && step.a == step.dst) step.kind = 2;
  return step;
}

Values result_of(const Step& step, const std::vector<Values>& memory) {
  Values out(length);
  for (std::size_t i = 0; i < length; ++i) {
    const auto a = static_cast<std::uint32_t>(memory[step.a][i]);
    const auto b = static_cast<std::uint32_t>(memory[step.b][i]);
    const std::uint32_t results[] = {a + b, a * b, memory[step.a][i] < 0 ? 0U : a, a};
    out[i] = static_cast<std::int32_t>(results[step.kind]);
  }
  return out;
}

Result<CommandId> submit(const Compute& compute, const Step& step,
                         const std::vector<Buffer>& buffers, const Stream& stream) {
  const Buffer& a = buffers[step.a];
  const Buffer& b = buffers[step.b];
  const Buffer& dst = buffers[step.dst];
  const SubmitOptions options{.stream = stream};
  switch (step.kind) {
    case 0:
      return compute.submit({.kernel = "elementwise_add", .inputs = {a, b}, .outputs = dst},
                            options);
    case 1:
      return compute.submit({.kernel = "elementwise_mul", .inputs = {a, b}, .outputs = dst},
                            options);
    case 2:
      return compute.submit({.kernel = "relu", .inputs = {a}, .outputs = dst}, options);
    default:
      return compute.submit({.op = Op::copy_buffer, .inputs = {a}, .outputs = dst}, options);
  }
}

TEST(Stress, RandomHazardsOverFourStreamsFromEightThreads) {
  const bool brief = std::getenv("DALA_TEST_SHORT") != nullptr;
  const std::size_t total = brief ? 20'000 : 200'000;
  const Compute compute = Compute::create({.threads = 3}).value();

  std::mt19937 random(20240607);
  std::vector<Values> memory(buffer_count);
  std::vector<Buffer> buffers;
  for (Values& values : memory) {
    for (std::int64_t i = 0; i < length; ++i) values.push_back(static_cast<std::int32_t>(random()));
    buffers.push_back(
        must(compute.buffer<std::int32_t>(std::span<const std::int32_t>(values), {length})));
  }
  const Priority classes[] = {Priority::realtime, Priority::normal, Priority::normal,
                              Priority::background};
  std::vector<Stream> streams;
  for (const Priority priority : classes)
    streams.push_back(must(compute.stream({.priority = priority, .capacity = 256})));

  // The order of ids is the order of submission, which is what a serial run must follow.
  std::mutex mutex;
  std::map<CommandId, Step> journal;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < thread_count; ++t) {
    threads.emplace_back([&, seed = random()] {
      std::mt19937 own(static_cast<std::mt19937::result_type>(seed));
      std::vector<std::pair<CommandId, Step>> mine;
      for (std::size_t i = 0; i < total / thread_count; ++i) {
        const Step step = random_step(own);
        const auto id = submit(compute, step, buffers, streams[step.stream]);
        if (!id) {
          ADD_FAILURE() << id.error().message;
          return;
        }
        mine.emplace_back(*id, step);
        if (own() % 64 == 0) must(compute.wait(*id));
        if (own() % 256 == 0) must(buffers[step.dst].read<std::int32_t>());
      }
      const std::lock_guard lock(mutex);
      journal.insert(mine.begin(), mine.end());
    });
  }
  for (std::thread& thread : threads) thread.join();
  must(compute.wait_all());

  ASSERT_EQ(journal.size(), total);
  for (const auto& [id, step] : journal) memory[step.dst] = result_of(step, memory);
  for (std::size_t i = 0; i < buffer_count; ++i)
    EXPECT_EQ(must(buffers[i].read<std::int32_t>()), memory[i]) << "buffer " << i;
}

// Every single result, not only the last: each command writes a buffer of its own.
TEST(Stress, EveryResultOfAChainAcrossStreamsIsRight) {
  const Compute compute = Compute::create({.threads = 2}).value();
  std::vector<Stream> streams;
  for (std::size_t i = 0; i < stream_count; ++i)
    streams.push_back(must(compute.stream({.capacity = 64})));
  std::mt19937 random(7);
  std::vector<Values> memory{{1, 2, 3, 4, 5, 6, 7, 8}};
  std::vector<Buffer> buffers{
      must(compute.buffer<std::int32_t>(std::span<const std::int32_t>(memory[0]), {length}))};
  for (int i = 0; i < 5000; ++i) {
    Step step = random_step(random);
    step.a = random() % buffers.size();
    step.b = random() % buffers.size();
    step.dst = buffers.size();
    buffers.push_back(must(compute.buffer_zeros({length}, DType::s32)));
    must(submit(compute, step, buffers, streams[step.stream]));
    memory.push_back(result_of(step, memory));
  }
  for (std::size_t i = 0; i < buffers.size(); ++i)
    ASSERT_EQ(must(buffers[i].read<std::int32_t>()), memory[i]) << "buffer " << i;
}

// Reading at once makes the command urgent just when a worker looks for it.
TEST(Stress, NobodySleepsBesideAReadyCommand) {
  const int rounds = std::getenv("DALA_TEST_SHORT") != nullptr ? 5'000 : 100'000;
  const Compute compute = Compute::create({.threads = 2}).value();
  const Buffer a = must(compute.buffer<float>({1}, {1}));
  const Buffer b = must(compute.buffer_zeros({1}, DType::f32));
  float value = 0;
  for (int i = 0; i < rounds; ++i) {
    must(compute.submit({.kernel = "relu", .inputs = {a}, .outputs = b}));
    must(b.read_into(std::as_writable_bytes(std::span(&value, 1))));
    ASSERT_EQ(value, 1);
  }
}

TEST(Stress, ManyComputesComeAndGo) {
  for (int i = 0; i < 200; ++i) {
    const Compute compute = Compute::create({.threads = 1 + static_cast<unsigned>(i % 3)}).value();
    const Buffer a = must(compute.buffer<float>({1, 2}, {2}));
    for (int k = 0; k < 5; ++k)
      must(compute.submit({.kernel = "elementwise_add", .inputs = {a, a}, .outputs = a}));
  }
}

}  // namespace
}  // namespace dala

// Variants of kernels and of runs of stages: which one runs, why others do
// not, and that the source they are compared with is known.
#include <cstdlib>

#include "compute/compute_fixture.hpp"
#include "compute/generated.hpp"
#include "compute/pipeline_state.hpp"

namespace dala::test {
namespace {

constexpr const char* twice_source = R"(fn twice(a: Tensor<u8>, o: &mut Tensor<u8>) {
  o[ABSOLUTE_POS] = a[ABSOLUTE_POS] * 2u8;
})";
constexpr const char* more_source = R"(fn more(a: Tensor<u8>, o: &mut Tensor<u8>, by: s32) {
  o[ABSOLUTE_POS] = ((a[ABSOLUTE_POS] as s32) + by) as u8;
})";

// What `change` makes of every byte.
HostKernel each_byte(std::function<int(int, const HostCall&)> change) {
  return [change = std::move(change)](const HostCall& call) -> Result<void> {
    const auto from = call.inputs[0].values<std::uint8_t>();
    const auto to = call.outputs[0].values<std::uint8_t>();
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = static_cast<std::uint8_t>(change(from[i], call));
    return {};
  };
}

KernelVariant doubling(std::string name, int factor = 2) {
  return {.name = std::move(name),
          .run = each_byte([factor](int v, const HostCall&) { return v * factor; })};
}

Compute on(const char* device) { return Compute::create({.device = device, .threads = 2}).value(); }

// Restores the variable when it goes.
class Verifying {
 public:
  Verifying() { setenv("DALA_VERIFY", "1", 1); }
  ~Verifying() { unsetenv("DALA_VERIFY"); }
  Verifying(const Verifying&) = delete;
  Verifying& operator=(const Verifying&) = delete;
};

StageExplanation explain_twice(const Compute& compute) {
  const Buffer in = compute.buffer_zeros({64}, DType::u8).value();
  const Buffer out = compute.buffer_zeros({64}, DType::u8).value();
  return compute.explain({.kernel = "twice", .inputs = in, .outputs = out}).value().stages[0];
}

TEST(Variants, TheFirstThatAcceptsRunsAndTheOthersSayWhyNot) {
  const Compute compute = on("cpu");
  KernelVariant large = doubling("for_large");
  large.accepts = [](const HostCall& call, const Capabilities&) {
    return call.inputs[0].shape.elements() > 100 ? accepted : rejected("it is for large tensors");
  };
  const KernelVariant cuda{.name = "for_cuda", .run = NativeKernel{.source = "", .entry = "twice"}};
  ASSERT_TRUE(compute.register_kernel(
      "twice", {.text = twice_source, .variants = {cuda, large, doubling("for_all")}}));
  const StageExplanation explained = explain_twice(compute);
  EXPECT_EQ(explained.implementation, "for_all");
  ASSERT_EQ(explained.rejections.size(), 2);
  EXPECT_EQ(explained.rejections[0].implementation, "for_cuda");
  EXPECT_EQ(explained.rejections[0].reason, "it is CUDA C++, which this device does not take");
  EXPECT_EQ(explained.rejections[1].reason, "it is for large tensors");
  const Buffer in = compute.buffer<std::uint8_t>({1, 100, 200}, {3}).value();
  EXPECT_EQ(compute.run("twice", in)->read<std::uint8_t>().value(),
            (std::vector<std::uint8_t>{2, 200, 144}));
}

TEST(Variants, TheInterpreterRunsEveryKernelByItsSource) {
  const Compute compute = on("cpu-interpreter");
  ASSERT_TRUE(
      compute.register_kernel("twice", {.text = twice_source, .variants = {doubling("wrong", 3)}}));
  const StageExplanation explained = explain_twice(compute);
  EXPECT_EQ(explained.implementation, "interpreter");
  ASSERT_EQ(explained.rejections.size(), 1);
  EXPECT_EQ(explained.rejections[0].reason, "this device runs every kernel by its source");
}

TEST(Variants, AreComparedWithTheSourceWhenAsked) {
  const Verifying verifying;
  const Compute compute = on("cpu");
  ASSERT_TRUE(
      compute.register_kernel("twice", {.text = twice_source, .variants = {doubling("right")}}));
  ASSERT_TRUE(
      compute.register_kernel("wrong", {.text = twice_source, .variants = {doubling("wrong", 3)}}));
  KernelVariant near{.name = "near",
                     .run = each_byte([](int v, const HostCall&) { return (v * 2) + 1; }),
                     .off_by = 1};
  ASSERT_TRUE(compute.register_kernel("near", {.text = twice_source, .variants = {near}}));
  const Buffer in = compute.buffer<std::uint8_t>({1, 2, 3}, {3}).value();
  EXPECT_TRUE(compute.run("twice", in));
  EXPECT_TRUE(compute.run("near", in));
  const auto failed = compute.run("wrong", in);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::verify_failed);
}

// Where the source of one with a cost could be fused, the cheaper way is taken.
TEST(Variants, CostsAreComparedWithFusing) {
  const Compute compute = on("cpu");
  const auto implementations = [&](const char* name, std::optional<double> cost) {
    KernelVariant variant = doubling("by_hand");
    variant.cost = cost;
    EXPECT_TRUE(compute.register_kernel(name, {.text = twice_source, .variants = {variant}}));
    const Shape shape{1 << 20};
    const Pipeline pipeline = compute.pipeline();
    const Buffer in = compute.buffer_zeros(shape, DType::u8).value();
    const Buffer between = pipeline.transient(shape, DType::u8).value();
    const Buffer out = compute.buffer_zeros(shape, DType::u8).value();
    EXPECT_TRUE(pipeline.add({.kernel = name, .inputs = in, .outputs = between}));
    EXPECT_TRUE(pipeline.add({.kernel = "once_more", .inputs = between, .outputs = out}));
    std::string all;
    const Explanation explanation = pipeline.explain().value();
    for (const StageExplanation& stage : explanation.stages) all += stage.implementation + " ";
    return all;
  };
  ASSERT_TRUE(compute.register_kernel("once_more", {.text = twice_source}));
  if (implementations("plain", 1e6) != "jit ") GTEST_SKIP() << "skipped: this build has no JIT";
  EXPECT_EQ(implementations("always", std::nullopt), "by_hand jit ");
  EXPECT_EQ(implementations("dear", 1e6), "jit ");
}

// Doubles, then adds; and a variant that does both.
struct Doubled final : StageDescription {
  [[nodiscard]] std::span<const RunVariant> runs() const override;
};
struct Added final : StageDescription {};

int add_too_much = 0;
double cost_of_both = 0;

RunOffer offer_both(const StageRun& run, const Capabilities&) {
  if (run.is<Added>(1) == nullptr) return no_offer("nothing is added to it");
  return {.stages = 2,
          .run = each_byte([at = run.param(1)](int v, const HostCall& call) {
            return static_cast<int>((v * 2) + call.params[at].integer() + add_too_much);
          }),
          .cost = cost_of_both};
}

constexpr std::array<RunVariant, 1> both_runs = {{{.name = "both", .offer = offer_both}}};

std::span<const RunVariant> Doubled::runs() const { return both_runs; }

struct Chain {
  Compute compute;
  Pipeline pipeline;
  Buffer in;
  Buffer out;

  explicit Chain(Compute with, const PipelineOptions& options = {}, std::int64_t size = 300)
      : compute(std::move(with)),
        pipeline(compute.pipeline(options)),
        in(compute.buffer_zeros({size}, DType::u8).value()),
        out(compute.buffer_zeros({size}, DType::u8).value()) {
    const Buffer between = pipeline.transient({size}, DType::u8).value();
    const std::string twice =
        register_generated(compute, "twice", {.text = twice_source}, std::make_shared<Doubled>())
            .value();
    const std::string more =
        register_generated(compute, "more", {.text = more_source}, std::make_shared<Added>())
            .value();
    EXPECT_TRUE(pipeline.add({.kernel = twice, .inputs = in, .outputs = between}));
    EXPECT_TRUE(pipeline.add(
        {.kernel = more, .inputs = between, .outputs = out, .params = {{"by", std::int64_t{5}}}}));
  }
  [[nodiscard]] int first() const { return out.read<std::uint8_t>().value()[0]; }
};

TEST(RunsOfStages, OneVariantDoesThemAndTheirParametersStillChange) {
  const Chain chain(on("cpu"));
  ASSERT_TRUE(chain.pipeline.run());
  EXPECT_EQ(chain.first(), 5);
  const Explanation explained = chain.pipeline.explain().value();
  ASSERT_EQ(explained.stages.size(), 1);
  EXPECT_EQ(explained.stages[0].kernel, "twice + more");
  EXPECT_EQ(explained.stages[0].implementation, "both");
  ASSERT_TRUE(chain.pipeline.set_params(1, {{"by", std::int64_t{7}}}));
  ASSERT_TRUE(chain.pipeline.run());
  EXPECT_EQ(chain.first(), 7);
  EXPECT_TRUE(chain.pipeline.explain()->ran);
}

TEST(RunsOfStages, WithoutVariantsOrOnTheInterpreterTheSourcesRun) {
  const Chain plain(on("cpu"), {.variants = false});
  ASSERT_TRUE(plain.pipeline.run());
  EXPECT_EQ(plain.first(), 5);
  EXPECT_NE(plain.pipeline.explain().value().stages[0].implementation, "both");
  const Chain interpreted(on("cpu-interpreter"));
  ASSERT_TRUE(interpreted.pipeline.run());
  EXPECT_EQ(interpreted.first(), 5);
  const auto rejected = interpreted.pipeline.explain().value().stages[0].rejections;
  ASSERT_EQ(rejected.size(), 1);
  EXPECT_EQ(rejected[0].implementation, "both");
  EXPECT_EQ(rejected[0].reason, "this device runs every kernel by its source");
}

TEST(RunsOfStages, AreComparedWithTheStagesOneByOne) {
  const Verifying verifying;
  const Chain chain(on("cpu"));
  EXPECT_TRUE(chain.pipeline.run());
  add_too_much = 1;
  const Chain wrong(on("cpu"));
  const auto failed = wrong.pipeline.run();
  add_too_much = 0;
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::verify_failed) << failed.error().message;
}

TEST(RunsOfStages, AVariantThatCostsMoreIsLeftOut) {
  cost_of_both = 1e6;
  const Chain chain(on("cpu"));
  ASSERT_TRUE(chain.pipeline.plan());
  cost_of_both = 0;
  const auto stages = chain.pipeline.explain().value().stages;
  EXPECT_NE(stages[0].implementation, "both");
  ASSERT_EQ(stages[0].rejections.size(), 1);
  EXPECT_EQ(stages[0].rejections[0].implementation, "both");
  EXPECT_NE(stages[0].rejections[0].reason.find("would cost"), std::string::npos);
}

TEST(RunsOfStages, WhatOthersReadTooIsMade) {
  const Chain chain(on("cpu"));
  const Buffer also = chain.compute.buffer_zeros({300}, DType::u8).value();
  const Buffer between = chain.pipeline.stages()[0].outputs[0];
  ASSERT_TRUE(chain.pipeline.add({.op = Op::copy_buffer, .inputs = between, .outputs = also}));
  ASSERT_TRUE(chain.in.write(std::vector<std::uint8_t>(300, 3)));
  ASSERT_TRUE(chain.pipeline.run());
  EXPECT_EQ(chain.first(), 11);
  EXPECT_EQ(also.read<std::uint8_t>().value()[0], 6);
}

}  // namespace
}  // namespace dala::test

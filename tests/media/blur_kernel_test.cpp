// The CUDA variant of the blur, run on the CPU: it makes what the filters make one by one.
#ifdef DALA_HAS_CUDA
#include "backend/cuda/driver/compile.hpp"
#endif
#include "media/chain.hpp"
#include "media/filters/blur/run.hpp"
#include "media/media_helper.hpp"
#include "support/cuda_on_cpu.hpp"

namespace dala::media::test {
namespace {

using namespace dala::test::cuda;

unsigned dot(unsigned a, unsigned b, unsigned sum) {
  for (unsigned i = 0; i < 32; i += 8) sum += ((a >> i) & 255U) * ((b >> i) & 255U);
  return sum;
}
unsigned less(unsigned a, unsigned sum) {
  for (unsigned i = 0; i < 32; i += 8) sum -= (a >> i) & 255U;
  return sum;
}
unsigned pair(int first, int second, unsigned rest) {
  return static_cast<unsigned>(std::clamp(first, 0, 255)) |
         (static_cast<unsigned>(std::clamp(second, 0, 255)) << 8U) | (rest << 16U);
}

#define __shared__ static  // NOLINT(bugprone-reserved-identifier)

#define W 75
#define H 43
namespace all_of_it {
#define RADIUS 3
#define SHARPENS 1
#define BRIGHTENS 1
#define ARGUMENTS , float amount, float offset
#define blur_chain blur_all_of_it  // the text names it as C does, without namespaces
#include "../../src/media/filters/blur/blur.cu"
constexpr unsigned tile_height = TH;
}  // namespace all_of_it
#undef blur_chain
#undef RADIUS
#undef SHARPENS
#undef BRIGHTENS
#undef ARGUMENTS
namespace large_and_bright {
#define RADIUS 8
#define SHARPENS 0
#define BRIGHTENS 1
#define ARGUMENTS , float offset
#define blur_chain blur_large_and_bright
#include "../../src/media/filters/blur/blur.cu"
constexpr unsigned tile_height = TH;
}  // namespace large_and_bright
#undef blur_chain
constexpr unsigned width = W;
constexpr unsigned height = H;
#undef W
#undef H

struct Row {
  std::vector<std::uint32_t> frame = {};
  std::vector<std::uint32_t> weights = {};
  std::vector<std::uint32_t> made = {};
  Picture expected = {};
  NativeKernel native = {};
  Params params = {};
};

// What the variant offers for the stages of the filters, all of which it takes.
NativeKernel offered(const ChainPlan& plan, const Pipeline& pipeline) {
  const std::vector<Command> commands = pipeline.stages();
  std::vector<StageRun::Stage> stages;
  for (std::size_t i = 0; i < commands.size(); ++i)
    stages.push_back({plan.stages[i].description.get(), &commands[i], commands[i].params.size()});
  const RunOffer offer = offer_blur_cuda(StageRun(std::move(stages)), {});
  EXPECT_EQ(offer.stages, commands.size()) << offer.reason;
  return std::get<NativeKernel>(offer.run);
}

Row make_row(const std::vector<Filter>& filters) {
  const Picture picture = noise(width, height);
  const ChainPlan plan = must(plan_chain({width, height}, filters));
  const Compute& cpu = *compute_on("cpu");
  const Buffer input = must(cpu.buffer_from_bytes(std::as_bytes(std::span(picture.rgba)),
                                                  frame_shape({width, height}), DType::u8));
  const auto chain = must(Chain::make(cpu, plan, input, false));
  must(chain->run());
  Row row{.expected = {width, height, must(chain->output().read<std::uint8_t>())}};
  const std::vector<std::byte>& table = plan.tables[plan.stages[0].inputs[1].number].bytes;
  row.weights.resize(table.size() / 4);
  std::memcpy(row.weights.data(), table.data(), table.size());
  row.frame.resize(std::size_t{width} * height);
  std::memcpy(row.frame.data(), picture.rgba.data(), picture.rgba.size());
  row.made.resize(row.frame.size());
  row.native = offered(plan, chain->pipeline());
  for (const Stage& stage : plan.stages)
    for (const Param& param : stage.params) row.params.set(param.name, param.value);
  return row;
}

float param(const Row& row, const char* name) {
  for (const auto& [known, value] : row.params)
    if (known == name) return static_cast<float>(value.number());
  ADD_FAILURE() << "no parameter " << name;
  return 0;
}

void expect_same(const Row& row) {
  std::vector<std::uint8_t> bytes(row.made.size() * 4);
  std::memcpy(bytes.data(), row.made.data(), bytes.size());
  EXPECT_EQ((Picture{width, height, bytes}), row.expected);
}

const Filter brightness{"brightness", {{"value", 0.1}}};

TEST(BlurChain, BlursSharpensAndBrightens) {
  for (const double sigma : {1.5, 0.05}) {  // of which the second has a weight of 256
    Row row = make_row(
        {{"blur", {{"radius", 3}, {"sigma", sigma}}}, {"sharpen", {{"amount", 0.3}}}, brightness});
    ASSERT_EQ(row.native.blocks[1], (height + all_of_it::tile_height - 1) / all_of_it::tile_height);
    run_blocks(row.native.blocks, row.native.threads, [&] {
      all_of_it::blur_all_of_it(row.frame.data(), row.weights.data(), row.made.data(),
                                param(row, "amount"), param(row, "offset"));
    });
    expect_same(row);
  }
}

TEST(BlurChain, BlursFarAndBrightens) {
  Row row = make_row({{"blur", {{"radius", 8}, {"sigma", 4.0}}}, brightness});
  ASSERT_EQ(row.native.blocks[1],
            (height + large_and_bright::tile_height - 1) / large_and_bright::tile_height);
  run_blocks(row.native.blocks, row.native.threads, [&] {
    large_and_bright::blur_large_and_bright(row.frame.data(), row.weights.data(), row.made.data(),
                                            param(row, "offset"));
  });
  expect_same(row);
}

TEST(BlurChain, TakesWhatItKnowsAndSaysWhatItDoesNot) {
  const auto says = [](const std::vector<Filter>& filters) {
    const ChainPlan plan = must(plan_chain({width, height}, filters));
    const Compute& cpu = *compute_on("cpu");
    const Buffer input = must(cpu.buffer_zeros(frame_shape({width, height}), DType::u8));
    const auto chain = must(Chain::make(cpu, plan, input, false));
    const std::vector<Command> commands = chain->pipeline().stages();
    std::vector<StageRun::Stage> stages;
    for (std::size_t i = 0; i < commands.size(); ++i)
      stages.push_back({plan.stages[i].description.get(), &commands[i], commands[i].params.size()});
    const RunOffer offer = offer_blur_cuda(StageRun(std::move(stages)), {});
    return offer.stages > 0 ? std::to_string(offer.stages) : std::string(offer.reason);
  };
  EXPECT_EQ(says({{"blur"}}), "2");
  EXPECT_EQ(says({{"blur"}, {"sharpen"}}), "3");
  EXPECT_EQ(says({{"blur"}, {"invert"}}), "2");
  EXPECT_EQ(says({{"blur"}, {"sharpen"}, brightness, brightness}), "4");
  EXPECT_EQ(says({{"sharpen", {{"radius", 2}}}}), "2");  // without what unsharpens
  EXPECT_EQ(says({{"blur", {{"radius", 9}}}}), "it multiplies bytes, by weights of 8 bits");
  EXPECT_EQ(says({{"blur", {{"radius", 42}}}}), "the frame is mirrored more than once");
  EXPECT_EQ(says({{"sharpen"}}), "it takes a horizontal sum followed by the same vertical sum");
}

#ifdef DALA_HAS_CUDA
TEST(BlurChain, Compiles) {
  const auto compiler = backend::cuda::load_compiler({});
  if (!compiler) GTEST_SKIP() << "skipped: no NVRTC here: " << compiler.error().message;
  for (const std::vector<Filter>& filters :
       {std::vector<Filter>{{"blur"}}, std::vector<Filter>{{"blur", {{"radius", 1}}}, {"sharpen"}},
        std::vector<Filter>{{"blur"}, {"sharpen"}, brightness},
        std::vector<Filter>{{"blur", {{"radius", 8}}}, brightness}}) {
    const auto code =
        backend::cuda::compile_source(*compiler, make_row(filters).native.source, 90,
                                      backend::cuda::Rounding::fused, kernel::DiskCache({}));
    EXPECT_TRUE(code) << code.error().message;
  }
}
#endif

}  // namespace
}  // namespace dala::media::test

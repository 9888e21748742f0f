// Blurs that are joined for CUDA: the text of the joined stage makes what the stages make one by
// one, on the CPU; the kernel beside it compiles; and a GPU that is here makes the same.
#include "media/media_helper.hpp"

#ifdef DALA_HAS_CUDA
#include "backend/cuda/compile.hpp"
#endif
#include "media/chain.hpp"
#include "media/cuda_blur.hpp"

namespace dala::media::test {
namespace {

struct Joined {
  const char* name;
  std::vector<Filter> filters;
  std::size_t stages;  // that are left
};

void PrintTo(const Joined& of, std::ostream* out) { *out << of.name; }

const Filter sharpen{"sharpen", {{"amount", 0.3}}};
const Filter brightness{"brightness", {{"value", 0.1}}};

Filter blur(int radius) { return {"blur", {{"radius", radius}, {"sigma", 1.5}}}; }

class JoinedBlurs : public testing::TestWithParam<Joined> {};

Picture run_plan(const Compute& compute, const Picture& picture, const ChainPlan& plan) {
  const Buffer input =
      must(compute.buffer_from_bytes(std::as_bytes(std::span(picture.rgba)),
                                     frame_shape({picture.width, picture.height}), DType::u8));
  const auto chain = must(Chain::make(compute, plan, input, false));
  must(chain->run());
  const auto bytes = must(chain->output().read<std::uint8_t>());
  return {picture.width, picture.height, bytes};
}

TEST_P(JoinedBlurs, MakeWhatTheStagesMake) {
  for (const auto& [width, height] : {std::pair{75U, 43U}, std::pair{128U, 33U}}) {
    const Picture picture = noise(width, height);
    const ChainPlan plan = must(plan_chain({width, height}, GetParam().filters));
    ChainPlan joined = plan;
    join_blurs(joined);
    EXPECT_EQ(joined.stages.size(), GetParam().stages);
    const Picture expected = run_plan(*compute_on("cpu"), picture, plan);
    EXPECT_EQ(run_plan(*compute_on("cpu"), picture, joined), expected);
    if (compute_on("cuda") == nullptr) continue;
    EXPECT_EQ(run_plan(*compute_on("cuda"), picture, joined), expected) << width << "x" << height;
  }
}

#ifdef DALA_HAS_CUDA
TEST_P(JoinedBlurs, KernelsCompile) {
  const auto compiler = backend::cuda::load_compiler({});
  if (!compiler) GTEST_SKIP() << "skipped: no NVRTC here: " << compiler.error().message;
  ChainPlan plan = must(plan_chain({1920, 1080}, GetParam().filters));
  join_blurs(plan);
  for (const Stage& stage : plan.stages)
    if (const auto native = cuda_blur(stage)) {
      const auto code = backend::cuda::compile_text(
          *compiler, native->text, 90, backend::cuda::Rounding::fused, kernel::DiskCache({}));
      EXPECT_TRUE(code) << code.error().message;
    }
}
#endif

INSTANTIATE_TEST_SUITE_P(
    Chains, JoinedBlurs,
    testing::Values(Joined{"Alone", {blur(3)}, 1}, Joined{"SmallAndSharp", {blur(1), sharpen}, 1},
                    Joined{"AllOfIt", {blur(3), sharpen, brightness}, 1},
                    Joined{"LargeAndBright", {blur(8), brightness}, 1},
                    Joined{"TooLarge", {blur(9), sharpen}, 3},
                    Joined{"Twice", {blur(2), blur(4), sharpen, {"invert"}}, 3}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace dala::media::test

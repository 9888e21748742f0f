// The models give the answers that another runtime gave for the same tensors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include <dala/ml.hpp>

#include "ml/models_helper.hpp"

namespace dala::ml {
namespace {

using test::value_of;

struct Answer {
  std::size_t output;
  const char* file;
  double tolerance;      // of the model's card
  std::size_t skip = 0;  // numbers of the output before those in the file
};

struct Reference {
  const char* model;
  const char* folder;
  std::vector<Answer> answers;
};

void PrintTo(const Reference& reference, std::ostream* out) { *out << reference.folder; }

class References : public testing::TestWithParam<std::tuple<const char*, Reference>> {};

TEST_P(References, OutputsAreThoseOfAnotherRuntime) {
  const auto& [device, reference] = GetParam();
  if (std::getenv("DALA_TEST_SHORT") != nullptr && std::string_view(device) == "gles" &&
      std::string_view(reference.folder) != "blazeface")
    GTEST_SKIP() << "skipped: DALA_TEST_SHORT leaves out the larger models on OpenGL ES";
  DALA_MODEL_FILE(file, reference.model);
  DALA_MODEL_FILE(folder, std::filesystem::path("refs") / reference.folder);
  auto made = Compute::create({.device = device});
  if (!made && (made.error().code == ErrorCode::unknown_device ||
                made.error().code == ErrorCode::unsupported))
    GTEST_SKIP() << "skipped: " << made.error().message;
  const Compute compute = value_of(std::move(made));
  const Model model = value_of(Model::load(compute, file));
  const Buffer input = value_of(compute.load_npy(folder / "input.npy"));
  const std::vector<Buffer> outputs = value_of(model.predict({input}));
  for (const Answer& answer : reference.answers) {
    const std::vector<float> expected =
        value_of(value_of(compute.load_npy(folder / answer.file)).read<float>());
    const std::vector<float> got = value_of(outputs[answer.output].read<float>());
    ASSERT_GE(got.size(), answer.skip + expected.size());
    double worst = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
      worst = std::max(worst, std::abs(double{got[answer.skip + i]} - expected[i]));
    EXPECT_LE(worst, answer.tolerance) << answer.file;
  }
}

INSTANTIATE_TEST_SUITE_P(
    OfModels, References,
    testing::Combine(
        testing::Values("cpu", "gles", "cuda"),
        testing::Values(Reference{"mobilenet_v2.onnx", "mobilenet_v2", {{0, "logits.npy", 0.01}}},
                        Reference{"yolov5n.onnx",
                                  "yolo_v5",
                                  {{0, "output_rows_s16.npy", 0.1, 19200 * 85},
                                   {0, "output_rows_s32.npy", 0.1, 24000 * 85}}},
                        Reference{"blazeface.onnx",
                                  "blazeface",
                                  {{0, "regressors.npy", 0.02}, {1, "classificators.npy", 0.02}}},
                        Reference{"posenet_mv1_075_257.onnx",
                                  "posenet",
                                  {{0, "heatmaps.npy", 0.01},
                                   {1, "offsets.npy", 0.05},
                                   {2, "displacement_fwd.npy", 0.05},
                                   {3, "displacement_bwd.npy", 0.05}}},
                        Reference{
                            "deeplabv3_mnv2_257.onnx", "deeplab_257", {{0, "logits.npy", 0.01}}})),
    [](const auto& of) {
      return std::string(std::get<1>(of.param).folder) + "_" + std::get<0>(of.param);
    });

// How far less exact products lead away; docs/performance.md has what came out.
TEST(Precisions, StayCloseToTheReferences) {
  DALA_MODEL_FILE(file, "mobilenet_v2.onnx");
  DALA_MODEL_FILE(folder, std::filesystem::path("refs") / "mobilenet_v2");
  const auto compute = Compute::create({.device = "cuda"});
  if (!compute) GTEST_SKIP() << "skipped: " << compute.error().message;
  const Buffer input = value_of(compute->load_npy(folder / "input.npy"));
  const std::vector<float> expected =
      value_of(value_of(compute->load_npy(folder / "logits.npy")).read<float>());
  for (const auto& [precision, bound] :
       {std::pair{Precision::f32, 0.001}, {Precision::tf32, 0.1}, {Precision::f16, 0.1}}) {
    const Model model = value_of(Model::load(*compute, file, {.precision = precision}));
    const std::vector<Buffer> outputs = value_of(model.predict({input}));
    const std::vector<float> got = value_of(outputs[0].read<float>());
    double worst = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
      worst = std::max(worst, std::abs(double{got[i]} - expected[i]));
    EXPECT_LE(worst, bound) << static_cast<int>(precision);
    std::printf("precision %d: logits are up to %g away\n", static_cast<int>(precision), worst);
  }
}

TEST(Precisions, AreForCudaOnly) {
  DALA_MODEL_FILE(file, "mobilenet_v2.onnx");
  const auto compute = value_of(Compute::create({.device = "cpu"}));
  const auto model = Model::load(compute, file, {.precision = Precision::f16});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ErrorCode::unsupported);
  EXPECT_NE(model.error().message.find("f16"), std::string::npos) << model.error().message;
}

}  // namespace
}  // namespace dala::ml

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
  if (!made && made.error().code == ErrorCode::unknown_device)
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
        testing::Values("cpu", "gles"),
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

}  // namespace
}  // namespace dala::ml

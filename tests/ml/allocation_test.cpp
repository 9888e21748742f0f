// Nothing is allocated per prediction once a model is warm.
#include "support/allocations.hpp"

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "ml/random_models_helper.hpp"

namespace dala::ml {
namespace {

using test::cpu;
using test::OnnxBuilder;
using test::value_of;

#if DALA_COUNTS_ALLOCATIONS

// The fewest of several tries: a busy machine can have more in flight than ever before.
long allocations_of(const Model& model, const std::vector<Shape>& shapes) {
  BufferList inputs;
  for (const Shape& shape : shapes)
    inputs.push_back(value_of(cpu().buffer_zeros(shape, DType::f32)));
  BufferList outputs;
  const std::vector<Shape> made = value_of(model.output_shapes(shapes));
  for (std::size_t i = 0; i < made.size(); ++i)
    outputs.push_back(value_of(cpu().buffer_zeros(made[i], model.info().outputs[i].dtype)));
  const auto predict = [&] { EXPECT_TRUE(model.predict_into(inputs, outputs)); };
  for (int i = 0; i < 3; ++i) predict();
  long fewest = std::numeric_limits<long>::max();
  for (int attempt = 0; attempt < 5 && fewest > 0; ++attempt) {
    const long before = allocations.load();
    predict();
    fewest = std::min(fewest, allocations.load() - before);
  }
  return fewest;
}

TEST(Allocations, NoneInRandomNetworks) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const test::RandomModel made = test::random_network(seed);
    std::vector<Shape> shapes;
    for (const test::Ints& dims : made.inputs) shapes.emplace_back(dims);
    EXPECT_EQ(allocations_of(value_of(test::load_bytes(made.file)), shapes), 0) << made.text;
  }
}

class OfModel : public testing::TestWithParam<const char*> {};

TEST_P(OfModel, NonePerPrediction) {
  DALA_MODEL_FILE(file, GetParam());
  const Model model = value_of(Model::load(cpu(), file));
  std::vector<Shape> shapes;
  for (const ModelTensor& input : model.info().inputs) {
    Shape shape(input.dims);
    for (std::size_t i = 0; i < shape.rank(); ++i)
      if (shape[i] < 0) shape.set(i, 1);
    shapes.push_back(shape);
  }
  EXPECT_EQ(allocations_of(model, shapes), 0);
}

INSTANTIATE_TEST_SUITE_P(Allocations, OfModel,
                         testing::Values("mobilenet_v2.onnx", "yolov5n.onnx", "blazeface.onnx",
                                         "posenet_mv1_075_257.onnx", "deeplabv3_mnv2_257.onnx"),
                         [](const auto& of) {
                           const std::string name = of.param;
                           return name.substr(0, name.find('.'));
                         });

#else

TEST(Allocations, OfModels) {
  GTEST_SKIP() << "skipped: sanitizers have their own malloc, so allocations cannot be counted";
}

#endif

}  // namespace
}  // namespace dala::ml

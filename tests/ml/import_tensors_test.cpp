// Weights, attributes and shapes that are wrong: at load where the file alone shows it, and when
// the model first sees inputs where it needs their shapes.
#include <gtest/gtest.h>

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::expect_misfit;
using test::expect_refused;
using test::Floats;
using test::Ints;
using test::load;
using test::OnnxAttributes;
using test::OnnxBuilder;
using test::value_of;

OnnxBuilder with_weights(const Ints& dims, const Floats& values) {
  OnnxBuilder file(13);
  file.input("x", {4}).floats("w", dims, values).node("Add", {"x", "w"}, {"y"}).output("y");
  return file;
}

// One node that reads a picture and weights.
OnnxBuilder one_node(const std::string& op, const OnnxAttributes& attributes,
                     const Ints& weights = {2, 3, 3, 3}) {
  OnnxBuilder file(13);
  file.input("x", {1, 3, 8, 8});
  std::int64_t count = 1;
  for (const std::int64_t dim : weights) count *= dim;
  file.floats("w", weights, Floats(static_cast<std::size_t>(count)));
  file.node(op, {"x", "w"}, {"y"}, attributes).output("y");
  return file;
}

const std::vector<Shape> picture{{1, 3, 8, 8}};

TEST(ImportTensors, NegativeDimension) {
  expect_refused(with_weights({-4}, {1, 2, 3, 4}), ErrorCode::invalid_shape, "-4");
}

TEST(ImportTensors, EnormousDimension) {
  expect_refused(with_weights({std::int64_t{1} << 50}, {1}), ErrorCode::bad_file,
                 "the tensor 'w' has 1 numbers or bytes and needs 1125899906842624");
  expect_refused(with_weights({std::int64_t{1} << 40, std::int64_t{1} << 40}, {1}),
                 ErrorCode::invalid_shape, "1099511627776");
}

TEST(ImportTensors, ShorterThanItsShape) {
  expect_refused(with_weights({4}, {1, 2, 3}), ErrorCode::bad_file,
                 "the tensor 'w' has 3 numbers or bytes and needs 4");
}

TEST(ImportTensors, RawDataOfAnotherLength) {
  OnnxBuilder file = with_weights({4}, {});
  file.graph().mutable_initializer(0)->set_raw_data("123456789");
  expect_refused(file, ErrorCode::bad_file, "the tensor 'w' has 9 numbers or bytes and needs 16");
}

TEST(ImportTensors, TooManyDimensions) {
  expect_refused(with_weights(Ints(9, 1), {1}), ErrorCode::unsupported,
                 "the tensor 'w' has 9 dimensions");
}

TEST(ImportTensors, InAnotherFile) {
  OnnxBuilder file = with_weights({4}, {1, 2, 3, 4});
  file.graph().mutable_initializer(0)->set_data_location(onnx::TensorProto::EXTERNAL);
  expect_refused(file, ErrorCode::unsupported, "the tensor 'w' lies in another file");
}

TEST(ImportTensors, UnsupportedElementType) {
  OnnxBuilder file = with_weights({4}, {1, 2, 3, 4});
  file.graph().mutable_initializer(0)->set_data_type(onnx::TensorProto::COMPLEX64);
  expect_refused(file, ErrorCode::unsupported, "tensors of ONNX type 14 are not supported");
}

TEST(ImportTensors, InputThatIsNoTensor) {
  OnnxBuilder file = with_weights({4}, {1, 2, 3, 4});
  file.graph().mutable_input(0)->mutable_type()->mutable_sequence_type();
  expect_refused(file, ErrorCode::unsupported, "'x' is no tensor");
}

TEST(ImportTensors, AttributeOfTheWrongType) {
  expect_refused(one_node("Conv", {{"group", 1.0F}}), ErrorCode::bad_file,
                 "Conv 'y': its attribute 'group' is of the wrong type");
  expect_refused(one_node("Conv", {{"pads", std::int64_t{1}}}), ErrorCode::bad_file,
                 "its attribute 'pads' is of the wrong type");
}

TEST(ImportTensors, AttributeOfAnUnsupportedKind) {
  OnnxBuilder file = one_node("Conv", {});
  auto& attribute = *file.graph().mutable_node(0)->add_attribute();
  attribute.set_name("body");
  attribute.set_type(onnx::AttributeProto::GRAPH);
  expect_refused(file, ErrorCode::unsupported,
                 "Conv 'y': the attribute 'body' is of a kind that is not supported");
}

TEST(ImportTensors, AttributeOfTheWrongLength) {
  expect_misfit(one_node("Conv", {{"pads", Ints{1, 1, 1}}}), picture, ErrorCode::bad_file,
                "Conv 'y': its pads are 3 numbers for 2 axes");
  expect_misfit(one_node("Conv", {{"strides", Ints{1}}}), picture, ErrorCode::bad_file,
                "its strides are 1 numbers for 2 axes");
  expect_misfit(one_node("Conv", {{"kernel_shape", Ints{5, 5}}}), picture, ErrorCode::bad_file,
                "its kernel_shape is {5, 5} and its weights are {2, 3, 3, 3}");
}

TEST(ImportTensors, AttributeOutOfRange) {
  expect_misfit(one_node("Conv", {{"strides", Ints{0, 1}}}), picture, ErrorCode::bad_file,
                "one of its strides is 0");
  expect_misfit(one_node("Conv", {{"group", std::int64_t{0}}}), picture, ErrorCode::bad_file,
                "3 channels do not divide into 0 groups");
  expect_misfit(one_node("Conv", {{"pads", Ints{-1, 0, 0, 0}}}), picture, ErrorCode::bad_file,
                "it has pads of -1 and 0");
  expect_misfit(one_node("Concat", {{"axis", std::int64_t{4}}}), picture, ErrorCode::bad_file,
                "there is no axis 4 in 4 dimensions");
}

TEST(ImportTensors, WrongNumberOfInputs) {
  OnnxBuilder file = one_node("Conv", {});
  file.graph().mutable_node(0)->mutable_input()->RemoveLast();
  expect_misfit(file, picture, ErrorCode::bad_file, "Conv 'y': it has 1 inputs");
}

TEST(ImportTensors, InputLeftOut) {
  for (const char* op : {"Conv", "Sum"}) {
    OnnxBuilder file = one_node(op, {});
    file.graph().mutable_node(0)->set_input(1, "");
    expect_misfit(file, picture, ErrorCode::bad_file, "'y': its input 1 is missing");
  }
  OnnxBuilder file(13);
  file.input("x", {}).node("Pad", {"x"}, {"y"}).output("y");
  expect_misfit(file, {Shape{}}, ErrorCode::bad_file, "Pad 'y': its pads are missing");
}

TEST(ImportTensors, ShapesThatDoNotFit) {
  expect_misfit(one_node("Conv", {}, {2, 4, 3, 3}), picture, ErrorCode::shape_mismatch,
                "Conv 'y': its input has 3 channels and its weights are for 4");
  expect_misfit(one_node("Add", {}, {5}), picture, ErrorCode::shape_mismatch, "Add 'y': ");
}

TEST(ImportTensors, PicturesThatAreMadeTooLarge) {
  OnnxBuilder file(13);
  file.input("x", {1, 1, 1, 1}).floats("s", {4}, Floats{1, 1, 1, 1e7F});
  file.node("Resize", {"x", "", "s"}, {"y"}).output("y");
  expect_misfit(file, {{1, 1, 1, 1}}, ErrorCode::bad_file,
                "Resize 'y': it makes 10000000 elements of 1 along axis 3");
}

// A picture of one pixel that grows a thousand times, again and again.
TEST(ImportTensors, SizesThatMultiplyUp) {
  OnnxBuilder file(13);
  file.input("x", {1, 1}).integers("r", {1000, 1000});
  std::string at = "x";
  for (int i = 0; i < 8; ++i) {
    const std::string next = "t" + std::to_string(i);
    file.node("Tile", {at, "r"}, {next});
    at = next;
  }
  file.output(at);
  expect_misfit(file, {{1, 1}}, ErrorCode::invalid_shape, "its output would be");
}

}  // namespace
}  // namespace dala::ml

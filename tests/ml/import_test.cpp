// What can be wrong with a model file, and what is said about it.
#include <gtest/gtest.h>

#include <dala/ml.hpp>

#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"
#include "support/results.hpp"

namespace dala::ml {
namespace {

using test::expect_refused;
using test::Floats;
using test::load;
using test::load_bytes;
using test::OnnxBuilder;

// One Relu; tests break it.
OnnxBuilder small() {
  OnnxBuilder file(13);
  file.input("x", {1, 4}).node("Relu", {"x"}, {"y"}).output("y");
  return file;
}

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(Import, NotProtobuf) {
  expect_error(load_bytes(bytes_of("\x89PNG this is a picture")), ErrorCode::bad_file,
               "this is no ONNX file, or a damaged one");
}

TEST(Import, Empty) { expect_error(load_bytes({}), ErrorCode::bad_file, "this is no ONNX file"); }

// A file that ends anywhere is an error, or a model that lacks what stood behind.
TEST(Import, Truncated) {
  const std::vector<std::byte> whole = small().bytes();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(load_bytes(std::span(whole).first(size))) << size;
}

TEST(Import, NoGraph) {
  OnnxBuilder file = small();
  file.proto().clear_graph();
  expect_refused(file, ErrorCode::bad_file, "this is no ONNX file");
}

TEST(Import, OpsetTooOld) {
  OnnxBuilder file = small();
  file.proto().mutable_opset_import(0)->set_version(6);
  expect_refused(file, ErrorCode::unsupported, "the model uses opset 6; 7 to 17 are supported");
}

TEST(Import, OpsetTooNew) {
  OnnxBuilder file = small();
  file.proto().mutable_opset_import(0)->set_version(99);
  expect_refused(file, ErrorCode::unsupported, "the model uses opset 99; 7 to 17 are supported");
}

TEST(Import, OpsetMissing) {
  OnnxBuilder file = small();
  file.proto().clear_opset_import();
  expect_refused(file, ErrorCode::bad_file, "the model does not say which opset it uses");
}

TEST(Import, TwoOpsets) {
  OnnxBuilder file = small();
  file.proto().add_opset_import()->set_version(9);
  expect_refused(file, ErrorCode::bad_file, "the model says that it uses opset 13 and opset 9");
  file.proto().mutable_opset_import(1)->set_version(13);
  EXPECT_TRUE(load(file));
}

TEST(Import, UnknownOperatorsAreNamedAllAtOnce) {
  OnnxBuilder file = small();
  file.node("Bernoulli", {"y"}, {"dice"}).node("Einsum", {"y"}, {"sums"});
  file.graph().mutable_node(2)->clear_name();
  expect_refused(file, ErrorCode::unsupported,
                 "operators of opset 13 that are not supported: Bernoulli 'dice', Einsum");
}

TEST(Import, NodeWithoutOperator) {
  OnnxBuilder file = small();
  file.graph().mutable_node(0)->clear_op_type();
  expect_refused(file, ErrorCode::bad_file, "the node 'y' has no operator");
}

TEST(Import, OtherDomains) {
  OnnxBuilder file = small();
  file.graph().mutable_node(0)->set_domain("com.example");
  expect_refused(file, ErrorCode::unsupported, "com.example.Relu 'y' (not of the ONNX standard)");
  file.graph().mutable_node(0)->set_domain("ai.onnx");
  EXPECT_TRUE(load(file));
}

TEST(Import, ValueDefinedTwice) {
  OnnxBuilder file = small();
  file.node("Abs", {"x"}, {"y"});
  expect_refused(file, ErrorCode::bad_file, "the value 'y' is defined twice");
}

TEST(Import, WeightsDefinedTwice) {
  OnnxBuilder file = small();
  file.floats("w", {1}, Floats{1}).floats("w", {1}, Floats{2});
  expect_refused(file, ErrorCode::bad_file, "the value 'w' is defined twice");
}

TEST(Import, InputThatNothingMakes) {
  OnnxBuilder file = small();
  file.node("Add", {"y", "ghost"}, {"z"});
  expect_refused(file, ErrorCode::bad_file, "Add 'z': nothing makes its input 'ghost'");
}

TEST(Import, OutputThatNothingMakes) {
  OnnxBuilder file = small();
  file.output("ghost");
  expect_refused(file, ErrorCode::bad_file, "nothing makes the output 'ghost'");
}

TEST(Import, NoOutput) {
  OnnxBuilder file = small();
  file.graph().clear_output();
  expect_refused(file, ErrorCode::bad_file, "the model has no output");
}

TEST(Import, Circle) {
  OnnxBuilder file = small();
  file.node("Add", {"x", "b"}, {"a"}).node("Relu", {"a"}, {"b"});
  expect_refused(file, ErrorCode::bad_file, "read from each other in a circle");
}

TEST(Import, OutputOfAnotherType) {
  OnnxBuilder file = small();
  file.floats("w", {2}, Floats{1, 2}).output("w", onnx::TensorProto::DOUBLE);
  expect_refused(file, ErrorCode::bad_file, "the output 'w' is f32, and the file says f64");
}

// Nodes may stand in any order, and outputs that nobody reads may be named.
TEST(Import, OrderAndOutputsNobodyReads) {
  OnnxBuilder file(9);
  file.input("x", {1, 4}).node("Relu", {"dropped"}, {"y"});
  file.node("Dropout", {"x"}, {"dropped", "mask"}).output("y");
  EXPECT_TRUE(load(file));
  file.output("mask");
  expect_error(test::value_of(load(file)).output_shapes(std::vector<Shape>{{1, 4}}),
               ErrorCode::bad_file, "Dropout 'dropped': it has 2 outputs");
}

TEST(Import, InputsThatAreWeightsAreNoInputs) {
  OnnxBuilder file = small();
  file.input("w", {1}).floats("w", {1}, Floats{1});
  EXPECT_EQ(test::value_of(load(file)).info().inputs.size(), 1U);
}

}  // namespace
}  // namespace dala::ml

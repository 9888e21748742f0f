// Small ONNX files, made in memory.
//
//   OnnxBuilder model(13);
//   model.input("x", {1, 3, -1, -1}).floats("w", {8, 3, 3, 3}, numbers);
//   model.node("Conv", {"x", "w"}, {"y"}, {{"pads", Ints{1, 1, 1, 1}}}).output("y");
//   auto loaded = Model::from_bytes(compute, model.bytes());
#pragma once

#include <onnx/onnx.pb.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dala::test {

using Ints = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Names = std::vector<std::string>;
using OnnxAttribute = std::variant<std::int64_t, float, std::string, Ints, Floats>;

// A list that outlives the call it is written in.
struct OnnxAttributes : std::vector<std::pair<std::string, OnnxAttribute>> {
  using std::vector<std::pair<std::string, OnnxAttribute>>::vector;
};

class OnnxBuilder {
 public:
  explicit OnnxBuilder(int opset);

  // -1 among the sizes: the caller's choice.
  OnnxBuilder& input(const std::string& name, const Ints& dims,
                     int type = onnx::TensorProto::FLOAT);
  OnnxBuilder& output(const std::string& name, int type = onnx::TensorProto::FLOAT);
  // Weights.
  OnnxBuilder& floats(const std::string& name, const Ints& dims, std::span<const float> values);
  OnnxBuilder& integers(const std::string& name, const Ints& values);
  OnnxBuilder& integers(const std::string& name, const Ints& dims, const Ints& values);
  // Of 8, 16 or 32 bits, or bits of half floats.
  OnnxBuilder& narrow(const std::string& name, int type, const Ints& dims, const Ints& values);
  // An input that is "" is left out. The node is called after its first output.
  OnnxBuilder& node(const std::string& op, const Names& inputs, const Names& outputs,
                    const OnnxAttributes& attributes = {});
  // Of the last node.
  OnnxBuilder& domain(const std::string& name);

  // For what files should not contain.
  [[nodiscard]] onnx::ModelProto& proto() { return model_; }
  [[nodiscard]] onnx::GraphProto& graph() { return *model_.mutable_graph(); }
  [[nodiscard]] std::vector<std::byte> bytes() const;

 private:
  onnx::ModelProto model_;
};

}  // namespace dala::test

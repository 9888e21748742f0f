// What the writers of random operators share; each family is a function.
#pragma once

#include "ml/random_models_helper.hpp"

namespace dala::test {

class OperatorWriter {
 public:
  explicit OperatorWriter(std::uint32_t seed)
      : random(seed), opset(random.pick({7, 9, 10, 11, 13, 17})), model_(opset) {}

  Random random;
  const int opset;

  Ints sizes(std::size_t rank) {
    Ints dims;
    for (std::size_t i = 0; i < rank; ++i) dims.push_back(random.pick({1, 2, 3, 5, 7}));
    return dims;
  }
  std::size_t rank(std::int64_t low, std::int64_t high) {
    return static_cast<std::size_t>(random.between(low, high));
  }
  // Counted from the front or from the back.
  std::int64_t axis(std::size_t rank) {
    const auto count = static_cast<std::int64_t>(rank);
    // Before opset 11 only some operators may count from the back.
    return random.between(opset < 11 ? 0 : -count, count - 1);
  }

  std::string input(const Ints& dims) {
    const std::string name = "x" + std::to_string(made_.inputs.size());
    Ints declared = dims;
    if (!dims.empty() && random.one_in(4)) declared[0] = -1;
    model_.input(name, declared);
    made_.inputs.push_back(dims);
    note(name, dims);
    return name;
  }
  std::string floats(const Ints& dims, const Floats& values) {
    const std::string name = next();
    model_.floats(name, dims, values);
    note(name, dims);
    return name;
  }
  std::string weights(const Ints& dims) { return floats(dims, random.numbers(elements_of(dims))); }
  std::string integers(const Ints& values) {
    const std::string name = next();
    model_.integers(name, values);
    note(name, values);
    return name;
  }
  std::string integers(const Ints& dims, const Ints& values) {
    const std::string name = next();
    model_.integers(name, dims, values);
    note(name, dims);
    return name;
  }
  std::string narrow(int type, const Ints& dims, const Ints& values) {
    const std::string name = next();
    model_.narrow(name, type, dims, values);
    note(name, dims);
    return name;
  }
  std::string node(const std::string& op, const Names& inputs,
                   const OnnxAttributes& attributes = {}) {
    const std::string name = next();
    node(op, inputs, Names{name}, attributes);
    return name;
  }
  void node(const std::string& op, const Names& inputs, const Names& outputs,
            const OnnxAttributes& attributes) {
    model_.node(op, inputs, outputs, attributes);
    made_.text += " " + op;
    for (const auto& [name, value] : attributes) made_.text += " " + name + describe(value);
  }
  void output(const std::string& name, int type = onnx::TensorProto::FLOAT) {
    model_.output(name, type);
  }
  // A list that became an input in some opset.
  void list(Names& inputs, OnnxAttributes& attributes, const std::string& name, const Ints& values,
            int since) {
    if (opset >= since)
      inputs.push_back(integers(values));
    else
      attributes.emplace_back(name, values);
  }

  RandomModel epilogue() {
    made_.text = "opset " + std::to_string(opset) + made_.text;
    made_.file = model_.bytes();
    return std::move(made_);
  }

 private:
  std::string next() { return "v" + std::to_string(count_++); }
  void note(const std::string& name, const Ints& dims) {
    made_.text += " " + name + describe(dims);
  }
  static std::string describe(const OnnxAttribute& value);

  OnnxBuilder model_;
  RandomModel made_;
  int count_ = 0;
};

void random_elementwise(OperatorWriter& writer);
void random_pair(OperatorWriter& writer);
void random_view(OperatorWriter& writer);
void random_movement(OperatorWriter& writer);
void random_slice(OperatorWriter& writer);
void random_reduction(OperatorWriter& writer);
void random_product(OperatorWriter& writer);
void random_pool(OperatorWriter& writer);
void random_transposed(OperatorWriter& writer);
void random_pad(OperatorWriter& writer);
void random_resize(OperatorWriter& writer);
void random_normalization(OperatorWriter& writer);

}  // namespace dala::test

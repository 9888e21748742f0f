// Operators between DequantizeLinear and QuantizeLinear.
#include <algorithm>
#include <array>

#include "ml/random_operators_helper.hpp"

namespace dala::test {

namespace {

constexpr int u8_type = onnx::TensorProto::UINT8;
constexpr int s8_type = onnx::TensorProto::INT8;
constexpr int s32_type = onnx::TensorProto::INT32;

// The names of a scale and a zero point.
struct Levels {
  int type;
  float scale;
  std::string scale_name;
  std::string zero_name;  // "": left out
};

class Writer {
 public:
  explicit Writer(std::uint32_t seed)
      : w_(seed), type_(w_.random.one_in(2) && w_.opset >= 10 ? s8_type : u8_type) {}

  RandomModel make() {
    using Family = void (Writer::*)();
    constexpr std::array<Family, 7> families{&Writer::conv,  &Writer::product, &Writer::gemm,
                                             &Writer::pair,  &Writer::alone,   &Writer::moved,
                                             &Writer::joined};
    (this->*families[static_cast<std::size_t>(w_.random.below(families.size()))])();
    return w_.epilogue();
  }

 private:
  Levels levels(int type, float scale) {
    const std::int64_t zero =
        type == u8_type ? w_.random.between(0, 255) : w_.random.between(-128, 127);
    const bool none = type == u8_type && w_.random.one_in(4);
    return {type, scale, w_.floats({}, {scale}), none ? "" : w_.narrow(type, {}, {zero})};
  }
  float scale() { return 0.02F + 0.02F * (1 + w_.random.number()); }

  static Names with(const std::string& x, const Levels& levels) {
    Names inputs{x, levels.scale_name};
    if (!levels.zero_name.empty()) inputs.push_back(levels.zero_name);
    return inputs;
  }

  // An input as integers and back.
  std::string activation(const Ints& dims, const Levels& levels) {
    const std::string integers = w_.node("QuantizeLinear", with(w_.input(dims), levels));
    return w_.node("DequantizeLinear", with(integers, levels));
  }
  std::string activation(const Ints& dims) { return activation(dims, levels(type_, scale())); }

  // Weights with one scale, or one for each index of an axis; the scales are noted.
  std::string weights(const Ints& dims, std::int64_t axis) {
    const int type = w_.random.one_in(2) ? s8_type : type_;
    Ints values(static_cast<std::size_t>(elements_of(dims)));
    for (std::int64_t& value : values)
      value = type == s8_type ? w_.random.between(-128, 127) : w_.random.between(0, 255);
    const std::string integers = w_.narrow(type, dims, values);
    if (w_.opset < 13 || w_.random.one_in(2)) {
      const Levels one = levels(type, 0.01F);
      weight_scales_ = {one.scale};
      return w_.node("DequantizeLinear", with(integers, one));
    }
    const std::int64_t count = dims[static_cast<std::size_t>(axis)];
    weight_scales_.clear();
    Ints zeros;
    for (std::int64_t i = 0; i < count; ++i) {
      weight_scales_.push_back(0.005F + 0.005F * (1 + w_.random.number()));
      zeros.push_back(type == s8_type ? 0 : 128);
    }
    const std::int64_t from_back = axis - static_cast<std::int64_t>(dims.size());
    return w_.node("DequantizeLinear",
                   {integers, w_.floats({count}, weight_scales_), w_.narrow(type, {count}, zeros)},
                   {{"axis", w_.random.one_in(2) ? axis : from_back}});
  }

  // Floats, or integers of the products' scale.
  std::string bias(std::int64_t count, float in_scale) {
    if (w_.opset < 13 || w_.random.one_in(2)) return w_.weights({count});
    Ints values;
    Floats factors;
    for (std::int64_t i = 0; i < count; ++i) {
      values.push_back(w_.random.between(-2000, 2000));
      factors.push_back(
          in_scale * weight_scales_[weight_scales_.size() == 1 ? 0 : static_cast<std::size_t>(i)]);
    }
    return w_.node("DequantizeLinear",
                   {w_.narrow(s32_type, {count}, values), w_.floats({count}, factors)},
                   {{"axis", std::int64_t{0}}});
  }

  void finish(std::string made, const Levels& to) {
    if (w_.random.one_in(3))
      made = w_.node("Relu", {made});
    else if (w_.random.one_in(3))
      made = w_.opset < 11 ? w_.node("Clip", {made}, {{"min", -0.7F}, {"max", 1.1F}})
                           : w_.node("Clip", {made, w_.floats({}, {-0.7F}), w_.floats({}, {1.1F})});
    w_.output(w_.node("QuantizeLinear", with(made, to)), to.type);
  }
  void finish(const std::string& made, int type) { finish(made, levels(type, scale())); }

  void conv() {
    const std::int64_t group = w_.random.pick({1, 1, 2});
    const std::int64_t channels = group * w_.random.between(1, 5);
    const std::int64_t outputs = group * w_.random.between(1, 4);
    const std::int64_t side = w_.random.between(1, 3);
    const Levels in = levels(type_, scale());
    const std::string x = activation({w_.random.between(1, 2), channels, 5, 7}, in);
    Names inputs{x, weights({outputs, channels / group, side, side}, 0)};
    if (w_.random.one_in(2)) inputs.push_back(bias(outputs, in.scale));
    const std::int64_t pad = w_.random.between(0, side - 1);
    const std::int64_t stride = w_.random.between(1, 2);
    finish(w_.node("Conv", inputs,
                   {{"group", group},
                    {"pads", Ints{pad, pad, 0, pad}},
                    {"strides", Ints{stride, stride}}}),
           w_.random.one_in(2) ? s8_type : u8_type);
  }

  void product() {
    const std::int64_t depth = w_.random.between(1, 20);
    const std::string a = activation({3, depth});
    const std::int64_t columns = w_.random.between(1, 9);
    finish(w_.node("MatMul", {a, w_.random.one_in(2) ? weights({depth, columns}, 1)
                                                     : activation({2, depth, columns})}),
           type_);
  }

  void gemm() {
    const std::int64_t depth = w_.random.between(1, 20);
    const std::int64_t columns = w_.random.between(1, 9);
    const std::int64_t turn_a = w_.random.below(2);
    const std::int64_t turn_b = w_.random.below(2);
    const Levels in = levels(type_, scale());
    Names inputs{activation(turn_a == 1 ? Ints{depth, 3} : Ints{3, depth}, in),
                 turn_b == 1 ? weights({columns, depth}, 0) : weights({depth, columns}, 1)};
    // Before opset 11 the bias has to be there.
    if (w_.opset < 11 || w_.random.one_in(2)) inputs.push_back(bias(columns, in.scale));
    finish(w_.node("Gemm", inputs, {{"transA", turn_a}, {"transB", turn_b}}), type_);
  }

  void pair() {
    const Ints dims{2, 3, 4};
    const std::string op = w_.random.pick<const char*>({"Add", "Mul"});
    finish(w_.node(op, {activation(dims), activation(w_.random.one_in(2) ? dims : Ints{3, 1})}),
           type_);
  }

  void alone() {
    const std::string x = activation({1, 3, 5, 6});
    switch (w_.random.below(4)) {
      case 0:
        return finish(w_.node("GlobalAveragePool", {x}), type_);
      case 1:
        return finish(w_.node("AveragePool", {x},
                              {{"kernel_shape", Ints{2, 3}},
                               {"pads", Ints{1, 1, 0, 1}},
                               {"count_include_pad", w_.random.below(2)}}),
                      type_);
      case 2:
        return finish(w_.node("Sigmoid", {x}), type_);
      default:
        return finish(w_.node("LeakyRelu", {x}, {{"alpha", 0.3F}}), type_);
    }
  }

  void moved() {
    const Levels both = levels(type_, scale());
    const std::string x = activation({1, 4, 5, 6}, both);
    switch (w_.random.below(5)) {
      case 0:
        return finish(w_.node("Transpose", {x}, {{"perm", Ints{0, 2, 3, 1}}}), both);
      case 1:
        return finish(w_.node("Reshape", {x, w_.integers({4, -1})}), both);
      case 2:
        return finish(
            w_.node("MaxPool", {x}, {{"kernel_shape", Ints{2, 2}}, {"pads", Ints{1, 0, 0, 1}}}),
            both);
      case 3: {
        const Ints pads{0, 0, 1, 0, 0, 1, 0, 2};
        if (w_.opset < 11) return finish(w_.node("Flatten", {x}), both);
        Names inputs{x, w_.integers(pads)};
        if (w_.random.one_in(2)) inputs.push_back(w_.floats({}, {0.4F}));
        return finish(w_.node("Pad", inputs), both);
      }
      default:  // nothing in between
        return finish(x, both);
    }
  }

  void joined() {
    const Levels one = levels(type_, scale());
    const bool same = w_.random.one_in(2);
    const std::string a = activation({2, 3, 4}, one);
    const std::string b = same ? activation({2, 1, 4}, one) : activation({2, 1, 4});
    finish(w_.node("Concat", {a, b}, {{"axis", std::int64_t{1}}}),
           same && w_.random.one_in(2) ? one : levels(type_, scale()));
  }

  OperatorWriter w_;
  const int type_;
  Floats weight_scales_;
};

}  // namespace

RandomModel random_quantized(std::uint32_t seed) {
  // The writer takes the opset from the number; QuantizeLinear is there from 10 on.
  while (OperatorWriter(seed).opset < 10) seed += 1'000'003;
  return Writer(seed).make();
}

}  // namespace dala::test

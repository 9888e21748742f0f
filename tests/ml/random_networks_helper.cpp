#include <algorithm>
#include <cmath>
#include <numeric>

#include "ml/random_models_helper.hpp"

namespace dala::test {

std::int64_t elements_of(const Ints& dims) {
  return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
}

namespace {

struct Picture {
  std::string name;
  Ints dims;  // n, c, then one or two sides
};

class Network {
 public:
  explicit Network(std::uint32_t seed)
      : random_(seed), opset_(random_.pick({7, 9, 11, 13, 17})), model_(opset_) {}

  RandomModel make() {
    const std::size_t sides = random_.one_in(6) ? 1 : 2;
    Ints dims{random_.pick({1, 1, 2, 3}), channels()};
    for (std::size_t i = 0; i < sides; ++i) dims.push_back(random_.pick({1, 2, 3, 5, 8, 13, 19}));
    Ints declared = dims;
    if (random_.one_in(2)) declared[0] = -1;
    model_.input("x", declared);
    Picture at{"x", dims};
    const std::int64_t layers = random_.between(1, 4);
    for (std::int64_t i = 0; i < layers; ++i) at = layer(at);
    model_.output(at.name);
    return {text_, model_.bytes(), {dims}};
  }

 private:
  std::int64_t channels() { return random_.pick({1, 3, 5, 16, 17, 24, 32, 33}); }
  std::string name(const std::string& op) { return op + std::to_string(count_++); }

  Picture add(const std::string& op, const Picture& from, Ints dims, const Names& more = {},
              const OnnxAttributes& attributes = {}) {
    Picture made{name(op), std::move(dims)};
    Names inputs{from.name};
    inputs.insert(inputs.end(), more.begin(), more.end());
    model_.node(op, inputs, {made.name}, attributes);
    text_ += " " + op;
    for (const std::int64_t dim : made.dims) text_ += "," + std::to_string(dim);
    // A value that the model gives out cannot be fused away.
    if (random_.one_in(12)) model_.output(made.name);
    return made;
  }

  std::string weights(const Ints& dims, float size) {
    const std::string made = name("w");
    model_.floats(made, dims, random_.numbers(elements_of(dims), size));
    return made;
  }

  Picture layer(const Picture& from) {
    switch (random_.below(10)) {
      case 0:
        return pool(from);
      case 1:
        return resize(from);
      case 2:
        return join(from);
      default:
        return block(from);
    }
  }

  // Convolution, normalisation, activation, addition, activation: each but the first perhaps.
  Picture block(const Picture& from) {
    const Picture padded = random_.one_in(6) ? pad(from) : from;
    Picture at = convolve(padded);
    if (random_.one_in(3)) at = normalize(at);
    if (random_.one_in(2)) at = activate(at);
    if (random_.one_in(3)) {
      const Picture other = at.dims == from.dims ? from : activate(at);
      const bool first = random_.one_in(2);
      at = add("Add", first ? at : other, at.dims, {first ? other.name : at.name});
      if (random_.one_in(2)) at = activate(at);
    }
    return at;
  }

  Picture convolve(const Picture& from) {
    const std::int64_t inputs = from.dims[1];
    std::int64_t group = 1;
    std::int64_t outputs = channels();
    switch (random_.below(4)) {
      case 0:  // depthwise, perhaps several outputs for each
        group = inputs;
        outputs = inputs * random_.pick({1, 1, 2, 3});
        break;
      case 1:
        group = random_.between(1, inputs);
        while (inputs % group != 0) --group;
        outputs = group * random_.pick({1, 2, 5, 16});
        break;
      default:
        break;
    }
    Ints kernel;
    Ints strides;
    Ints dilations;
    Ints pads;
    Ints dims{from.dims[0], outputs};
    const std::string automatic =
        random_.pick<const char*>({"NOTSET", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"});
    const std::size_t sides = from.dims.size() - 2;
    for (std::size_t i = 0; i < sides; ++i) {
      const std::int64_t side = from.dims[2 + i];
      const std::int64_t stride = random_.pick({1, 1, 2, 3});
      std::int64_t taps = random_.pick({1, 1, 2, 3, 3, 5});
      // Runtimes disagree about dilated windows that are padded automatically.
      const std::int64_t dilation = automatic == "NOTSET" ? random_.pick({1, 1, 2}) : 1;
      std::int64_t before = automatic == "NOTSET" ? random_.below(3) : 0;
      std::int64_t after = automatic == "NOTSET" ? random_.below(3) : 0;
      const bool same = automatic.starts_with("SAME");
      if (!same && side + before + after < (taps - 1) * dilation + 1) taps = 1;
      dims.push_back(same ? (side + stride - 1) / stride
                          : (side + before + after - (taps - 1) * dilation - 1) / stride + 1);
      kernel.push_back(taps);
      strides.push_back(stride);
      dilations.push_back(dilation);
      pads.insert(pads.begin() + static_cast<std::ptrdiff_t>(i), before);
      pads.push_back(after);
    }
    OnnxAttributes attributes{{"strides", strides}, {"kernel_shape", kernel}, {"group", group}};
    if (automatic == "NOTSET") {
      attributes.emplace_back("pads", pads);
      attributes.emplace_back("dilations", dilations);
    } else {
      attributes.emplace_back("auto_pad", automatic);
    }
    Ints shape{outputs, inputs / group};
    shape.insert(shape.end(), kernel.begin(), kernel.end());
    const auto terms = static_cast<float>(elements_of(shape) / outputs);
    Names more{weights(shape, 2 / std::sqrt(terms))};
    if (random_.one_in(2)) more.push_back(weights({outputs}, 1));
    return add("Conv", from, dims, more, attributes);
  }

  Picture normalize(const Picture& from) {
    const std::int64_t count = from.dims[1];
    const std::string spread = name("w");
    Floats positive = random_.numbers(count);
    for (float& value : positive) value = std::abs(value) + 0.1F;
    model_.floats(spread, {count}, positive);
    return add("BatchNormalization", from, from.dims,
               {weights({count}, 1), weights({count}, 1), weights({count}, 1), spread},
               {{"epsilon", 1e-3F}});
  }

  Picture activate(const Picture& from) {
    switch (random_.below(9)) {
      case 0:
        return add("LeakyRelu", from, from.dims, {}, {{"alpha", 0.2F}});
      case 1:
        return add("Sigmoid", from, from.dims);
      case 2:
        return add("Tanh", from, from.dims);
      case 3:
        return add("HardSigmoid", from, from.dims, {}, {{"alpha", 0.3F}, {"beta", 0.4F}});
      case 4:
        if (opset_ < 11) return add("Clip", from, from.dims, {}, {{"min", 0.0F}, {"max", 0.5F}});
        return add("Clip", from, from.dims, {weights({}, 1), random_.one_in(2) ? "" : high()});
      case 5:
        return add("Mul", from, from.dims, {add("Sigmoid", from, from.dims).name});
      case 6:
        return add("Mul", add("HardSigmoid", from, from.dims, {}, {{"alpha", 1.0F / 6}}), from.dims,
                   {from.name});
      case 7:
        return add(
            "PRelu", from, from.dims,
            {weights(from.dims.size() == 3 ? Ints{from.dims[1], 1} : Ints{from.dims[1], 1, 1}, 1)});
      default:
        return add("Relu", from, from.dims);
    }
  }

  std::string high() {
    const std::string made = name("w");
    model_.floats(made, {}, Floats{1.5F});
    return made;
  }

  Picture pad(const Picture& from) {
    Ints pads(2 * from.dims.size(), 0);
    Ints dims = from.dims;
    for (std::size_t i = 2; i < dims.size(); ++i) {
      pads[i] = random_.below(3);
      pads[dims.size() + i] = random_.below(3);
      dims[i] += pads[i] + pads[dims.size() + i];
    }
    const float value = random_.one_in(3) ? 0.5F : 0.0F;
    if (opset_ < 11) return add("Pad", from, dims, {}, {{"pads", pads}, {"value", value}});
    const std::string list = name("w");
    model_.integers(list, pads);
    if (value == 0) return add("Pad", from, dims, {list});
    const std::string number = name("w");
    model_.floats(number, {}, Floats{value});
    return add("Pad", from, dims, {list, number});
  }

  Picture pool(const Picture& from) {
    Ints dims = from.dims;
    if (random_.one_in(3)) {
      std::fill(dims.begin() + 2, dims.end(), 1);
      return add(random_.one_in(3) ? "GlobalMaxPool" : "GlobalAveragePool", from, dims);
    }
    Ints kernel;
    Ints strides;
    for (std::size_t i = 2; i < dims.size(); ++i) {
      kernel.push_back(random_.between(1, 3));
      strides.push_back(random_.between(1, 2));
      dims[i] = (dims[i] + strides.back() - 1) / strides.back();
    }
    OnnxAttributes attributes{
        {"kernel_shape", kernel}, {"strides", strides}, {"auto_pad", "SAME_UPPER"}};
    return add(random_.one_in(2) ? "MaxPool" : "AveragePool", from, dims, {}, attributes);
  }

  Picture resize(const Picture& from) {
    if (opset_ < 11 || from.dims.size() != 4) return activate(from);
    const std::string sizes = name("w");
    Ints dims = from.dims;
    for (std::size_t i = 2; i < 4; ++i) dims[i] = random_.between(1, 2 * dims[i]);
    model_.integers(sizes, dims);
    OnnxAttributes attributes{
        {"mode", random_.pick<const char*>({"nearest", "linear", "cubic"})},
        {"coordinate_transformation_mode",
         random_.pick<const char*>({"half_pixel", "align_corners", "asymmetric"})}};
    const std::string none = name("w");
    model_.floats(none, {0}, {});
    return add("Resize", from, dims, {opset_ < 13 ? none : "", opset_ < 13 ? none : "", sizes},
               attributes);
  }

  Picture join(const Picture& from) {
    const Picture a = activate(from);
    const Picture b = convolve(from);
    if (!std::equal(a.dims.begin() + 2, a.dims.end(), b.dims.begin() + 2)) return b;
    Ints dims = a.dims;
    dims[1] += b.dims[1];
    return add("Concat", a, dims, {b.name}, {{"axis", std::int64_t{1}}});
  }

  Random random_;
  int opset_;
  OnnxBuilder model_;
  std::string text_ = "opset " + std::to_string(opset_);
  int count_ = 0;
};

}  // namespace

RandomModel random_network(std::uint32_t seed) { return Network(seed).make(); }

}  // namespace dala::test

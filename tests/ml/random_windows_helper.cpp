// Operators on pictures.
#include <algorithm>
#include <array>
#include <cmath>

#include "ml/random_operators_helper.hpp"

namespace dala::test {

namespace {

Ints picture(OperatorWriter& w, std::size_t sides) {
  Ints dims{w.random.pick({1, 2}), w.random.pick({1, 3, 16, 17})};
  for (std::size_t i = 0; i < sides; ++i) dims.push_back(w.random.pick({1, 2, 5, 7, 8, 11}));
  return dims;
}

}  // namespace

void random_pool(OperatorWriter& w) {
  const std::size_t sides = w.random.one_in(5) ? 1 : 2;
  const Ints dims = picture(w, sides);
  const bool largest = w.random.one_in(2);
  Ints kernel;
  Ints strides;
  Ints before;
  Ints after;
  const bool automatic = w.random.one_in(4);
  const std::int64_t dilation = automatic ? 1 : w.random.between(1, 2);
  for (std::size_t i = 0; i < sides; ++i) {
    kernel.push_back(automatic ? w.random.between(1, std::min<std::int64_t>(dims[2 + i], 4))
                               : w.random.between(1, 4));
    strides.push_back(w.random.between(1, 3));
    before.push_back(w.random.below(std::min<std::int64_t>(kernel[i], 3)));
    after.push_back(w.random.below(std::min<std::int64_t>(kernel[i], 3)));
    if (dims[2 + i] + before[i] + after[i] < (kernel[i] - 1) * dilation + 1) {
      kernel[i] = 1;
      before[i] = after[i] = 0;
    }
  }
  OnnxAttributes attributes{{"kernel_shape", kernel}, {"strides", strides}};
  if (automatic) {
    attributes.emplace_back("auto_pad",
                            w.random.pick<const char*>({"SAME_UPPER", "SAME_LOWER", "VALID"}));
  } else {
    Ints pads = before;
    pads.insert(pads.end(), after.begin(), after.end());
    attributes.emplace_back("pads", pads);
    if (w.opset >= 11 && w.random.one_in(2)) attributes.emplace_back("ceil_mode", std::int64_t{1});
  }
  if (largest && w.opset >= 10 && dilation > 1)
    attributes.emplace_back("dilations", Ints(sides, dilation));
  if (!largest && w.random.one_in(2)) attributes.emplace_back("count_include_pad", std::int64_t{1});
  w.output(w.node(largest ? "MaxPool" : "AveragePool", {w.input(dims)}, attributes));
}

void random_transposed(OperatorWriter& w) {
  const std::size_t sides = w.random.one_in(5) ? 1 : 2;
  Ints dims = picture(w, sides);
  const std::int64_t group = w.random.one_in(3) ? dims[1] : 1;
  const std::int64_t each = w.random.between(1, 3);
  Ints kernel;
  Ints strides;
  Ints dilations;
  Ints before;
  Ints after;
  Ints extra;
  Ints wanted;
  for (std::size_t i = 0; i < sides; ++i) {
    kernel.push_back(w.random.between(1, 4));
    strides.push_back(w.random.between(1, 3));
    dilations.push_back(w.random.between(1, 2));
    before.push_back(w.random.below(2));
    after.push_back(w.random.below(2));
    extra.push_back(w.random.below(strides[i]));
    const std::int64_t full = (dims[2 + i] - 1) * strides[i] + (kernel[i] - 1) * dilations[i] + 1;
    if (full - before[i] - after[i] < 1) before[i] = after[i] = 0;
    wanted.push_back(std::max<std::int64_t>(full - w.random.below(3), 1));
  }
  Ints shape{dims[1], each};
  shape.insert(shape.end(), kernel.begin(), kernel.end());
  Names inputs{w.input(dims), w.weights(shape)};
  if (w.random.one_in(2)) inputs.push_back(w.weights({each * group}));
  OnnxAttributes attributes{
      {"strides", strides}, {"group", group}, {"kernel_shape", kernel}, {"dilations", dilations}};
  if (w.random.one_in(4)) {
    attributes.emplace_back("output_shape", wanted);
  } else if (w.random.one_in(5)) {
    attributes.emplace_back("auto_pad",
                            w.random.pick<const char*>({"SAME_UPPER", "SAME_LOWER", "VALID"}));
  } else {
    Ints pads = before;
    pads.insert(pads.end(), after.begin(), after.end());
    attributes.emplace_back("pads", pads);
    if (w.random.one_in(2)) attributes.emplace_back("output_padding", extra);
  }
  w.output(w.node("ConvTranspose", inputs, attributes));
}

void random_pad(OperatorWriter& w) {
  const Ints dims = w.sizes(w.rank(1, 4));
  const std::string mode = w.random.pick<const char*>({"constant", "reflect", "edge"});
  Ints pads(2 * dims.size());
  for (std::size_t i = 0; i < pads.size(); ++i) {
    const std::int64_t size = dims[i % dims.size()];
    pads[i] = mode == "reflect" ? w.random.below(size) : w.random.below(3);
    if (mode == "constant" && size > 2 && w.random.one_in(5)) pads[i] = -1;
  }
  Names inputs{w.input(dims)};
  OnnxAttributes attributes{{"mode", mode}};
  w.list(inputs, attributes, "pads", pads, 11);
  if (mode == "constant" && w.random.one_in(2)) {
    if (w.opset < 11)
      attributes.emplace_back("value", 0.75F);
    else
      inputs.push_back(w.floats({}, {0.75F}));
  }
  w.output(w.node("Pad", inputs, attributes));
}

void random_resize(OperatorWriter& w) {
  Ints dims = picture(w, 2);
  const std::string mode = w.random.pick<const char*>({"nearest", "linear", "cubic"});
  const std::string x = w.input(dims);
  Floats scales{1, 1};
  Ints sizes{dims[0], dims[1]};
  for (std::size_t i = 2; i < 4; ++i) {
    scales.push_back(w.random.pick({1.0F, 2.0F, 1.5F, 2.7F, 3.0F, 0.5F, 0.75F}));
    if (w.opset < 10 || static_cast<float>(dims[i]) * scales[i] < 1)
      scales[i] = std::max(scales[i], 1.0F);
    sizes.push_back(w.random.between(1, 2 * dims[i] + 1));
  }
  if (w.opset < 11) {
    OnnxAttributes attributes{{"mode", mode == "cubic" ? "linear" : mode}};
    if (w.opset < 9) attributes.emplace_back("scales", scales);
    return w.output(w.node(w.opset == 10 ? "Resize" : "Upsample",
                           w.opset < 9 ? Names{x} : Names{x, w.floats({4}, scales)}, attributes));
  }
  OnnxAttributes attributes{{"mode", mode},
                            {"coordinate_transformation_mode",
                             w.random.pick<const char*>({"half_pixel", "align_corners",
                                                         "asymmetric", "pytorch_half_pixel"})}};
  if (mode == "nearest")
    attributes.emplace_back(
        "nearest_mode",
        w.random.pick<const char*>({"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}));
  if (mode == "cubic") {
    if (w.random.one_in(2)) attributes.emplace_back("cubic_coeff_a", -0.5F);
    if (w.random.one_in(2)) attributes.emplace_back("exclude_outside", std::int64_t{1});
  }
  const std::string none = w.opset < 13 ? w.floats({0}, {}) : "";
  // Aligned corners need sizes that are whole.
  const bool is_whole =
      std::ranges::all_of(std::array<std::size_t, 2>{2, 3}, [&](std::size_t axis) {
        const float size = static_cast<float>(dims[axis]) * scales[axis];
        return size == std::floor(size);
      });
  const bool aligns = std::get<std::string>(attributes[1].second) == "align_corners";
  if (w.random.one_in(2) && (is_whole || !aligns))
    return w.output(w.node("Resize", {x, none, w.floats({4}, scales)}, attributes));
  w.output(w.node("Resize", {x, none, none, w.integers(sizes)}, attributes));
}

void random_normalization(OperatorWriter& w) {
  const Ints dims = picture(w, w.rank(1, 2));
  const std::int64_t count = dims[1];
  if (w.random.one_in(2))
    return w.output(w.node("InstanceNormalization",
                           {w.input(dims), w.weights({count}), w.weights({count})},
                           {{"epsilon", 1e-3F}}));
  Floats spread = w.random.numbers(count);
  for (float& value : spread) value = std::abs(value) + 0.1F;
  w.output(w.node("BatchNormalization",
                  {w.input(dims), w.weights({count}), w.weights({count}), w.weights({count}),
                   w.floats({count}, spread)},
                  {{"epsilon", 1e-3F}}));
}

}  // namespace dala::test

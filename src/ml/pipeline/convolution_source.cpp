// An invocation computes a few channels of a few pixels: what it loads of either is used for all of
// the other.
#include <algorithm>

#include "ml/graph/activation.hpp"
#include "ml/pipeline/convolution_stage.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

struct Tiling {
  Window window;
  std::int64_t batch;
  std::int64_t inputs;   // channels of a group
  std::int64_t outputs;  // of a group
  std::int64_t group;
  std::int64_t channels_each;  // output channels of an invocation
  std::int64_t pixels_each;
  std::int64_t split_k;  // of the input channels, summed up in the end

  [[nodiscard]] std::int64_t area() const { return window.out[0] * window.out[1]; }
  [[nodiscard]] std::int64_t taps() const { return window.kernel[0] * window.kernel[1]; }
  [[nodiscard]] std::int64_t pixel_tiles() const {
    return (area() + pixels_each - 1) / pixels_each;
  }
  [[nodiscard]] std::int64_t channel_tiles() const { return outputs / channels_each * group; }
  [[nodiscard]] std::int64_t invocations() const { return batch * pixel_tiles() * channel_tiles(); }
};

// Invocations that share what they sum: 16 outputs, each in 16 parts of the input channels.
// Measured on an H200 against 4 and 8 parts, 32 and 64 outputs, and 1, 4 and 8 channels.
constexpr std::int64_t lanes = 16;
constexpr std::int64_t most_splits = 16;

void choose_tile(Tiling& shape, std::int64_t enough) {
  shape.channels_each = 1;
  shape.pixels_each = 1;
  for (const std::int64_t channels : {2, 4})
    if (shape.outputs % channels == 0 &&
        shape.batch * shape.area() * shape.outputs * shape.group / channels >= enough)
      shape.channels_each = channels;
  for (const std::int64_t pixels : {2, 4})
    if (shape.batch * shape.area() * shape.outputs * shape.group / (shape.channels_each * pixels) >=
        4 * enough)
      shape.pixels_each = pixels;
  // Long sums in few invocations leave a device waiting for memory.
  constexpr std::int64_t long_sum = 64;
  if (enough == enough_for_gpu && shape.inputs * shape.taps() >= long_sum &&
      shape.inputs >= most_splits && shape.invocations() < 4 * enough) {
    shape.split_k = most_splits;
    shape.channels_each = shape.outputs % 2 == 0 ? 2 : 1;
    shape.pixels_each = 1;
  }
}

// {group * outputs, inputs, taps} to {tiles, inputs, taps, channels_each}.
Result<Tensor> pack(const Tiling& shape, const TensorView& weights) {
  DALA_ASSIGN(Tensor packed, Tensor::make(DType::f32, Shape({weights.shape.elements()})));
  float* to = packed.view.values<float>().data();
  const float* from = weights.values<float>().data();
  const std::int64_t depth = shape.inputs * shape.taps();
  for (std::int64_t tile = 0; tile < shape.channel_tiles(); ++tile)
    for (std::int64_t i = 0; i < depth; ++i)
      for (std::int64_t c = 0; c < shape.channels_each; ++c)
        *to++ = from[(tile * shape.channels_each + c) * depth + i];
  return packed;
}

bool may_leave(const Window& w) {
  for (std::size_t axis = 0; axis < 2; ++axis)
    if (w.pad_before[axis] > 0 || w.pad_after[axis] > 0) return true;
  return false;
}

// Pixels of an invocation lie `pixel_tiles` apart, so that neighbours load neighbours.
std::string positions(const Tiling& s) {
  const Window& w = s.window;
  std::string text;
  for (std::int64_t p = 0; p < s.pixels_each; ++p)
    text += format(
        "let p{0} = q + {1};\nlet y{0} = p{0} / {2} * {3} - {4};\nlet x{0} = p{0} % {2} * {5} - "
        "{6};\n",
        p, p * s.pixel_tiles(), w.out[1], w.stride[0], w.pad_before[0], w.stride[1],
        w.pad_before[1]);
  return text;
}

std::string products(const Tiling& s) {
  const Window& w = s.window;
  std::string text;
  for (std::int64_t p = 0; p < s.pixels_each; ++p) {
    const std::string load = format("input[plane + (y{0} + ty) * {1} + x{0} + tx]", p, w.in[1]);
    text += may_leave(w) ? format(
                               "let v{0} = if y{0} + ty >= 0 && y{0} + ty < {2} && x{0} + tx >= "
                               "0 && x{0} + tx < {3} {{ {1} }} else {{ 0.0 }};\n",
                               p, load, w.in[0], w.in[1])
                         : format("let v{} = {};\n", p, load);
  }
  for (std::int64_t c = 0; c < s.channels_each; ++c) {
    text += format("let w{0} = weights[at + {0}];\n", c);
    for (std::int64_t p = 0; p < s.pixels_each; ++p)
      text += format("s{0}_{1} += v{1} * w{0};\n", c, p);
  }
  return text + format("at += {};\n", s.channels_each);
}

std::string loops(const Tiling& s) {
  const Window& w = s.window;
  std::string body = products(s);
  if (s.taps() == 1)
    body = "let ty = 0;\nlet tx = 0;\n" + body;
  else
    body = format(
        "for ky in 0..{} {{\nlet ty = ky * {};\nfor kx in 0..{} {{\nlet tx = kx * {};\n{}}}\n}}\n",
        w.kernel[0], w.dilation[0], w.kernel[1], w.dilation[1], body);
  if (s.split_k == 1)
    return format("for c in 0..{} {{\n{}plane += {};\n}}\n", s.inputs, body, w.in[0] * w.in[1]);
  return format(
      "let begin = slice * {0} / {1};\nlet end = (slice + 1) * {0} / {1};\nplane += begin * {2};\n"
      "at += begin * {3};\nfor c in begin..end {{\n{4}plane += {2};\n}}\n",
      s.inputs, s.split_k, w.in[0] * w.in[1], s.taps() * s.channels_each, body);
}

std::string stores(const Tiling& s, const Activation& before, bool adds, const Activation& after) {
  std::string text;
  for (std::int64_t p = 0; p < s.pixels_each; ++p) {
    if (s.area() % s.pixels_each != 0) text += format("if p{} < {} {{\n", p, s.area());
    for (std::int64_t c = 0; c < s.channels_each; ++c) {
      text += format("let to{0}_{1} = ({2} + {0}) * {3} + p{1};\nlet a{0}_{1} = {4};\n", c, p,
                     "first", s.area(), activated(before, format("s{}_{}", c, p)));
      if (adds) text += format("let b{0}_{1} = a{0}_{1} + addend[to{0}_{1}];\n", c, p);
      const std::string sum = format("{}{}_{}", adds ? "b" : "a", c, p);
      text += format("output[to{}_{}] = {};\n", c, p, activated(after, sum));
    }
    if (s.area() % s.pixels_each != 0) text += "}\n";
  }
  return text;
}

// What the parts of a cube have summed, added up by the first of them.
std::string reduce_splits(const Tiling& s) {
  std::string keep;
  std::string sum;
  for (std::int64_t c = 0; c < s.channels_each; ++c)
    for (std::int64_t p = 0; p < s.pixels_each; ++p) {
      const std::int64_t first = (c * s.pixels_each + p) * s.split_k * lanes;
      keep += format("part[{} + UNIT_POS] = s{}_{};\n", first, c, p);
      sum += format(
          "s{0}_{1} = bias{0};\nfor k in 0..{2} {{ s{0}_{1} += part[{3} + k * {4} + "
          "lane]; }}\n",
          c, p, s.split_k, first, lanes);
    }
  return keep + format("sync_cube();\nif slice > 0 || index >= {} {{ return; }}\n{}",
                       s.invocations(), sum);
}

std::string kernel(const Tiling& s, const std::string& epilogue, bool adds) {
  const bool sliced = s.split_k > 1;
  std::string text = sliced ? format("#[cube({})]\n", lanes * s.split_k) : std::string();
  text += format(
      "#[over(grid)]\nfn conv(input: Tensor<f32>, weights: Tensor<f32>, bias: Tensor<f32>, {}grid: "
      "Tensor<u8>, output: &mut Tensor<f32>) {{\n",
      adds ? "addend: Tensor<f32>, " : "");
  text += sliced ? format(
                       "shared part: [f32; {0}];\nlet lane = UNIT_POS % {1};\nlet slice = "
                       "UNIT_POS / {1};\nlet index = CUBE_POS * {1} + lane;\n",
                       s.split_k * lanes * s.channels_each * s.pixels_each, lanes)
                 : "let index = ABSOLUTE_POS;\n";
  text += format(
      "let q = index % {0};\nlet tile = index / {0} % {1};\nlet n = index / {2};\nlet group = tile "
      "/ {3};\n",
      s.pixel_tiles(), s.channel_tiles(), s.pixel_tiles() * s.channel_tiles(),
      s.outputs / s.channels_each);
  text += positions(s);
  text += format("let mut plane = (n * {} + group * {}) * {};\n", s.inputs * s.group, s.inputs,
                 s.window.in[0] * s.window.in[1]);
  text += format("let mut at = tile * {};\n", s.inputs * s.taps() * s.channels_each);
  for (std::int64_t c = 0; c < s.channels_each; ++c) {
    text += format("let bias{0} = bias[tile * {1} + {0}];\n", c, s.channels_each);
    for (std::int64_t p = 0; p < s.pixels_each; ++p)
      text += format("let mut s{0}_{1} = {2};\n", c, p, sliced ? "0.0" : format("bias{}", c));
  }
  text += loops(s);
  if (sliced) text += reduce_splits(s);
  text += format("let first = n * {} + tile * {};\n", s.outputs * s.group, s.channels_each);
  return text + epilogue + "}\n";
}

std::size_t grid_of(const Tiling& s) {
  if (s.split_k == 1) return static_cast<std::size_t>(s.invocations());
  return static_cast<std::size_t>((s.invocations() + lanes - 1) / lanes * lanes * s.split_k);
}

}  // namespace

Result<Tensor> zero_bias(std::int64_t count) {
  DALA_ASSIGN(Tensor tensor, Tensor::make(DType::f32, Shape({count})));
  std::ranges::fill(tensor.view.values<float>(), 0.0F);
  return tensor;
}

Result<std::optional<NodeSource>> convolution_source(const Graph& graph, const Node& node,
                                                     std::int64_t enough) {
  if (node.op != "FusedConv") return std::nullopt;
  const Shape& in = graph[node.inputs[0]].shape;
  const TensorView& weights = graph[node.inputs[1]].constant->view;
  DALA_ASSIGN(const Convolution what, convolution_of(graph, node));
  Tiling shape{.window = what.window,
               .batch = in[0],
               .inputs = what.inputs,
               .outputs = what.outputs / what.group,
               .group = what.group,
               .channels_each = 1,
               .pixels_each = 1,
               .split_k = 1};
  choose_tile(shape, enough);
  const bool adds = node.inputs.size() > 3 && node.inputs[3] != no_value;
  NodeSource made{
      .text = kernel(shape, stores(shape, what.epilogue.before, adds, what.epilogue.after), adds),
      .inputs = {node.inputs[0]},
      .grid = grid_of(shape),
      .name = format("conv, {} channels by {} pixels{}", shape.channels_each, shape.pixels_each,
                     shape.split_k > 1 ? ", split-K" : "")};
  auto stage = std::make_shared<ConvolutionStage>();
  stage->what = what;
  if (shape.channels_each == 1) {  // which is the order they have
    stage->weights = made.inputs.size();
    made.inputs.emplace_back(node.inputs[1]);
  } else {
    DALA_ASSIGN(Tensor packed, pack(shape, weights));
    made.inputs.emplace_back(std::move(packed));
  }
  stage->bias = made.inputs.size();
  if (node.inputs.size() > 2 && node.inputs[2] != no_value) {
    made.inputs.emplace_back(node.inputs[2]);
  } else {
    DALA_ASSIGN(Tensor none, zero_bias(weights.shape[0]));
    made.inputs.emplace_back(std::move(none));
  }
  if (adds) {
    stage->addend = made.inputs.size();
    made.inputs.emplace_back(node.inputs[3]);
  }
  if (in.rank() == 4) made.description = std::move(stage);
  return made;
}

}  // namespace dala::ml

// Convolutions, and rows times a matrix that is known, by the CUDA C++ in this folder. The text
// beside each is the plain definition, with the same tensors.
#include <algorithm>

#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "ml/graph/activation.hpp"
#include "ml/pipeline/convolution_stage.hpp"
#include "ml/pipeline/cuda/macros.hpp"
#include "ml/pipeline/cuda/tiles.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

struct Job : Convolution {
  std::int64_t batch = 1;
  bool adds = false;
  std::span<const float> numbers = {};  // the weights, {outputs, inputs, taps}
  ValueId weights = no_value;
};

// As ml/pipeline/cuda/convolution.cu calls it. `across` and `down`: of a thread with f32, else of a
// warp.
struct ConvolutionTile {
  std::int64_t rows;     // BM
  std::int64_t columns;  // BN
  std::int64_t deep;     // BK
  std::int64_t groups;   // KS
  std::int64_t down;     // TM or MT
  std::int64_t across;   // TN or NT

  [[nodiscard]] std::int64_t threads(bool tensor_cores) const {
    return tensor_cores ? rows / (16 * down) * (columns / (8 * across)) * groups * 32
                        : rows / down * (columns / across) * groups;
  }
};

// Few outputs want small tiles that share out long sums. Measured on an H200 against a dozen others
// for all convolutions of mobilenet_v2: together within 4 % of the best for one picture, and within
// 10 for 32.
ConvolutionTile tile_for(const Job& c, bool tensor_cores) {
  const std::int64_t squares = up(c.outputs, 32) / 32 * (up(c.batch * c.area(), 32) / 32);
  constexpr std::int64_t long_sum = 48;
  constexpr std::int64_t many = 700;
  const bool is_long = c.depth() >= long_sum;
  if (is_long && squares < (tensor_cores ? 110 : 60))
    return tensor_cores ? ConvolutionTile{16, 16, 16, 8, 1, 2}
                        : ConvolutionTile{16, 16, 16, 8, 2, 4};
  if (is_long && squares < many)
    return tensor_cores ? ConvolutionTile{32, 32, 16, 4, 1, 4}
                        : ConvolutionTile{32, 32, 16, 4, 4, 4};
  if (c.outputs <= 16)
    return tensor_cores ? ConvolutionTile{16, 128, 16, 1, 1, 4}
                        : ConvolutionTile{16, 128, 16, 1, 4, 4};
  if (c.outputs < 64 || (!tensor_cores && c.depth() < 32))
    return tensor_cores ? ConvolutionTile{32, 64, 16, 2, 2, 4}
                        : ConvolutionTile{32, 64, 16, 1, 4, 4};
  return tensor_cores ? ConvolutionTile{64, 64, 16, c.depth() < 32 ? 1 : 2, 2, 4}
                      : ConvolutionTile{64, 64, 16, 1, 4, 4};
}

// {outputs, depth} to {depth, outputs rounded up}.
Result<Tensor> pack_rows(const Job& c, const ConvolutionTile& tile) {
  const std::int64_t wide = up(c.outputs, tile.rows);
  DALA_ASSIGN(Tensor packed, Tensor::make(DType::f32, Shape({c.depth() * wide})));
  const auto to = packed.view.values<float>();
  std::ranges::fill(to, 0.0F);
  for (std::int64_t m = 0; m < c.outputs; ++m)
    for (std::int64_t k = 0; k < c.depth(); ++k)
      to[static_cast<std::size_t>(k * wide + m)] =
          c.numbers[static_cast<std::size_t>(m * c.depth() + k)];
  return packed;
}

std::string macros_of(const Job& c) {
  return window_macros(c.window) + macro("BATCH", c.batch) + macro("ADDS", c.adds ? 1 : 0) +
         cuda_activation("before", c.epilogue.before) + cuda_activation("after", c.epilogue.after);
}

// The plain definition: an invocation computes one output.
std::string reference_source(const Job& c, std::string_view packed) {
  const Window& w = c.window;
  const std::string sum = activated(c.epilogue.before, "sum");
  return format(
             "fn conv(input: Tensor<f32>, weights: Tensor<f32>, {}bias: Tensor<f32>, {}output: "
             "&mut "
             "Tensor<f32>) {{\n"
             "let p = ABSOLUTE_POS % {};\nlet m = ABSOLUTE_POS / {} % {};\nlet n = ABSOLUTE_POS / "
             "{};\n"
             "let y0 = p / {} * {} - {};\nlet x0 = p % {} * {} - {};\n"
             "let first = (n * {} + m / {} * {}) * {};\nlet mut sum = bias[m];\n",
             packed, c.adds ? "addend: Tensor<f32>, " : "", c.area(), c.area(), c.outputs,
             c.area() * c.outputs, w.out[1], w.stride[0], w.pad_before[0], w.out[1], w.stride[1],
             w.pad_before[1], c.inputs * c.group, c.outputs / c.group, c.inputs,
             w.in[0] * w.in[1]) +
         format(
             "for c in 0..{} {{\nfor ky in 0..{} {{\nfor kx in 0..{} {{\n"
             "let y = y0 + ky * {};\nlet x = x0 + kx * {};\n"
             "if y >= 0 && y < {} && x >= 0 && x < {} {{\nsum += input[first + (c * {} + y) * {} + "
             "x] * weights[((m * {} + c) * {} + ky) * {} + kx];\n}}\n}}\n}}\n}}\n"
             "let a = {};\noutput[ABSOLUTE_POS] = {};\n}}\n",
             c.inputs, w.kernel[0], w.kernel[1], w.dilation[0], w.dilation[1], w.in[0], w.in[1],
             w.in[0], w.in[1], c.inputs, w.kernel[0], w.kernel[1], sum,
             activated(c.epilogue.after, c.adds ? "(a + addend[ABSOLUTE_POS])" : "a"));
}

std::uint32_t count(std::int64_t value) { return static_cast<std::uint32_t>(value); }

// Grids have no more than this along y.
constexpr std::int64_t most_blocks_down = 65535;

std::optional<NodeSource> depthwise(const Job& c) {
  if (c.batch * c.outputs > most_blocks_down) return std::nullopt;
  // Enough threads to fill a device come first, then what each can keep for its next output.
  // Measured on an H200 against 64 and 256 threads, and 1, 2, 4 and 7 rows.
  constexpr std::int64_t threads = 128;
  constexpr std::int64_t many = 1000000;
  const std::int64_t all = c.batch * c.outputs * c.area();
  const std::int64_t down = c.window.out[0];
  std::int64_t rows = 1;
  if (down >= 14 && (c.window.stride[0] == 1 || all >= many))
    rows = all >= many && down % 7 == 0 ? 7 : 4;
  const std::int64_t strips = up(c.window.out[0], rows) / rows;
  const std::string macros =
      macros_of(c) + macro("CHANNELS", c.outputs) + macro("THREADS", threads) + macro("ROWS", rows);
  return NodeSource{
      .text = reference_source(c, ""),
      .inputs = {c.weights},
      .name = format("depthwise in CUDA, {} row{}", rows, rows == 1 ? "" : "s"),
      .native = NativeKernel{
          .source = macros + std::string(kernel::builtin_text("ml/pipeline/cuda/depthwise.cu")),
          .entry = "depthwise",
          .blocks = {count(up(strips * c.window.out[1], threads) / threads),
                     count(c.batch * c.outputs), 1},
          .threads = count(threads)}};
}

// Few vectors times a matrix whose rows are long: reading it is all there is to do.
bool is_matrix_vector(const Job& c) {
  constexpr std::int64_t few = 4;
  constexpr std::int64_t long_row = 128;
  return c.group == 1 && c.batch <= few && c.depth() >= long_row && c.depth() == c.inputs &&
         c.window.in[0] * c.window.in[1] == 1 && c.area() == 1;
}

NodeSource matrix_vector(const Job& c) {
  constexpr std::int64_t warps = 8;
  return {.text = reference_source(c, ""),
          .inputs = {c.weights},
          .name = "matrix times vector in CUDA",
          .native = NativeKernel{
              .source = macros_of(c) + macro("M", c.outputs) + macro("K", c.depth()) +
                        std::string(kernel::builtin_text("ml/pipeline/cuda/matrix_vector.cu")),
              .entry = "matrix_vector",
              .blocks = {count(up(c.outputs, warps) / warps), 1, 1},
              .threads = count(warps * 32)}};
}

Result<std::optional<NodeSource>> product(const Job& c, Precision precision) {
  const bool tensor_cores = precision != Precision::f32;
  const ConvolutionTile tile = tile_for(c, tensor_cores);
  DALA_ASSIGN(Tensor packed,
              tensor_cores ? pack_tiles({c.numbers, c.outputs, c.depth()}, up(c.outputs, tile.rows),
                                        up(c.depth(), tile.deep * tile.groups), precision)
                           : pack_rows(c, tile));
  const std::string macros =
      macros_of(c) + macro("M", c.outputs) + macro("K", c.depth()) + macro("CIN", c.inputs) +
      macro("BM", tile.rows) + macro("BN", tile.columns) + macro("BK", tile.deep) +
      macro("KS", tile.groups) + macro(tensor_cores ? "MT" : "TM", tile.down) +
      macro(tensor_cores ? "NT" : "TN", tile.across) + precision_macro(precision);
  const std::int64_t pixels = c.batch * c.area();
  return NodeSource{
      .text = reference_source(c, tensor_cores ? "packed: Tensor<u32>, " : "packed: Tensor<f32>, "),
      .inputs = {c.weights, std::move(packed)},
      .name = format("conv in CUDA, {}, {} by {}{}", to_string(precision), tile.rows, tile.columns,
                     tile.groups > 1 ? ", split-K" : ""),
      .native = NativeKernel{
          .source = macros + std::string(kernel::builtin_text("ml/pipeline/cuda/convolution.cu")),
          .entry = "convolution",
          .blocks = {count(up(pixels, tile.columns) / tile.columns),
                     count(up(c.outputs, tile.rows) / tile.rows), 1},
          .threads = count(tile.threads(tensor_cores))}};
}

// What a node is as a convolution; nothing where it is none.
Result<std::optional<Job>> job_of(const Graph& graph, const Node& node) {
  if (!are_f32(graph, node) || node.inputs.size() < 2 || !graph.is_constant(node.inputs[1]))
    return std::nullopt;
  const Shape& in = graph[node.inputs[0]].shape;
  const TensorView& weights = graph[node.inputs[1]].constant->view;
  Job job;
  if (node.op == "FusedConv") {
    DALA_ASSIGN(static_cast<Convolution&>(job), convolution_of(graph, node));
    job.adds = node.inputs.size() > 3 && node.inputs[3] != no_value;
  } else if (node.op == "Gemm" && is_plain_gemm(graph, node) && in.rank() == 2 &&
             node.attributes.integer("transB", 0) != 0) {
    // A matrix product is a convolution of pictures of one pixel.
    job.inputs = in[1];
    job.outputs = weights.shape[0];
  } else {
    return std::nullopt;
  }
  job.batch = in[0];
  job.numbers = weights.values<float>();
  job.weights = node.inputs[1];
  return job;
}

}  // namespace

Result<std::optional<NodeSource>> cuda_source(const Graph& graph, const Node& node,
                                              Precision precision) {
  DALA_ASSIGN(const auto found, job_of(graph, node));
  if (!found) return std::nullopt;
  const Job& c = *found;
  if (c.batch * c.area() == 0 || c.outputs == 0 || c.depth() == 0) return std::nullopt;
  auto stage = std::make_shared<ConvolutionStage>();
  stage->what = c;
  std::optional<NodeSource> made;
  if (c.is_depthwise()) {
    made = depthwise(c);
  } else if (is_matrix_vector(c)) {
    made = matrix_vector(c);
  } else if (c.group == 1) {
    DALA_ASSIGN(made, product(c, precision));
    stage->precision = precision;
  }
  if (!made) return std::nullopt;
  made->inputs.insert(made->inputs.begin(), node.inputs[0]);
  stage->weights = 1;
  stage->bias = made->inputs.size();
  if (node.inputs.size() > 2 && node.inputs[2] != no_value) {
    made->inputs.emplace_back(node.inputs[2]);
  } else {
    DALA_ASSIGN(Tensor none, zero_bias(c.outputs));
    made->inputs.emplace_back(std::move(none));
  }
  if (c.adds) {
    stage->addend = made->inputs.size();
    made->inputs.emplace_back(node.inputs[3]);
  }
  if (graph[node.inputs[0]].shape.rank() == 4) made->description = std::move(stage);
  return made;
}

}  // namespace dala::ml

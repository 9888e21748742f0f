// Convolutions, and rows times a matrix that is known, by the kernels under kernels/cuda. The text
// beside each is the plain definition, with the same tensors.
#include <array>
#include <bit>
#include <cmath>

#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "ml/graph/activation.hpp"
#include "ml/ops/window.hpp"
#include "ml/pipeline/kernel_text.hpp"

namespace dala::ml {

namespace {

struct Convolution {
  Window window;
  std::int64_t batch = 1;
  std::int64_t inputs = 1;   // channels of a group
  std::int64_t outputs = 1;  // of all groups
  std::int64_t group = 1;
  Finish finish = {};
  bool adds = false;
  std::span<const float> weights = {};  // {outputs, inputs, taps}

  [[nodiscard]] std::int64_t area() const { return window.out[0] * window.out[1]; }
  [[nodiscard]] std::int64_t depth() const { return inputs * window.kernel[0] * window.kernel[1]; }
};

std::int64_t up(std::int64_t value, std::int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// As kernels/cuda/convolution.cu calls it. `across` and `down`: of a unit with f32, else of a warp.
struct Tile {
  std::int64_t rows;     // BM
  std::int64_t columns;  // BN
  std::int64_t deep;     // BK
  std::int64_t groups;   // KS
  std::int64_t down;     // TM or MT
  std::int64_t across;   // TN or NT

  [[nodiscard]] std::int64_t units(bool tensor_cores) const {
    return tensor_cores ? rows / (16 * down) * (columns / (8 * across)) * groups * 32
                        : rows / down * (columns / across) * groups;
  }
};

// Few outputs want small tiles that share out long sums. Measured on an H200 against a dozen others
// for all convolutions of mobilenet_v2: together within 4 % of the best for one picture, and within
// 10 for 32.
Tile tile_for(const Convolution& c, bool tensor_cores) {
  const std::int64_t squares = up(c.outputs, 32) / 32 * (up(c.batch * c.area(), 32) / 32);
  constexpr std::int64_t long_sum = 48;
  constexpr std::int64_t many = 700;
  const bool is_long = c.depth() >= long_sum;
  if (is_long && squares < (tensor_cores ? 110 : 60))
    return tensor_cores ? Tile{16, 16, 16, 8, 1, 2} : Tile{16, 16, 16, 8, 2, 4};
  if (is_long && squares < many)
    return tensor_cores ? Tile{32, 32, 16, 4, 1, 4} : Tile{32, 32, 16, 4, 4, 4};
  if (c.outputs <= 16)
    return tensor_cores ? Tile{16, 128, 16, 1, 1, 4} : Tile{16, 128, 16, 1, 4, 4};
  if (c.outputs < 64 || (!tensor_cores && c.depth() < 32))
    return tensor_cores ? Tile{32, 64, 16, 2, 2, 4} : Tile{32, 64, 16, 1, 4, 4};
  return tensor_cores ? Tile{64, 64, 16, c.depth() < 32 ? 1 : 2, 2, 4} : Tile{64, 64, 16, 1, 4, 4};
}

// {outputs, depth} to {depth, outputs rounded up}.
Result<Tensor> pack_rows(const Convolution& c, const Tile& tile) {
  const std::int64_t wide = up(c.outputs, tile.rows);
  DALA_ASSIGN(Tensor packed, Tensor::make(DType::f32, Shape({c.depth() * wide})));
  const auto to = packed.view.values<float>();
  std::ranges::fill(to, 0.0F);
  for (std::int64_t m = 0; m < c.outputs; ++m)
    for (std::int64_t k = 0; k < c.depth(); ++k)
      to[static_cast<std::size_t>(k * wide + m)] =
          c.weights[static_cast<std::size_t>(m * c.depth() + k)];
  return packed;
}

// To the nearest half, with even ones in the middle; what is too large becomes infinite.
std::uint32_t half_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16U) & 0x8000U;
  const float size = std::abs(value);
  if (std::isnan(value)) return sign | 0x7e00U;
  if (size >= 65520.0F) return sign | 0x7c00U;
  // Below the smallest normal number halves lie 2^-24 apart.
  if (size < 0x1p-14F) return sign | static_cast<std::uint32_t>(std::nearbyint(size * 0x1p24F));
  const std::uint32_t rebased = std::bit_cast<std::uint32_t>(size) - (112U << 23U);
  return sign | ((rebased + 0x0fffU + ((rebased >> 13U) & 1U)) >> 13U);
}

// TF32: the nearest number with 10 bits behind the point.
std::uint32_t tf32_bits(float value) {
  return (std::bit_cast<std::uint32_t>(value) + 0x1000U) & 0xffffe000U;
}

// The tiles of 16 outputs that a product of the tensor cores takes, in the order of its units: unit
// 4 r + c has rows r and r + 8, and columns c and c + 4 (TF32) or 2 c, 2 c + 1 and 8 on (f16).
Result<Tensor> pack_tiles(const Convolution& c, const Tile& tile, bool halves) {
  const std::int64_t deep = halves ? 16 : 8;
  const std::int64_t tiles_down = up(c.outputs, tile.rows) / 16;
  const std::int64_t tiles_deep = up(c.depth(), tile.deep * tile.groups) / deep;
  DALA_ASSIGN(Tensor packed, Tensor::make(DType::u32, Shape({tiles_down * tiles_deep * 128})));
  const auto at = [&](std::int64_t m, std::int64_t k) {
    return m < c.outputs && k < c.depth() ? c.weights[static_cast<std::size_t>(m * c.depth() + k)]
                                          : 0.0F;
  };
  const auto to = packed.view.values<std::uint32_t>();
  std::size_t next = 0;
  for (std::int64_t down = 0; down < tiles_down; ++down)
    for (std::int64_t step = 0; step < tiles_deep; ++step)
      for (std::int64_t unit = 0; unit < 32; ++unit)
        for (std::int64_t part = 0; part < 4; ++part) {
          const std::int64_t m = down * 16 + unit / 4 + part % 2 * 8;
          const std::int64_t k = step * deep + (part / 2 * deep / 2);
          const std::int64_t column = unit % 4;
          to[next++] = halves ? half_bits(at(m, k + 2 * column)) |
                                    (half_bits(at(m, k + 2 * column + 1)) << 16U)
                              : tf32_bits(at(m, k + column));
        }
  return packed;
}

std::string literal(float value) {
  return format("__int_as_float(0x{:08x})", std::bit_cast<std::uint32_t>(value));
}

std::string cuda_activation(const char* name, const Activation& activation) {
  const std::string a = literal(activation.a);
  const std::string b = literal(activation.b);
  std::string value;
  switch (activation.kind) {
    case ActivationKind::identity:
      value = "x";
      break;
    case ActivationKind::clip:
      value = format("fminf(fmaxf(x, {}), {})", a, b);
      break;
    case ActivationKind::leaky:
      value = format("x < 0.0f ? x * {} : x", a);
      break;
    case ActivationKind::sigmoid:
      value = "1.0f / (1.0f + expf(-x))";
      break;
    case ActivationKind::silu:
      value = "x / (1.0f + expf(-x))";
      break;
    case ActivationKind::hard_sigmoid:
      value = format("fminf(fmaxf(x * {} + {}, 0.0f), 1.0f)", a, b);
      break;
    case ActivationKind::hard_swish:
      value = "x * fminf(fmaxf(x / 6.0f + 0.5f, 0.0f), 1.0f)";
      break;
    case ActivationKind::tanh:
      value = "tanhf(x)";
      break;
  }
  return format("static __device__ __forceinline__ float {}(float x) {{ return {}; }}\n", name,
                value);
}

std::string macro(const char* name, std::int64_t value) {
  return format("#define {} {}\n", name, value);
}

std::string window_macros(const Convolution& c) {
  const Window& w = c.window;
  return macro("H", w.in[0]) + macro("W", w.in[1]) + macro("OH", w.out[0]) + macro("OW", w.out[1]) +
         macro("KH", w.kernel[0]) + macro("KW", w.kernel[1]) + macro("SY", w.stride[0]) +
         macro("SX", w.stride[1]) + macro("DY", w.dilation[0]) + macro("DX", w.dilation[1]) +
         macro("PY", w.pad_before[0]) + macro("PX", w.pad_before[1]) + macro("BATCH", c.batch) +
         macro("ADDS", c.adds ? 1 : 0) + cuda_activation("before", c.finish.before) +
         cuda_activation("after", c.finish.after);
}

// The plain definition: an invocation computes one output.
std::string plain_text(const Convolution& c, std::string_view packed) {
  const Window& w = c.window;
  const std::string sum = activated(c.finish.before, "sum");
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
             activated(c.finish.after, c.adds ? "(a + addend[ABSOLUTE_POS])" : "a"));
}

std::uint32_t count(std::int64_t value) { return static_cast<std::uint32_t>(value); }

// Grids have no more than this along y.
constexpr std::int64_t most_blocks_down = 65535;

std::optional<KernelText> depthwise(const Convolution& c, Tensor weights) {
  if (c.batch * c.outputs > most_blocks_down) return std::nullopt;
  // Enough units to fill a device come first, then what each can keep for its next output. Measured
  // on an H200 against 64 and 256 units, and 1, 2, 4 and 7 rows.
  constexpr std::int64_t units = 128;
  constexpr std::int64_t many = 1000000;
  const std::int64_t all = c.batch * c.outputs * c.area();
  const std::int64_t down = c.window.out[0];
  std::int64_t rows = 1;
  if (down >= 14 && (c.window.stride[0] == 1 || all >= many))
    rows = all >= many && down % 7 == 0 ? 7 : 4;
  const std::int64_t strips = up(c.window.out[0], rows) / rows;
  const std::string macros =
      window_macros(c) + macro("CHANNELS", c.outputs) + macro("UNITS", units) + macro("ROWS", rows);
  return KernelText{
      .text = plain_text(c, ""),
      .inputs = {std::move(weights)},
      .name = format("depthwise in CUDA, {} row{}", rows, rows == 1 ? "" : "s"),
      .native = NativeKernel{.device = "cuda",
                             .text = macros + std::string(kernel::builtin_text("cuda/depthwise")),
                             .entry = "depthwise",
                             .blocks = {count(up(strips * c.window.out[1], units) / units),
                                        count(c.batch * c.outputs), 1},
                             .units = count(units)}};
}

Result<std::optional<KernelText>> product(const Convolution& c, Tensor weights,
                                          Precision precision) {
  const bool tensor_cores = precision != Precision::f32;
  const bool halves = precision == Precision::f16;
  const Tile tile = tile_for(c, tensor_cores);
  DALA_ASSIGN(Tensor packed, tensor_cores ? pack_tiles(c, tile, halves) : pack_rows(c, tile));
  const std::string macros =
      window_macros(c) + macro("M", c.outputs) + macro("K", c.depth()) + macro("CIN", c.inputs) +
      macro("BM", tile.rows) + macro("BN", tile.columns) + macro("BK", tile.deep) +
      macro("KS", tile.groups) + macro(tensor_cores ? "MT" : "TM", tile.down) +
      macro(tensor_cores ? "NT" : "TN", tile.across) +
      macro("PRECISION", halves         ? 16
                         : tensor_cores ? 19
                                        : 32);
  const std::int64_t pixels = c.batch * c.area();
  return KernelText{
      .text = plain_text(c, tensor_cores ? "packed: Tensor<u32>, " : "packed: Tensor<f32>, "),
      .inputs = {std::move(weights), std::move(packed)},
      .name = format("conv in CUDA, {}, {} by {}{}",
                     halves         ? "f16"
                     : tensor_cores ? "TF32"
                                    : "f32",
                     tile.rows, tile.columns, tile.groups > 1 ? ", in slices" : ""),
      .native = NativeKernel{.device = "cuda",
                             .text = macros + std::string(kernel::builtin_text("cuda/convolution")),
                             .entry = "convolution",
                             .blocks = {count(up(pixels, tile.columns) / tile.columns),
                                        count(up(c.outputs, tile.rows) / tile.rows), 1},
                             .units = count(tile.units(tensor_cores))}};
}

// What a node is as a convolution; nothing where it is none.
Result<std::optional<Convolution>> convolution_of(const Graph& graph, const Node& node) {
  if (!are_f32(graph, node) || node.inputs.size() < 2 || !graph.is_constant(node.inputs[1]))
    return std::nullopt;
  const Shape& in = graph[node.inputs[0]].shape;
  const TensorView& weights = graph[node.inputs[1]].constant->view;
  Convolution c;
  c.weights = weights.values<float>();
  if (node.op == "FusedConv") {
    DALA_ASSIGN(c.window, window_of(node, in, weights.shape.dims().subspan(2)));
    c.batch = in[0];
    c.inputs = weights.shape[1];
    c.outputs = weights.shape[0];
    c.group = node.attributes.integer("group", 1);
    c.finish = finish_of(graph, node);
    c.adds = node.inputs.size() > 3 && node.inputs[3] != no_value;
    return c;
  }
  // A matrix product is a convolution of pictures of one pixel.
  if (node.op == "Gemm" && is_plain_gemm(graph, node) && in.rank() == 2 &&
      node.attributes.integer("transB", 0) != 0) {
    c.batch = in[0];
    c.inputs = in[1];
    c.outputs = weights.shape[0];
    return c;
  }
  return std::nullopt;
}

}  // namespace

Result<std::optional<KernelText>> cuda_text(const Graph& graph, const Node& node,
                                            Precision precision) {
  DALA_ASSIGN(const auto found, convolution_of(graph, node));
  if (!found) return std::nullopt;
  const Convolution& c = *found;
  if (c.batch * c.area() == 0 || c.outputs == 0 || c.depth() == 0) return std::nullopt;
  Tensor weights{.view = graph[node.inputs[1]].constant->view, .memory = {}};
  std::optional<KernelText> made;
  if (c.group == c.outputs && c.inputs == 1) {
    made = depthwise(c, std::move(weights));
  } else if (c.group == 1) {
    DALA_ASSIGN(made, product(c, std::move(weights), precision));
  }
  if (!made) return std::nullopt;
  made->inputs.insert(made->inputs.begin(), node.inputs[0]);
  if (node.inputs.size() > 2 && node.inputs[2] != no_value) {
    made->inputs.emplace_back(node.inputs[2]);
  } else {
    DALA_ASSIGN(Tensor none, zero_bias(c.outputs));
    made->inputs.emplace_back(std::move(none));
  }
  if (c.adds) made->inputs.emplace_back(node.inputs[3]);
  return made;
}

}  // namespace dala::ml

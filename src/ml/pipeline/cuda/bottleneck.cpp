// Expand, depthwise and project as one kernel, by ml/pipeline/cuda/bottleneck.cu. The source in the
// kernel language is the reference, with the same tensors.
#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "ml/graph/activation.hpp"
#include "ml/ops/window.hpp"
#include "ml/pipeline/cuda/macros.hpp"
#include "ml/pipeline/cuda/tiles.hpp"
#include "ml/pipeline/node_source.hpp"

namespace dala::ml {

namespace {

// As in the source of the kernel.
constexpr std::int64_t chunk = 32;
constexpr std::int64_t warps = 8;
constexpr std::int64_t threads_a_block = warps * 32;
// The dynamic shared memory that every device with such tensor cores can provide.
constexpr std::int64_t most_shared_bytes = std::int64_t{96} * 1024;
constexpr std::int64_t most_blocks_a_picture = 8;
constexpr std::int64_t most_outputs = 384;
constexpr std::int64_t most_batch = 65535;
constexpr std::int64_t most_depthwise_taps = 25;

struct Shapes {
  Window window = {};  // of the depthwise step
  std::int64_t batch = 1;
  std::int64_t inputs = 0;  // channels
  std::int64_t middle = 0;
  std::int64_t outputs = 0;
  Precision precision = Precision::f32;
  bool adds = false;
};

// How many input pixels so many outputs read along one axis.
std::int64_t seen(const Window& w, std::size_t axis, std::int64_t outputs) {
  return ((outputs - 1) * w.stride[axis]) + ((w.kernel[axis] - 1) * w.dilation[axis]) + 1;
}

struct Tile {
  std::int64_t height = 1;  // in pixels
  std::int64_t width = 1;

  [[nodiscard]] std::int64_t pixels() const { return up(height * width, 8); }
  [[nodiscard]] std::int64_t seen_by(const Shapes& s) const {
    return seen(s.window, 0, height) * seen(s.window, 1, width);
  }
  [[nodiscard]] std::int64_t region(const Shapes& s) const {
    return up(std::min(seen(s.window, 0, height), s.window.in[0]) *
                  std::min(seen(s.window, 1, width), s.window.in[1]),
              8);
  }
  [[nodiscard]] std::int64_t count(const Shapes& s) const {
    return up(s.window.out[0], height) / height * (up(s.window.out[1], width) / width);
  }
  // Bytes of shared memory, as the source of the kernel lays them out.
  [[nodiscard]] std::int64_t shared(const Shapes& s) const {
    const std::int64_t deep = product_depth(s.precision);
    const std::int64_t in_steps = up(s.inputs, deep) / deep;
    const std::int64_t picture = region(s) * ((in_steps * 8) + 4);
    const std::int64_t weights =
        128 * ((2 * in_steps) + (2 * up(s.outputs, 16) / 16 * (chunk / deep)));
    const std::int64_t middle = chunk * (((seen_by(s) + 26) / 32 * 32) + 5);
    const std::int64_t between = pixels() * ((chunk / deep * 8) + 4);
    const std::int64_t places = region(s) / 2;
    const std::int64_t sums = up(s.outputs, 16) * (pixels() + (pixels() % 16 == 0 ? 8 : 0));
    return 4 * std::max(weights + picture + middle + between + places, sums);
  }
};

// How many warps share the rows of the output: with more of them fewer weights are read twice, as
// long as each has some.
std::int64_t warp_rows(const Shapes& s) {
  const std::int64_t tiles = up(s.outputs, 16) / 16;
  return tiles >= 4 ? 4 : tiles >= 2 ? 2 : 1;
}

// How the work is divided: split-K over the intermediate channels where there are too few blocks to
// fill the device.
struct BottleneckCut {
  Tile tile;
  std::int64_t split_k = 1;
  std::int64_t products = 0;  // of a block

  // The estimated time, in products of one block.
  [[nodiscard]] std::int64_t time(const Shapes& s) const {
    constexpr std::int64_t beginning = 10000;
    const std::int64_t blocks = tile.count(s) * s.batch * split_k;
    return up(blocks, at_once) / at_once * (beginning + products);
  }
  static constexpr std::int64_t at_once = 264;  // blocks, on an H200
};

BottleneckCut cut_into(const Shapes& s, const Tile& tile) {
  const std::int64_t blocks = tile.count(s) * s.batch;
  const std::int64_t chunks = up(s.middle, chunk) / chunk;
  BottleneckCut cut{.tile = tile};
  while (cut.split_k < most_blocks_a_picture &&
         blocks * cut.split_k * 2 <= BottleneckCut::at_once && cut.split_k * 2 <= chunks)
    cut.split_k *= 2;
  cut.products = up(chunks, cut.split_k) / cut.split_k *
                 ((tile.region(s) * up(s.inputs, 16)) + (tile.pixels() * up(s.outputs, 16)));
  return cut;
}

std::optional<BottleneckCut> best_cut(const Shapes& s) {
  std::optional<BottleneckCut> best;
  for (std::int64_t height = 4; height <= 8; ++height)
    for (std::int64_t width = 4; width <= 8; ++width) {
      const Tile tile{std::min(height, s.window.out[0]), std::min(width, s.window.out[1])};
      if (tile.shared(s) > most_shared_bytes) continue;
      const BottleneckCut cut = cut_into(s, tile);
      if (!best || cut.time(s) < best->time(s)) best = cut;
    }
  return best;
}

// Whether the fused kernel is faster than the three, as measured on an H200 with mobilenet_v2:
// either because many intermediate pixels need not go through memory, or because there is so little
// work that the launches dominate.
bool pays(const Shapes& s, const BottleneckCut& cut) {
  constexpr std::int64_t little = 40000;
  const std::int64_t pixels = s.batch * s.window.out[0] * s.window.out[1];
  switch (s.precision) {
    case Precision::f32:
      return pixels >= 4096 || cut.products * 3 <= little;
    case Precision::tf32:
      return pixels >= 4096 || cut.products * 2 <= little;
    case Precision::f16:
      return pixels >= 1024 || cut.products <= little;
  }
  std::unreachable();
}

// Groups of CHUNK channels: the weights of each tap, the biases of the depthwise step, and those of
// the expansion.
Result<Tensor> pack_filter(const Shapes& s, std::span<const float> weights,
                           std::span<const float> bias, std::span<const float> expand_bias) {
  const std::int64_t taps = s.window.kernel[0] * s.window.kernel[1];
  const std::int64_t rows = taps + 2;
  DALA_ASSIGN(Tensor packed, Tensor::make(DType::f32, Shape({up(s.middle, chunk) * rows})));
  const auto to = packed.view.values<float>();
  std::ranges::fill(to, 0.0F);
  for (std::int64_t c = 0; c < s.middle; ++c) {
    const auto at = [&](std::int64_t row) -> float& {
      return to[static_cast<std::size_t>((((c / chunk * rows) + row) * chunk) + (c % chunk))];
    };
    const auto channel = static_cast<std::size_t>(c);
    for (std::int64_t tap = 0; tap < taps; ++tap)
      at(tap) = weights[static_cast<std::size_t>((c * taps) + tap)];
    at(taps) = bias[channel];
    at(taps + 1) = expand_bias[channel];
  }
  return packed;
}

std::string reference_source(const Shapes& s, const std::array<Epilogue, 3>& epilogue) {
  const Window& w = s.window;
  const auto both = [](const Epilogue& f, const std::string& x) {
    return activated(f.after, format("({})", activated(f.before, x)));
  };
  std::string source = "#[over(grid)]\nfn bottleneck(input: Tensor<f32>, ";
  source += format(
      "expand: Tensor<f32>, expand_tiles: Tensor<u32>, expand_bias: Tensor<f32>, filter: "
      "Tensor<f32>, filter_bias: Tensor<f32>, filter_packed: Tensor<f32>, project: "
      "Tensor<f32>, project_tiles: Tensor<u32>, bias: Tensor<f32>, {}grid: Tensor<u8>, "
      "output: &mut Tensor<f32>) {{\n",
      s.adds ? "addend: Tensor<f32>, " : "");
  const std::int64_t area = w.out[0] * w.out[1];
  source += format(
      "let p = ABSOLUTE_POS % {0};\nlet n = ABSOLUTE_POS / {0};\nlet y0 = p / {1} * {2} - {3};\n"
      "let x0 = p % {1} * {4} - {5};\nlet mut sums: [f32; {6}] = [0.0; {6}];\n",
      area, w.out[1], w.stride[0], w.pad_before[0], w.stride[1], w.pad_before[1], s.outputs);
  source += format(
      "for c in 0..{} {{\nlet mut sum = filter_bias[c];\nfor ky in 0..{} {{\nfor kx in 0..{} {{\n"
      "let y = y0 + ky * {};\nlet x = x0 + kx * {};\nif y >= 0 && y < {} && x >= 0 && x < {} {{\n",
      s.middle, w.kernel[0], w.kernel[1], w.dilation[0], w.dilation[1], w.in[0], w.in[1]);
  source += format(
      "let mut value = expand_bias[c];\nfor i in 0..{0} {{\nlet at = ((n * {0} + i) * {1} + y) "
      "* {2} + x;\nvalue += input[at] * expand[c * {0} + i];\n}}\nlet seen = {3};\n",
      s.inputs, w.in[0], w.in[1], both(epilogue[0], "value"));
  source += format(
      "sum += seen * filter[(c * {} + ky) * {} + kx];\n}}\n}}\n}}\nlet made = {};\n"
      "for m in 0..{} {{ sums[m] += made * project[m * {} + c]; }}\n}}\n",
      w.kernel[0], w.kernel[1], both(epilogue[1], "sum"), s.outputs, s.middle);
  source +=
      format("for m in 0..{} {{\nlet at = (n * {} + m) * {} + p;\nlet a = sums[m] + bias[m];\n",
             s.outputs, s.outputs, area);
  const std::string a = activated(epilogue[2].before, "a");
  source += format("let b = {};\noutput[at] = {};\n}}\n}}\n", a,
                   activated(epilogue[2].after, s.adds ? "(b + addend[at])" : "b"));
  return source;
}

// The epilogue of a convolution as one function, where nothing is added between its two
// activations.
std::string both_activations(const std::string& name, const Epilogue& epilogue) {
  return cuda_activation(name + "_first", epilogue.before) +
         cuda_activation(name + "_then", epilogue.after) +
         format(
             "static __device__ __forceinline__ float {0}(float x) {{ return "
             "{0}_then({0}_first(x)); }}\n",
             name);
}

NativeKernel native_kernel(const Shapes& s, const BottleneckCut& cut,
                           const std::array<Epilogue, 3>& epilogue) {
  const Tile& tile = cut.tile;
  std::string source =
      window_macros(s.window) + macro("CIN", s.inputs) + macro("MIDDLE", s.middle) +
      macro("COUT", s.outputs) + macro("TH", tile.height) + macro("TW", tile.width) +
      macro("SPLIT_K", cut.split_k) + macro("WARP_ROWS", warp_rows(s)) +
      macro("ADDS", s.adds ? 1 : 0) + precision_macro(s.precision) +
      both_activations("expanded", epilogue[0]) + both_activations("filtered", epilogue[1]) +
      cuda_activation("before", epilogue[2].before) + cuda_activation("after", epilogue[2].after);
  const auto count = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  return {.source = source + std::string(kernel::builtin_text("ml/pipeline/cuda/bottleneck.cu")),
          .entry = "bottleneck",
          .blocks = {count(tile.count(s)), count(s.batch), count(cut.split_k)},
          .threads = count(threads_a_block),
          .shared_bytes = count(tile.shared(s))};
}

TensorView weights_of(const Graph& graph, const Node& node) {
  return graph[node.inputs[1]].constant->view;
}

Matrix matrix_of(const Graph& graph, const Node& node) {
  const TensorView weights = weights_of(graph, node);
  return {weights.values<float>(), weights.shape[0], weights.shape[1]};
}

Tensor as_operand(const TensorView& view) { return {.view = view, .memory = {}}; }

Result<Tensor> bias_of(const Graph& graph, const Node& node) {
  if (node.inputs.size() > 2 && node.inputs[2] != no_value)
    return as_operand(graph[node.inputs[2]].constant->view);
  return zero_bias(weights_of(graph, node).shape[0]);
}

Result<Shapes> shapes_of(const Graph& graph, const Bottleneck& of, Precision precision) {
  const Shape& in = graph[of.expand->inputs[0]].shape;
  const TensorView filter = weights_of(graph, *of.depthwise);
  Shapes s{.batch = in[0],
           .inputs = in[1],
           .middle = filter.shape[0],
           .outputs = weights_of(graph, *of.project).shape[0],
           .precision = precision,
           .adds = of.project->inputs.size() > 3 && of.project->inputs[3] != no_value};
  DALA_ASSIGN(s.window, window_of(*of.depthwise, graph[of.depthwise->inputs[0]].shape,
                                  filter.shape.dims().subspan(2)));
  return s;
}

bool is_possible(const Shapes& s) {
  // A thread keeps some outputs of each channel, and the taps of one.
  return s.batch * s.window.out[0] * s.window.out[1] > 0 && s.outputs <= most_outputs &&
         s.batch <= most_batch && s.window.kernel[0] * s.window.kernel[1] <= most_depthwise_taps;
}

// In the order of the source's parameters.
Result<std::vector<Operand>> operands_of(const Graph& graph, const Bottleneck& of,
                                         const Shapes& s) {
  const std::int64_t middle = up(s.middle, chunk);
  const TensorView filter = weights_of(graph, *of.depthwise);
  DALA_ASSIGN(Tensor expand_tiles,
              pack_tiles(matrix_of(graph, *of.expand), middle, s.inputs, s.precision));
  DALA_ASSIGN(Tensor expand_bias, bias_of(graph, *of.expand));
  DALA_ASSIGN(Tensor filter_bias, bias_of(graph, *of.depthwise));
  DALA_ASSIGN(Tensor packed,
              pack_filter(s, filter.values<float>(), filter_bias.view.values<float>(),
                          expand_bias.view.values<float>()));
  DALA_ASSIGN(Tensor project_tiles,
              pack_tiles(matrix_of(graph, *of.project), up(s.outputs, 16), middle, s.precision));
  DALA_ASSIGN(Tensor bias, bias_of(graph, *of.project));
  std::vector<Operand> all = {of.expand->inputs[0],     as_operand(weights_of(graph, *of.expand)),
                              std::move(expand_tiles),  std::move(expand_bias),
                              as_operand(filter),       std::move(filter_bias),
                              std::move(packed),        as_operand(weights_of(graph, *of.project)),
                              std::move(project_tiles), std::move(bias)};
  if (s.adds) all.emplace_back(of.project->inputs[3]);
  return all;
}

}  // namespace

Result<std::optional<NodeSource>> cuda_source(const Graph& graph, const Bottleneck& of,
                                              Precision precision, Fusing fusing) {
  DALA_ASSIGN(const Shapes s, shapes_of(graph, of, precision));
  if (!is_possible(s)) return std::nullopt;
  const std::optional<BottleneckCut> cut = best_cut(s);
  if (!cut || (fusing == Fusing::where_it_pays && !pays(s, *cut))) return std::nullopt;
  const std::array<Epilogue, 3> epilogue = {epilogue_of(graph, *of.expand),
                                            epilogue_of(graph, *of.depthwise),
                                            epilogue_of(graph, *of.project)};
  NodeSource made{.text = reference_source(s, epilogue),
                  .grid = static_cast<std::size_t>(s.batch * s.window.out[0] * s.window.out[1]),
                  .name = format("expand, depthwise and project in CUDA, {}, {} by {}{}",
                                 to_string(precision), cut->tile.height, cut->tile.width,
                                 cut->split_k > 1 ? format(", split-K by {}", cut->split_k) : ""),
                  .native = native_kernel(s, *cut, epilogue)};
  DALA_ASSIGN(made.inputs, operands_of(graph, of, s));
  return made;
}

}  // namespace dala::ml

// Three convolutions as mobile networks have them: expand (1 by 1, to more channels), depthwise,
// project (1 by 1), by ml/pipeline/cuda/bottleneck.cu.
#include <algorithm>
#include <expected>
#include <utility>

#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "ml/pipeline/convolution_stage.hpp"
#include "ml/pipeline/cuda/macros.hpp"
#include "ml/pipeline/cuda/tiles.hpp"

namespace dala::ml {

namespace {

// As the text of the kernel has it.
constexpr std::int64_t chunk = 32;
constexpr std::int64_t warps = 8;
constexpr std::int64_t threads_a_block = warps * 32;
// What every device with such tensor cores gives when asked for more than the usual.
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
};

// How many pixels of one direction the outputs of a block see.
std::int64_t seen(const Window& w, std::size_t axis, std::int64_t outputs) {
  return ((outputs - 1) * w.stride[axis]) + ((w.kernel[axis] - 1) * w.dilation[axis]) + 1;
}

struct Tile {
  std::int64_t down = 1;  // pixels
  std::int64_t across = 1;

  [[nodiscard]] std::int64_t pixels() const { return up(down * across, 8); }
  [[nodiscard]] std::int64_t seen_by(const Shapes& s) const {
    return seen(s.window, 0, down) * seen(s.window, 1, across);
  }
  [[nodiscard]] std::int64_t region(const Shapes& s) const {
    return up(std::min(seen(s.window, 0, down), s.window.in[0]) *
                  std::min(seen(s.window, 1, across), s.window.in[1]),
              8);
  }
  [[nodiscard]] std::int64_t count(const Shapes& s) const {
    return up(s.window.out[0], down) / down * (up(s.window.out[1], across) / across);
  }
  // Bytes, as the text of the kernel lays them out.
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

// Warps below each other: more of them read fewer weights twice, as long as all have some.
std::int64_t warp_rows(const Shapes& s) {
  const std::int64_t tiles = up(s.outputs, 16) / 16;
  return tiles >= 4 ? 4 : tiles >= 2 ? 2 : 1;
}

// How a device is filled: blocks that share out the channels between, where there are few.
struct BottleneckCut {
  Tile tile;
  std::int64_t split_k = 1;
  std::int64_t products = 0;  // of a block

  // How long it takes, in products of one block.
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
  for (std::int64_t down = 4; down <= 8; ++down)
    for (std::int64_t across = 4; across <= 8; ++across) {
      const Tile tile{std::min(down, s.window.out[0]), std::min(across, s.window.out[1])};
      if (tile.shared(s) > most_shared_bytes) continue;
      const BottleneckCut cut = cut_into(s, tile);
      if (!best || cut.time(s) < best->time(s)) best = cut;
    }
  return best;
}

// Beside the way through memory, as RunOffer has it; measured against the three one by one, on an
// H200 with mobilenet_v2. It pays where they have many pixels to write and read again, and where
// there is little to do, because then it is the launches that count.
double cost_of(const Shapes& s, const BottleneckCut& cut) {
  constexpr std::int64_t little = 40000;
  const std::int64_t pixels = s.batch * s.window.out[0] * s.window.out[1];
  const auto pays = [&](std::int64_t many, std::int64_t products) {
    return pixels >= many || cut.products * products <= little ? 0 : never_pays;
  };
  switch (s.precision) {
    case Precision::f32:
      return pays(4096, 3);
    case Precision::tf32:
      return pays(4096, 2);
    case Precision::f16:
      return pays(1024, 1);
  }
  std::unreachable();
}

// By CHUNK channels: for each tap what the channels multiply it with, their bias, and that of the
// expansion.
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

// One function of what a convolution has taken over, where it adds nothing between.
std::string both_activations(const std::string& name, const Epilogue& epilogue) {
  return cuda_activation(name + "_first", epilogue.before) +
         cuda_activation(name + "_then", epilogue.after) +
         format(
             "static __device__ __forceinline__ float {0}(float x) {{ return "
             "{0}_then({0}_first(x)); }}\n",
             name);
}

// The stages of a run.
struct Bottleneck {
  const ConvolutionStage* expand;
  const ConvolutionStage* filter;  // depthwise
  const ConvolutionStage* project;
  std::int64_t batch;
};

std::expected<Bottleneck, std::string_view> find_bottleneck(const StageRun& run) {
  const Bottleneck found{run.is<ConvolutionStage>(0), run.is<ConvolutionStage>(1),
                         run.is<ConvolutionStage>(2), 0};
  if (found.project == nullptr || found.filter == nullptr || found.expand == nullptr ||
      !found.expand->what.is_pointwise() || found.expand->addend ||
      !found.filter->what.is_depthwise() || found.filter->addend ||
      !found.project->what.is_pointwise())
    return std::unexpected(
        "it takes three convolutions: of single pixels, of each channel by itself, and of single "
        "pixels again");
  if (found.expand->precision != found.project->precision)
    return std::unexpected("its convolutions differ in how they round");
  Bottleneck made = found;
  const Convolution& first = found.expand->what;
  made.batch = run.shape(0).elements() / (first.outputs * first.area());
  return made;
}

Shapes shapes_of(const Bottleneck& of) {
  return {.window = of.filter->what.window,
          .batch = of.batch,
          .inputs = of.expand->what.inputs,
          .middle = of.filter->what.outputs,
          .outputs = of.project->what.outputs,
          .precision = of.expand->precision};
}

// What is packed anew: where the numbers are not known, there is nothing to pack.
struct Weights {
  std::span<const float> expand;
  std::span<const float> expand_bias;
  std::span<const float> filter;
  std::span<const float> filter_bias;
  std::span<const float> project;

  [[nodiscard]] bool are_known() const {
    return !expand.empty() && !expand_bias.empty() && !filter.empty() && !filter_bias.empty() &&
           !project.empty();
  }
};

Weights weights_of(const Bottleneck& of, const StageRun& run) {
  const auto numbers = [&](std::size_t stage, const std::optional<std::size_t>& input) {
    return input ? run.constant<float>(stage, *input) : std::span<const float>();
  };
  return {.expand = numbers(0, of.expand->weights),
          .expand_bias = numbers(0, of.expand->bias),
          .filter = numbers(1, of.filter->weights),
          .filter_bias = numbers(1, of.filter->bias),
          .project = numbers(2, of.project->weights)};
}

// In the order in which the kernel takes them.
Result<BufferList> make_tables(const Compute& compute, const Shapes& s, const Weights& weights) {
  const std::int64_t middle = up(s.middle, chunk);
  BufferList tables;
  const auto add = [&](const Tensor& table) -> Result<void> {
    const TensorView& view = table.view;
    DALA_ASSIGN(Buffer buffer,
                compute.buffer_from_bytes({view.data, view.bytes()}, view.shape, view.dtype));
    tables.push_back(std::move(buffer));
    return {};
  };
  DALA_ASSIGN(const Tensor expand,
              pack_tiles({weights.expand, s.middle, s.inputs}, middle, s.inputs, s.precision));
  DALA_TRY(add(expand));
  DALA_ASSIGN(const Tensor filter,
              pack_filter(s, weights.filter, weights.filter_bias, weights.expand_bias));
  DALA_TRY(add(filter));
  DALA_ASSIGN(const Tensor project, pack_tiles({weights.project, s.outputs, s.middle},
                                               up(s.outputs, 16), middle, s.precision));
  DALA_TRY(add(project));
  return tables;
}

// The kernel's arguments before its output: the inputs of the run, of which it reads few, and the
// tables.
std::string tensors_of(const Bottleneck& of, const StageRun& run) {
  std::vector<std::string> names(run.inputs().size());
  names[run.input(0, 0)] = "input";
  names[run.input(2, of.project->bias)] = "bias";
  std::string added;
  if (of.project->addend) {
    std::string& name = names[run.input(2, *of.project->addend)];
    if (name.empty()) name = "addend";  // else it is the input
    added = format("#define ADDEND {}\n", name);
  }
  std::string text = "#define TENSORS ";
  for (const std::string& name : names)
    text += name.empty() ? "const void*, " : format("const float* __restrict__ {}, ", name);
  return text +
         "const uint4* __restrict__ expand, const float* __restrict__ filter, "
         "const uint4* __restrict__ project\n" +
         added;
}

NativeKernel native_kernel(const Bottleneck& of, const Shapes& s, const BottleneckCut& cut,
                           const StageRun& run) {
  const Tile& tile = cut.tile;
  const Epilogue& epilogue = of.project->what.epilogue;
  std::string text =
      tensors_of(of, run) + window_macros(s.window) + macro("CIN", s.inputs) +
      macro("MIDDLE", s.middle) + macro("COUT", s.outputs) + macro("TH", tile.down) +
      macro("TW", tile.across) + macro("SPLIT_K", cut.split_k) + macro("WARP_ROWS", warp_rows(s)) +
      precision_macro(s.precision) + both_activations("expanded", of.expand->what.epilogue) +
      both_activations("filtered", of.filter->what.epilogue) +
      cuda_activation("before", epilogue.before) + cuda_activation("after", epilogue.after);
  const auto count = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  return {.source = text + std::string(kernel::builtin_text("ml/pipeline/cuda/bottleneck.cu")),
          .entry = "bottleneck",
          .blocks = {count(tile.count(s)), count(s.batch), count(cut.split_k)},
          .threads = count(threads_a_block),
          .shared_bytes = count(tile.shared(s))};
}

// Empty where the kernel can do it. A thread keeps some outputs of each channel, and the taps of
// one.
std::string_view why_impossible(const Shapes& s) {
  if (s.batch * s.window.out[0] * s.window.out[1] == 0) return "there are no pixels";
  if (s.outputs > most_outputs) return "it sums up at most 384 channels";
  if (s.batch > most_batch) return "it takes at most 65535 pictures";
  if (s.window.kernel[0] * s.window.kernel[1] > most_depthwise_taps)
    return "its windows have at most 25 taps";
  return {};
}

}  // namespace

RunOffer offer_bottleneck(const StageRun& run, const Capabilities& device) {
  const auto found = find_bottleneck(run);
  if (!found) return no_offer(found.error());
  RunOffer offer{.stages = 3, .run = NativeKernel()};
  if (device.language != NativeLanguage::cuda) return offer;  // which such a device does not take
  if (!device.matrix_units) return no_offer("it multiplies with tensor cores, which are not here");
  const Shapes s = shapes_of(*found);
  if (const std::string_view why = why_impossible(s); !why.empty()) return no_offer(why);
  const Weights weights = weights_of(*found, run);
  if (!weights.are_known()) return no_offer("it packs weights anew, which are not known here");
  const std::optional<BottleneckCut> cut = best_cut(s);
  if (!cut) return no_offer("no tile of 4 by 4 pixels fits into shared memory");
  offer.cost = cost_of(s, *cut);
  offer.detail = format("{}, {} by {}{}", to_string(s.precision), cut->tile.down, cut->tile.across,
                        cut->split_k > 1 ? format(", split-K by {}", cut->split_k) : "");
  offer.run = native_kernel(*found, s, *cut, run.first(3));
  offer.tables = [=](const Compute& compute) { return make_tables(compute, s, weights); };
  return offer;
}

}  // namespace dala::ml

#include "ml/cpu/convolution.hpp"

#include <algorithm>
#include <cstring>

#include "ml/cpu/layout/sizes.hpp"

namespace dala::ml::cpu {

namespace {

// The input of the pixels that are computed together should stay in the L2 cache.
constexpr std::size_t cached_floats = 32768;

// How many groups are merged into one so that its channels fill whole blocks; all of them where
// fewer do not.
std::size_t groups_together(const ConvolutionSpec& spec) {
  const std::size_t in = spec.in.channels / spec.group;
  const std::size_t out = spec.out_channels / spec.group;
  for (std::size_t k = 1; k < spec.group; ++k)
    if (spec.group % k == 0 && in * k % block == 0 && out * k % block == 0) return k;
  return spec.group;
}

// The weights of `together` groups merged into one, with zeros between channels of different
// groups.
Result<Tensor> join_groups(const ConvolutionSpec& spec, const TensorView& weights,
                           std::size_t together, const HostMemory& memory) {
  const std::size_t in = spec.in.channels / spec.group;
  const std::size_t out = spec.out_channels / spec.group;
  const std::size_t taps = weights.elements() / (spec.out_channels * in);
  DALA_ASSIGN(Tensor joined, Tensor::make(DType::f32,
                                          Shape({static_cast<std::int64_t>(spec.out_channels),
                                                 static_cast<std::int64_t>(in * together),
                                                 static_cast<std::int64_t>(taps)}),
                                          memory));
  const auto to = joined.view.values<float>();
  std::ranges::fill(to, 0.0F);
  for (std::size_t o = 0; o < spec.out_channels; ++o)
    std::copy_n(weights.values<float>().data() + o * in * taps, in * taps,
                to.data() + (o * together + o / out % together) * in * taps);
  return joined;
}

// {outputs, channels, rows, columns} to {outputs, columns * channels, rows}: in a plain picture
// whose channels are put together, a row of taps is one run of numbers.
Result<Tensor> join_columns(const TensorView& weights, const HostMemory& memory) {
  const auto dims = weights.shape.dims();
  DALA_ASSIGN(Tensor joined, Tensor::make(DType::f32, weights.shape, memory));
  const float* from = weights.values<float>().data();
  float* to = joined.view.values<float>().data();
  for (std::int64_t o = 0; o < dims[0]; ++o)
    for (std::int64_t x = 0; x < dims[3]; ++x)
      for (std::int64_t c = 0; c < dims[1]; ++c)
        for (std::int64_t y = 0; y < dims[2]; ++y)
          *to++ = from[((o * dims[1] + c) * dims[2] + y) * dims[3] + x];
  return joined;
}

// A row of a plain picture with the channels of each pixel behind each other. Three of them, which
// most pictures have, are written in one pass.
void put_together(const float* in, std::size_t plane, std::size_t width, std::size_t channels,
                  float* out) {
  if (channels == 3) {
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t c = 0; c < 3; ++c) out[x * 3 + c] = in[c * plane + x];
    return;
  }
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t x = 0; x < width; ++x) out[x * channels + c] = in[c * plane + x];
}

}  // namespace

// The memory that tiles read from: the input itself or a padded copy.
struct Convolution::Source {
  const float* data;
  std::size_t width;       // pixels in a row
  std::size_t pixel;       // floats
  std::size_t block_step;  // floats
};

std::string_view Convolution::name() const {
  if (is_depthwise()) return "depthwise, blocks of 16";
  if (spec_.plain_input) return "direct, plain to blocks of 16";
  return taps_.size() == 1 ? "pointwise, blocks of 16" : "direct, blocks of 16";
}

bool Convolution::is_depthwise() const {
  return spec_.group > 1 && spec_.in.channels == spec_.group && spec_.out_channels == spec_.group;
}

bool Convolution::is_pointwise() const {
  const Window& w = spec_.window;
  return spec_.group == 1 && taps_.size() == 1 && w.stride[0] == 1 && w.stride[1] == 1 &&
         !needs_copy();
}

bool Convolution::needs_copy() const { return spec_.plain_input || is_padded(spec_.window); }

Picture Convolution::out() const {
  return {spec_.in.n, spec_.out_channels, size(spec_.window.out[0]), size(spec_.window.out[1])};
}

std::size_t Convolution::scratch() const {
  if (is_depthwise() || !needs_copy()) return 0;
  const Window& w = spec_.window;
  const std::size_t area = size(w.in[0] + w.pad_before[0] + w.pad_after[0]) *
                           size(w.in[1] + w.pad_before[1] + w.pad_after[1]);
  return area * (spec_.plain_input ? spec_.in.channels : blocks_of(spec_.in.channels) * block);
}

Result<Convolution> Convolution::make(const ConvolutionSpec& spec, const TensorView& weights,
                                      const TensorView* bias, const HostMemory& memory) {
  Convolution made;
  made.spec_ = spec;
  const std::size_t padded = blocks_of(spec.out_channels) * block;
  DALA_ASSIGN(made.bias_,
              Tensor::make(DType::f32, Shape({static_cast<std::int64_t>(padded)}), memory));
  const auto to = made.bias_.view.values<float>();
  std::ranges::fill(to, 0.0F);
  if (bias != nullptr) std::ranges::copy(bias->values<float>(), to.begin());
  const Window& w = spec.window;
  const std::size_t width =
      size(w.in[1]) +
      (made.needs_copy() && !made.is_depthwise() ? size(w.pad_before[1] + w.pad_after[1]) : 0);
  const std::size_t pixel = spec.plain_input ? spec.in.channels : block;
  const bool joins = spec.plain_input && w.dilation[1] == 1 && weights.shape.rank() == 4;
  const std::int64_t columns = joins ? 1 : w.kernel[1];
  for (std::int64_t ky = 0; ky < w.kernel[0]; ++ky)
    for (std::int64_t kx = 0; kx < columns; ++kx)
      made.taps_.push_back((size(ky * w.dilation[0]) * width + size(kx * w.dilation[1])) * pixel);
  if (made.is_depthwise()) {
    DALA_TRY(made.pack_depthwise(weights.values<float>().data(), memory));
    return made;
  }
  const std::size_t together = spec.group == 1 ? 1 : groups_together(spec);
  const std::size_t groups = spec.group / together;
  made.inputs_ = spec.in.channels / groups * (joins ? size(w.kernel[1]) : 1);
  const std::size_t packed = groups * made.taps_.size() * blocks_of(spec.out_channels / groups) *
                             block * blocks_of(made.inputs_) * block;
  if (packed > most_packed(weights.elements()))
    return fail(ErrorCode::unsupported, "its weights would be {} numbers in blocks", packed);
  DALA_ASSIGN(const Tensor joined,
              joins ? join_columns(weights, memory) : join_groups(spec, weights, together, memory));
  made.spec_.group /= together;
  DALA_TRY(made.pack_dense(joined.view.values<float>().data(), memory));
  return made;
}

// {outputs, inputs, taps} to {group, outputs / two blocks, inputs / 16, taps, 16, two blocks}.
Result<void> Convolution::pack_dense(const float* weights, const HostMemory& memory) {
  const std::size_t outputs = spec_.out_channels / spec_.group;
  const std::size_t inputs = inputs_;
  const std::size_t taps = taps_.size();
  const std::size_t in_padded = blocks_of(inputs) * block;
  const std::size_t per_group = blocks_of(outputs) * block * in_padded * taps;
  DALA_ASSIGN(weights_,
              Tensor::make(DType::f32, Shape({static_cast<std::int64_t>(per_group * spec_.group)}),
                           memory));
  float* to = weights_.view.values<float>().data();
  const std::size_t together = tile_limits().blocks;
  for (std::size_t g = 0; g < spec_.group; ++g)
    for (std::size_t first = 0; first < blocks_of(outputs); first += together) {
      const std::size_t wide = std::min(together, blocks_of(outputs) - first) * block;
      for (std::size_t i = 0; i < in_padded; i += block)
        for (std::size_t t = 0; t < taps; ++t)
          for (std::size_t c = i; c < i + block; ++c)
            for (std::size_t o = first * block; o < first * block + wide; ++o)
              *to++ = c < inputs && o < outputs
                          ? weights[((g * outputs + o) * inputs + c) * taps + t]
                          : 0;
    }
  return {};
}

// {channels, taps} to {channels / 16, taps, 16}.
Result<void> Convolution::pack_depthwise(const float* weights, const HostMemory& memory) {
  const std::size_t taps = taps_.size();
  const std::size_t padded = blocks_of(spec_.out_channels) * block;
  DALA_ASSIGN(weights_,
              Tensor::make(DType::f32, Shape({static_cast<std::int64_t>(padded * taps)}), memory));
  float* to = weights_.view.values<float>().data();
  for (std::size_t first = 0; first < padded; first += block)
    for (std::size_t t = 0; t < taps; ++t)
      for (std::size_t c = first; c < first + block; ++c)
        *to++ = c < spec_.out_channels ? weights[c * taps + t] : 0;
  return {};
}

Convolution::Source Convolution::prepare(const float* in, float* scratch,
                                         const HostThreads& threads) const {
  const Window& w = spec_.window;
  const std::size_t height = size(w.in[0]);
  const std::size_t width = size(w.in[1]);
  if (!needs_copy()) return {in, width, block, height * width * block};
  const std::size_t padded_width = width + size(w.pad_before[1] + w.pad_after[1]);
  const std::size_t padded_height = height + size(w.pad_before[0] + w.pad_after[0]);
  const std::size_t pixel = spec_.plain_input ? spec_.in.channels : block;
  const std::size_t planes = spec_.plain_input ? 1 : blocks_of(spec_.in.channels);
  const auto left = size(w.pad_before[1]) * pixel;
  const auto row_floats = padded_width * pixel;
  threads.parallel_for(planes * padded_height, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      float* to = scratch + i * row_floats;
      const std::size_t y = i % padded_height;
      const std::size_t top = size(w.pad_before[0]);
      if (y < top || y >= top + height) {
        std::fill_n(to, row_floats, 0.0F);
        continue;
      }
      std::fill_n(to, left, 0.0F);
      std::fill(to + left + width * pixel, to + row_floats, 0.0F);
      if (spec_.plain_input) {
        put_together(in + (y - top) * width, height * width, width, pixel, to + left);
      } else {
        std::memcpy(to + left, in + (i / padded_height * height + y - top) * width * block,
                    width * pixel * sizeof(float));
      }
    }
  });
  return {scratch, padded_width, pixel,
          spec_.plain_input ? block : padded_height * padded_width * block};
}

void Convolution::run_dense(const Source& source, const float* addend, float* out,
                            const HostThreads& threads) const {
  const Window& w = spec_.window;
  const TileLimits limits = tile_limits();
  const std::size_t in_blocks = blocks_of(inputs_);
  const std::size_t out_blocks = blocks_of(spec_.out_channels / spec_.group);
  const std::size_t strips = up(out_blocks, limits.blocks);  // of a group
  const std::size_t area = size(w.out[0] * w.out[1]);
  // A picture whose rows are contiguous in the source too is treated as one long row.
  const bool one_row = taps_.size() == 1 && w.stride[0] == 1 && w.stride[1] == 1 && !needs_copy();
  const std::size_t row = one_row ? area : size(w.out[1]);
  const std::size_t rows = one_row ? 1 : size(w.out[0]);
  const std::size_t row_tiles = up(row, limits.pixels);
  const std::size_t tiles = row_tiles * rows;
  const std::size_t tile_floats =
      limits.pixels * size(w.stride[0] * w.stride[1]) * spec_.in.channels / spec_.group;
  std::size_t chunk = std::clamp<std::size_t>(cached_floats / tile_floats, 1, tiles);
  // Enough pieces for all threads to end at about the same time.
  while (threads.count() > 1 && chunk > 1 &&
         up(tiles, chunk) * strips * spec_.group < std::size_t{threads.count()} * 8)
    chunk = up(chunk, 2);
  const std::size_t strip_weights = in_blocks * block * taps_.size() * limits.blocks * block;
  const std::size_t group_weights = in_blocks * block * taps_.size() * out_blocks * block;
  const std::size_t pieces = strips * spec_.group;
  threads.parallel_for(up(tiles, chunk) * pieces, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t group = i % pieces / strips;
      const std::size_t strip = i % pieces % strips;
      const std::size_t first_block = group * out_blocks + strip * limits.blocks;
      TileCall call{.pixel_step = size(w.stride[1]) * source.pixel,
                    .taps = taps_.data(),
                    .tap_count = taps_.size(),
                    .block_step = source.block_step,
                    .channels = inputs_,
                    .weights = weights_.view.values<float>().data() + group * group_weights +
                               strip * strip_weights,
                    .bias = bias_.view.values<float>().data() + first_block * block,
                    .out_block_step = area * block,
                    .epilogue = &spec_.epilogue};
      const std::size_t blocks = std::min(limits.blocks, out_blocks - strip * limits.blocks);
      const float* of_group = source.data + group * in_blocks * source.block_step;
      const std::size_t last = std::min(tiles, (i / pieces + 1) * chunk);
      for (std::size_t t = i / pieces * chunk; t < last; ++t) {
        // The tiles of a row have nearly equal widths, since a narrow one costs as much as a wide
        // one.
        const std::size_t x = t % row_tiles * row / row_tiles;
        const std::size_t end_x = (t % row_tiles + 1) * row / row_tiles;
        const std::size_t y = t / row_tiles;
        const std::size_t to = (first_block * area + y * row + x) * block;
        call.source = of_group +
                      (y * size(w.stride[0]) * source.width + x * size(w.stride[1])) * source.pixel;
        call.addend = addend == nullptr ? nullptr : addend + to;
        call.out = out + to;
        run_tile(call, blocks, end_x - x);
      }
    }
  });
}

void Convolution::run_depthwise(const float* in, const float* addend, float* out,
                                const HostThreads& threads) const {
  const Window& w = spec_.window;
  const std::size_t height = size(w.out[0]);
  const std::size_t grain = std::max<std::size_t>(1, 4096 / (size(w.out[1]) * taps_.size()));
  threads.parallel_for(blocks_of(spec_.out_channels) * height, grain,
                       [&](std::size_t begin, std::size_t end) {
                         while (begin < end) {
                           const std::size_t b = begin / height;
                           const std::size_t last = std::min(end, (b + 1) * height);
                           run_rows(in + b * size(w.in[0] * w.in[1]) * block, 0, b,
                                    begin - b * height, last - b * height, addend, out);
                           begin = last;
                         }
                       });
}

void Convolution::run_rows(const float* in, std::size_t first, std::size_t of_block,
                           std::size_t begin, std::size_t end, const float* addend,
                           float* out) const {
  const Window& w = spec_.window;
  const std::size_t out_width = size(w.out[1]);
  // Pixels all of whose taps are inside.
  const std::int64_t reach = (w.kernel[1] - 1) * w.dilation[1];
  const std::int64_t first_inside = (w.pad_before[1] + w.stride[1] - 1) / w.stride[1];
  const std::int64_t room = w.in[1] + w.pad_before[1] - reach - 1;
  const std::int64_t after = room < 0 ? 0 : room / w.stride[1] + 1;
  const std::size_t inside_begin = size(std::min(first_inside, w.out[1]));
  const std::size_t inside_end =
      std::max(inside_begin, size(std::clamp<std::int64_t>(after, 0, w.out[1])));
  DepthwiseRow row{
      .pixel_step = size(w.stride[1]) * block,
      .tap_row_step = size(w.dilation[0] * w.in[1]) * block,
      .tap_step = size(w.dilation[1]) * block,
      .kernel_width = size(w.kernel[1]),
      .width = out_width,
      .inside_begin = inside_begin,
      .inside_end = inside_end,
      .left = -w.pad_before[1],
      .stride = size(w.stride[1]),
      .dilation = size(w.dilation[1]),
      .in_width = size(w.in[1]),
      .weights = weights_.view.values<float>().data() + of_block * taps_.size() * block,
      .bias = bias_.view.values<float>().data() + of_block * block,
      .epilogue = &spec_.epilogue};
  for (std::size_t y = begin; y < end; ++y) {
    const std::int64_t top = static_cast<std::int64_t>(y) * w.stride[0] - w.pad_before[0];
    std::int64_t first_row = 0;
    while (first_row < w.kernel[0] && top + first_row * w.dilation[0] < 0) ++first_row;
    std::int64_t end_row = first_row;
    while (end_row < w.kernel[0] && top + end_row * w.dilation[0] < w.in[0]) ++end_row;
    const std::size_t to = (of_block * size(w.out[0]) + y) * out_width * block;
    const std::ptrdiff_t from =
        (top - static_cast<std::ptrdiff_t>(first)) * w.in[1] - w.pad_before[1];
    row.source = in + from * static_cast<std::ptrdiff_t>(block);
    row.first_tap_row = size(first_row);
    row.end_tap_row = size(end_row);
    row.addend = addend == nullptr ? nullptr : addend + to;
    row.out = out + to;
    run_depthwise_row(row);
  }
}

void Convolution::run_pixels(const float* in, std::size_t strip, std::size_t first,
                             std::size_t count, float* out) const {
  const TileLimits limits = tile_limits();
  const std::size_t in_blocks = blocks_of(inputs_);
  const std::size_t first_block = strip * limits.blocks;
  const std::size_t blocks = std::min(limits.blocks, blocks_of(spec_.out_channels) - first_block);
  TileCall call{
      .pixel_step = block,
      .taps = taps_.data(),
      .tap_count = 1,
      .block_step = spec_.in.area() * block,
      .channels = inputs_,
      .weights = weights_.view.values<float>().data() + first_block * block * in_blocks * block,
      .bias = bias_.view.values<float>().data() + first_block * block,
      .out_block_step = count * block,
      .epilogue = &spec_.epilogue};
  const std::size_t tiles = up(count, limits.pixels);
  for (std::size_t t = 0; t < tiles; ++t) {
    const std::size_t x = t * count / tiles;
    call.source = in + (first + x) * block;
    call.out = out + x * block;
    run_tile(call, blocks, (t + 1) * count / tiles - x);
  }
}

void Convolution::run(const float* in, const float* addend, float* out, float* scratch,
                      const HostThreads& threads) const {
  const std::size_t area = spec_.in.area();
  const std::size_t in_step =
      area * (spec_.plain_input ? spec_.in.channels : blocks_of(spec_.in.channels) * block);
  const Picture made = this->out();
  const std::size_t out_step = made.blocked_elements() / made.n;
  for (std::size_t n = 0; n < spec_.in.n; ++n) {
    const float* added = addend == nullptr ? nullptr : addend + n * out_step;
    if (is_depthwise())
      run_depthwise(in + n * in_step, added, out + n * out_step, threads);
    else
      run_dense(prepare(in + n * in_step, scratch, threads), added, out + n * out_step, threads);
  }
}

}  // namespace dala::ml::cpu

#include "ml/cpu/quantized/convolution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "ml/cpu/layout/sizes.hpp"
#include "ml/cpu/quantized/tile.hpp"

namespace dala::ml::cpu {

namespace {

// The input of the pixels that are computed together should stay in the L2 cache.
constexpr std::size_t cached_bytes = std::size_t{128} << 10U;
// Behind a copy, for vectors that begin at its last pixel.
constexpr std::size_t room = 64;
constexpr std::size_t word = 4;  // channels, or taps, that are summed at once

// What tiles turn over in each word, so that signed bytes become unsigned ones.
std::uint32_t flip_of(DType dtype) { return dtype == DType::s8 ? 0x80808080U : 0U; }

Requantization requantization_of(const QuantizedConvolutionSpec& spec, const float* scales) {
  const bool is_signed = spec.out_dtype == DType::s8;
  return {.scales = scales,
          .zero = spec.out_zero,
          .least = is_signed ? -128 : 0,
          .most = is_signed ? 127 : 255};
}

// Calls body(plain, pixels, count) for runs of pixels: where they begin in each layout.
template <typename Body>
void for_each_run(const Picture& picture, const HostThreads& threads, const Body& body) {
  constexpr std::size_t run = 4096;
  const std::size_t area = picture.area();
  const std::size_t runs = up(area, run);
  threads.parallel_for(picture.n * runs, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t n = i / runs;
      const std::size_t first = i % runs * run;
      body(n * picture.channels * area + first, (n * area + first) * pixel_bytes(picture.channels),
           std::min(run, area - first));
    }
  });
}

// Channels of some pixels that are rearranged together, a word of each pixel. All loops over them
// have a length that the compiler knows, so that it makes vectors of them.
constexpr std::size_t together = 16;
using WordsOfPixels = std::array<std::uint32_t, together>;

// A word's channels as planes, `apart` bytes from each other.
void words_to_planes(const WordsOfPixels& words, std::size_t channels, std::size_t apart,
                     std::byte* planes) {
  for (std::size_t c = 0; c < channels; ++c) {
    std::array<std::uint8_t, together> plane;
    for (std::size_t p = 0; p < together; ++p)
      plane[p] = static_cast<std::uint8_t>(words[p] >> (8 * c));
    std::memcpy(planes + c * apart, plane.data(), together);
  }
}

WordsOfPixels words_of_planes(const std::byte* planes, std::size_t channels, std::size_t apart) {
  WordsOfPixels words{};
  for (std::size_t c = 0; c < channels; ++c) {
    std::array<std::uint8_t, together> plane;
    std::memcpy(plane.data(), planes + c * apart, together);
    for (std::size_t p = 0; p < together; ++p) words[p] |= std::uint32_t{plane[p]} << (8 * c);
  }
  return words;
}

}  // namespace

void to_pixels(const Picture& picture, const std::byte* plain, std::byte* pixels,
               const HostThreads& threads) {
  const std::size_t step = pixel_bytes(picture.channels);
  const std::size_t area = picture.area();
  for_each_run(picture, threads, [&](std::size_t from, std::size_t to, std::size_t count) {
    for (std::size_t first = 0; first < step; first += word) {
      const std::size_t channels =
          std::min(word, picture.channels - std::min(first, picture.channels));
      const std::byte* planes = plain + from + first * area;
      std::byte* out = pixels + to + first;
      std::size_t p = 0;
      for (; p + together <= count; p += together) {
        const WordsOfPixels words = words_of_planes(planes + p, channels, area);
        for (std::size_t i = 0; i < together; ++i)
          std::memcpy(out + (p + i) * step, &words[i], word);
      }
      for (; p < count; ++p)
        for (std::size_t c = 0; c < word; ++c)
          out[p * step + c] = c < channels ? planes[c * area + p] : std::byte{0};
    }
  });
}

void from_pixels(const Picture& picture, const std::byte* pixels, std::byte* plain,
                 const HostThreads& threads) {
  const std::size_t step = pixel_bytes(picture.channels);
  const std::size_t area = picture.area();
  for_each_run(picture, threads, [&](std::size_t to, std::size_t from, std::size_t count) {
    for (std::size_t first = 0; first < picture.channels; first += word) {
      const std::size_t channels = std::min(word, picture.channels - first);
      const std::byte* in = pixels + from + first;
      std::byte* planes = plain + to + first * area;
      std::size_t p = 0;
      for (; p + together <= count; p += together) {
        WordsOfPixels words;
        for (std::size_t i = 0; i < together; ++i)
          std::memcpy(&words[i], in + (p + i) * step, word);
        words_to_planes(words, channels, area, planes + p);
      }
      for (; p < count; ++p)
        for (std::size_t c = 0; c < channels; ++c) planes[c * area + p] = in[p * step + c];
    }
  });
}

// The memory that tiles read from: the input itself or a copy.
struct QuantizedConvolution::Source {
  const std::byte* data;
  std::size_t width;  // pixels in a row
};

std::string_view QuantizedConvolution::name() const {
  if (is_depthwise()) return "depthwise, bytes";
  return taps_.size() == 1 ? "pointwise, bytes" : "direct, bytes";
}

Picture QuantizedConvolution::out() const {
  return {spec_.in.n, spec_.out_channels, size(spec_.window.out[0]), size(spec_.window.out[1])};
}

bool QuantizedConvolution::is_depthwise() const {
  return spec_.group > 1 && spec_.in.channels == spec_.group && spec_.out_channels == spec_.group;
}

bool QuantizedConvolution::needs_copy() const {
  const bool reads_on = spec_.group > 1 && spec_.in.channels / spec_.group % word != 0;
  return is_padded(spec_.window) || is_depthwise() || reads_on;
}

std::size_t QuantizedConvolution::scratch() const {
  if (!needs_copy()) return 0;
  const Window& w = spec_.window;
  return size(w.in[0] + w.pad_before[0] + w.pad_after[0]) *
             size(w.in[1] + w.pad_before[1] + w.pad_after[1]) * pixel_bytes(spec_.in.channels) +
         room;
}

Result<QuantizedConvolution> QuantizedConvolution::make(const QuantizedConvolutionSpec& spec,
                                                        std::span<const std::int8_t> weights,
                                                        std::span<const std::int32_t> bias,
                                                        std::span<const float> scales,
                                                        const HostMemory& memory) {
  QuantizedConvolution made;
  made.spec_ = spec;
  DALA_TRY(made.is_depthwise() ? made.pack_depthwise(weights, bias, scales, memory)
                               : made.pack_dense(weights, bias, scales, memory));
  return made;
}

Result<void> QuantizedConvolution::allocate(std::size_t bytes, std::size_t channels,
                                            const HostMemory& memory) {
  const auto made = [&](DType dtype, std::size_t count) {
    return Tensor::make(dtype, Shape({static_cast<std::int64_t>(count)}), memory);
  };
  DALA_ASSIGN(weights_, made(DType::s8, bytes));
  DALA_ASSIGN(bias_, made(DType::u32, channels));
  DALA_ASSIGN(scales_, made(DType::f32, channels));
  std::ranges::fill(weights_.view.values<std::int8_t>(), std::int8_t{0});
  std::ranges::fill(bias_.view.values<std::uint32_t>(), 0U);
  std::ranges::fill(scales_.view.values<float>(), 0.0F);
  return {};
}

void QuantizedConvolution::set_channel(std::size_t at, std::size_t channel,
                                       std::span<const std::int32_t> bias,
                                       std::span<const float> scales, std::uint32_t weights) {
  const std::uint32_t added = bias.empty() ? 0 : static_cast<std::uint32_t>(bias[channel]);
  // Tiles see signed bytes shifted by 128, and the zero point with them.
  const std::int32_t zero = spec_.in_zero + (spec_.in_dtype == DType::s8 ? 128 : 0);
  bias_.view.values<std::uint32_t>()[at] = added - weights * static_cast<std::uint32_t>(zero);
  // A scale that is no number makes the zero point of every sum, as 0 does.
  constexpr float most = std::numeric_limits<float>::max();
  const float scale = scales[channel];
  scales_.view.values<float>()[at] = std::isnan(scale) ? 0 : std::clamp(scale, -most, most);
}

std::size_t QuantizedConvolution::row_offset(std::size_t row) const {
  const Window& w = spec_.window;
  const std::size_t width =
      size(w.in[1]) + (needs_copy() ? size(w.pad_before[1] + w.pad_after[1]) : 0);
  return row * size(w.dilation[0]) * width * pixel_bytes(spec_.in.channels);
}

// {outputs, inputs, taps} to {group, strips, taps, words, outputs of a strip, 4}.
Result<void> QuantizedConvolution::pack_dense(std::span<const std::int8_t> weights,
                                              std::span<const std::int32_t> bias,
                                              std::span<const float> scales,
                                              const HostMemory& memory) {
  const std::size_t strip = quantized_limits().strip;
  const std::size_t outputs = spec_.out_channels / spec_.group;
  const std::size_t inputs = spec_.in.channels / spec_.group;
  const std::size_t words = up(inputs, word);
  const std::size_t taps = size(spec_.window.kernel[0] * spec_.window.kernel[1]);
  const std::size_t strips = spec_.group * up(outputs, strip);
  const std::size_t packed = strips * taps * words * strip * word;
  if (packed > most_packed(weights.size()))
    return fail(ErrorCode::unsupported, "its weights would be {} bytes in words of four", packed);
  DALA_TRY(allocate(packed, strips * strip, memory));
  const Window& w = spec_.window;
  for (std::size_t ky = 0; ky < size(w.kernel[0]); ++ky)
    for (std::int64_t kx = 0; kx < w.kernel[1]; ++kx)
      taps_.push_back(row_offset(ky) + size(kx * w.dilation[1]) * pixel_bytes(spec_.in.channels));
  std::int8_t* to = weights_.view.values<std::int8_t>().data();
  for (std::size_t o = 0; o < spec_.out_channels; ++o) {
    const std::size_t at = o / outputs * up(outputs, strip) * strip + o % outputs;
    const std::int8_t* from = weights.data() + o * inputs * taps;
    std::uint32_t sum = 0;
    for (std::size_t t = 0; t < taps; ++t)
      for (std::size_t c = 0; c < inputs; ++c) {
        const std::int8_t weight = from[c * taps + t];
        to[(((at / strip * taps + t) * words + c / word) * strip + at % strip) * word + c % word] =
            weight;
        sum += static_cast<std::uint32_t>(weight);
      }
    set_channel(at, o, bias, scales, sum);
  }
  return {};
}

// {channels, rows, columns} to {chunks, rows / 4, columns, chunk, 4}; rows beyond the last weigh
// nothing.
Result<void> QuantizedConvolution::pack_depthwise(std::span<const std::int8_t> weights,
                                                  std::span<const std::int32_t> bias,
                                                  std::span<const float> scales,
                                                  const HostMemory& memory) {
  const std::size_t chunk = quantized_limits().chunk;
  const std::size_t rows = size(spec_.window.kernel[0]);
  const std::size_t columns = size(spec_.window.kernel[1]);
  const std::size_t groups = up(rows, word);  // of rows
  const std::size_t channels = spec_.out_channels;
  const std::size_t chunks = up(channels, chunk);
  const std::size_t packed = chunks * groups * columns * chunk * word;
  if (packed > most_packed(weights.size()))
    return fail(ErrorCode::unsupported, "its weights would be {} bytes in words of four", packed);
  const std::size_t reach = (columns - 1) * size(spec_.window.dilation[1]) + 1;
  if (groups * reach > depthwise_columns)
    return fail(ErrorCode::unsupported, "its window is {} by {} pixels, which are too many", rows,
                reach);
  for (std::size_t ky = 0; ky < groups * word; ++ky)
    taps_.push_back(ky < rows ? row_offset(ky) : 0);
  DALA_TRY(allocate(packed, chunks * chunk, memory));
  std::int8_t* to = weights_.view.values<std::int8_t>().data();
  for (std::size_t at = 0; at < chunks * chunk; ++at) {
    const std::size_t place = at % chunk;
    const std::size_t c = at - place + depthwise_channel(place, chunk);
    if (c >= channels) continue;
    std::uint32_t sum = 0;
    for (std::size_t t = 0; t < rows * columns; ++t) {
      const std::int8_t weight = weights[c * rows * columns + t];
      const std::size_t ky = t / columns;
      const std::size_t column = (at / chunk * groups + ky / word) * columns + t % columns;
      to[(column * chunk + place) * word + ky % word] = weight;
      sum += static_cast<std::uint32_t>(weight);
    }
    set_channel(at, c, bias, scales, sum);
  }
  return {};
}

QuantizedConvolution::Source QuantizedConvolution::prepare(const std::byte* in, std::byte* scratch,
                                                           const HostThreads& threads) const {
  const Window& w = spec_.window;
  const std::size_t width = size(w.in[1]);
  if (!needs_copy()) return {in, width};
  const std::size_t pixel = pixel_bytes(spec_.in.channels);
  const std::size_t left = size(w.pad_before[1]) * pixel;
  const std::size_t top = size(w.pad_before[0]);
  const std::size_t padded_width = width + size(w.pad_before[1] + w.pad_after[1]);
  const std::size_t padded_height = size(w.in[0] + w.pad_before[0] + w.pad_after[0]);
  const std::size_t row = padded_width * pixel;
  const auto zero = static_cast<std::byte>(spec_.in_zero);
  threads.parallel_for(padded_height, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      std::byte* to = scratch + y * row;
      if (y < top || y >= top + size(w.in[0])) {
        std::fill_n(to, row, zero);
        continue;
      }
      std::fill_n(to, left, zero);
      std::memcpy(to + left, in + (y - top) * width * pixel, width * pixel);
      std::fill(to + left + width * pixel, to + row, zero);
    }
  });
  std::fill_n(scratch + padded_height * row, room, std::byte{0});
  return {scratch, padded_width};
}

void QuantizedConvolution::run_dense(const Source& source, std::byte* out,
                                     const HostThreads& threads) const {
  const Window& w = spec_.window;
  const QuantizedLimits limits = quantized_limits();
  const std::size_t outputs = spec_.out_channels / spec_.group;
  const std::size_t inputs = spec_.in.channels / spec_.group;
  const std::size_t words = up(inputs, word);
  const std::size_t strips = up(outputs, limits.strip);  // of a group
  const std::size_t pixel = pixel_bytes(spec_.in.channels);
  const std::size_t out_pixel = pixel_bytes(spec_.out_channels);
  // A picture whose rows are contiguous in the source too is treated as one long row.
  const bool one_row =
      taps_.size() == 1 && w.stride[0] == 1 && w.stride[1] == 1 && source.width == size(w.out[1]);
  const std::size_t row = one_row ? size(w.out[0] * w.out[1]) : size(w.out[1]);
  const std::size_t rows = one_row ? 1 : size(w.out[0]);
  const std::size_t pieces = strips * spec_.group;
  const std::size_t step = pixel * size(w.stride[1]);
  std::size_t chunk = std::clamp<std::size_t>(cached_bytes / step, limits.pixels, row);
  // Enough pieces for all threads to end at about the same time.
  while (threads.count() > 1 && chunk > 2 * limits.pixels &&
         up(row, chunk) * rows * pieces < std::size_t{threads.count()} * 8)
    chunk = up(chunk, 2);
  const std::size_t chunks = up(row, chunk);
  const std::size_t strip_bytes = taps_.size() * words * limits.strip * word;
  threads.parallel_for(chunks * rows * pieces, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t piece = i % pieces;
      const std::size_t group = piece / strips;
      const std::size_t first = piece % strips * limits.strip;  // channel of the group
      const std::size_t y = i / pieces / chunks;
      const std::size_t x = i / pieces % chunks * chunk;
      // Only where there are no other groups may one write behind its channels.
      const std::size_t written = spec_.group == 1 ? out_pixel : outputs;
      run_quantized_pixels(
          {.source = source.data + (y * size(w.stride[0]) * source.width) * pixel + x * step +
                     group * inputs,
           .pixel_step = step,
           .taps = taps_.data(),
           .tap_count = taps_.size(),
           .words = words,
           .flip = flip_of(spec_.in_dtype),
           .weights = weights_.view.data + piece * strip_bytes,
           .bias = bias_.view.values<std::uint32_t>().data() + piece * limits.strip,
           .requantization =
               requantization_of(spec_, scales_.view.values<float>().data() + piece * limits.strip),
           .out = out + (y * row + x) * out_pixel + group * outputs + first,
           .out_step = out_pixel,
           .channels = std::min(written - first, limits.strip)},
          std::min(chunk, row - x));
    }
  });
}

void QuantizedConvolution::run_depthwise(const Source& source, std::byte* out,
                                         const HostThreads& threads) const {
  const Window& w = spec_.window;
  const std::size_t pixel = pixel_bytes(spec_.in.channels);
  const std::size_t width = size(w.out[1]);
  const std::size_t grain = std::max<std::size_t>(1, 16384 / (width * pixel));
  threads.parallel_for(size(w.out[0]), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y)
      run_quantized_depthwise(
          {.source = source.data + y * size(w.stride[0]) * source.width * pixel,
           .pixel = pixel,
           .rows = taps_.data(),
           .row_count = taps_.size(),
           .columns = size(w.kernel[1]),
           .dilation = size(w.dilation[1]),
           .stride = size(w.stride[1]),
           .flip = flip_of(spec_.in_dtype),
           .weights = weights_.view.data,
           .bias = bias_.view.values<std::uint32_t>().data(),
           .requantization = requantization_of(spec_, scales_.view.values<float>().data()),
           .out = out + y * width * pixel,
           .channels = pixel},
          width);
  });
}

void QuantizedConvolution::run(const std::byte* in, std::byte* out, std::byte* scratch,
                               const HostThreads& threads) const {
  const std::size_t in_step = spec_.in.area() * pixel_bytes(spec_.in.channels);
  const Picture made = this->out();
  const std::size_t out_step = made.area() * pixel_bytes(made.channels);
  for (std::size_t n = 0; n < spec_.in.n; ++n) {
    const Source source = prepare(in + n * in_step, scratch, threads);
    if (is_depthwise())
      run_depthwise(source, out + n * out_step, threads);
    else
      run_dense(source, out + n * out_step, threads);
  }
}

}  // namespace dala::ml::cpu

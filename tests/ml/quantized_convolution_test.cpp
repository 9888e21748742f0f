// Convolutions of bytes beside one loop in one loop, on every instruction set.
#include "ml/cpu/quantized/convolution.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <random>

namespace dala::ml::cpu {
namespace {

struct Problem {
  QuantizedConvolutionSpec spec;
  std::vector<std::uint8_t> in;  // {n, c, h, w}, the bits of either type
  std::vector<std::int8_t> weights;
  std::vector<std::int32_t> bias;
  std::vector<float> scales;

  [[nodiscard]] std::int32_t at(std::size_t i) const {
    return spec.in_dtype == DType::s8 ? static_cast<std::int8_t>(in[i]) : in[i];
  }
};

std::vector<std::uint8_t> plainly(const Problem& p, const Picture& out) {
  const Window& w = p.spec.window;
  const std::size_t inputs = p.spec.in.channels / p.spec.group;
  const std::size_t outputs = out.channels / p.spec.group;
  const bool is_signed = p.spec.out_dtype == DType::s8;
  std::vector<std::uint8_t> made;
  for (std::size_t n = 0; n < out.n; ++n)
    for (std::size_t o = 0; o < out.channels; ++o)
      for (std::int64_t y = 0; y < w.out[0]; ++y)
        for (std::int64_t x = 0; x < w.out[1]; ++x) {
          std::uint32_t sum = p.bias.empty() ? 0 : static_cast<std::uint32_t>(p.bias[o]);
          const std::int8_t* weight =
              p.weights.data() + o * inputs * static_cast<std::size_t>(w.kernel[0] * w.kernel[1]);
          for (std::size_t c = 0; c < inputs; ++c)
            for (std::int64_t ky = 0; ky < w.kernel[0]; ++ky)
              for (std::int64_t kx = 0; kx < w.kernel[1]; ++kx, ++weight) {
                const std::int64_t row = y * w.stride[0] - w.pad_before[0] + ky * w.dilation[0];
                const std::int64_t column = x * w.stride[1] - w.pad_before[1] + kx * w.dilation[1];
                if (row < 0 || row >= w.in[0] || column < 0 || column >= w.in[1]) continue;
                const std::size_t channel = n * p.spec.in.channels + o / outputs * inputs + c;
                const std::size_t at =
                    channel * p.spec.in.area() + static_cast<std::size_t>(row * w.in[1] + column);
                sum += static_cast<std::uint32_t>((p.at(at) - p.spec.in_zero) * *weight);
              }
          const float scaled = static_cast<float>(static_cast<std::int32_t>(sum)) * p.scales[o];
          const float number =
              std::isnan(scaled) ? 0 : std::clamp(std::nearbyint(scaled), -1000.0F, 1000.0F);
          made.push_back(static_cast<std::uint8_t>(
              std::clamp(static_cast<std::int32_t>(number) + p.spec.out_zero, is_signed ? -128 : 0,
                         is_signed ? 127 : 255)));
        }
  return made;
}

// Four threads as far as a step can see: pieces come in any order, here from the back.
HostThreads in_pieces() {
  return {nullptr, 4,
          [](void*, std::size_t count, std::size_t grain, HostThreads::Body body, void* context) {
            for (std::size_t left = (count + grain - 1) / grain; left-- > 0;)
              body(context, left * grain, std::min(count, (left + 1) * grain));
          }};
}

std::vector<std::uint8_t> in_vectors(const Problem& p, const HostThreads& threads) {
  const auto convolution = QuantizedConvolution::make(p.spec, p.weights, p.bias, p.scales);
  if (!convolution) {
    ADD_FAILURE() << convolution.error().message;
    return {};
  }
  const Picture out = convolution->out();
  const auto pixels = Memory::allocate(picture_bytes(p.spec.in)).value();
  const auto scratch = Memory::allocate(convolution->scratch()).value();
  const auto made = Memory::allocate(picture_bytes(out)).value();
  to_pixels(p.spec.in, reinterpret_cast<const std::byte*>(p.in.data()), pixels.data(), threads);
  convolution->run(pixels.data(), made.data(), scratch.data(), threads);
  std::vector<std::uint8_t> plain(out.n * out.channels * out.area());
  from_pixels(out, made.data(), reinterpret_cast<std::byte*>(plain.data()), threads);
  return plain;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(engine_);
  }
  std::int64_t pick(std::initializer_list<std::int64_t> from) {
    return from.begin()[between(0, static_cast<std::int64_t>(from.size()) - 1)];
  }
  template <typename T>
  std::vector<T> numbers(std::size_t count, std::int64_t least, std::int64_t most) {
    std::vector<T> made(count);
    for (T& number : made) number = static_cast<T>(between(least, most));
    return made;
  }

 private:
  std::mt19937 engine_;
};

Problem random_problem(unsigned seed) {
  Random random(seed);
  Problem p;
  Window& w = p.spec.window;
  const std::int64_t kind = random.between(0, 3);  // pointwise, dense, groups, depthwise
  for (std::size_t i = 0; i < 2; ++i) {
    w.kernel[i] = kind == 0 ? 1 : random.pick({1, 2, 3, 5});
    w.stride[i] = kind == 0 && random.between(0, 1) == 0 ? 1 : random.between(1, 3);
    w.dilation[i] = random.pick({1, 1, 2});
    w.pad_before[i] = random.pick({0, 0, 1, 2});
    w.pad_after[i] = random.pick({0, 0, 1, 2});
    const std::int64_t reach = (w.kernel[i] - 1) * w.dilation[i] + 1;
    w.in[i] =
        std::max<std::int64_t>(random.between(1, 17), reach - w.pad_before[i] - w.pad_after[i]);
    w.out[i] = (w.in[i] + w.pad_before[i] + w.pad_after[i] - reach) / w.stride[i] + 1;
  }
  const auto count = [](std::int64_t number) { return static_cast<std::size_t>(number); };
  std::int64_t inputs = random.pick({1, 3, 4, 5, 16, 33, 70});
  std::int64_t outputs = random.pick({1, 2, 7, 16, 24, 40, 65, 130});
  if (kind == 2) {
    p.spec.group = count(random.between(2, 5));
    inputs = random.pick({1, 2, 4, 6, 16});
    outputs = random.pick({1, 3, 16, 20});
  } else if (kind == 3) {
    p.spec.group = count(random.pick({2, 5, 16, 31, 70, 96}));
    inputs = outputs = 1;
  }
  p.spec.in = {count(random.between(1, 2)), count(inputs) * p.spec.group, count(w.in[0]),
               count(w.in[1])};
  p.spec.out_channels = count(outputs) * p.spec.group;
  p.spec.in_dtype = random.between(0, 1) == 0 ? DType::u8 : DType::s8;
  p.spec.out_dtype = random.between(0, 1) == 0 ? DType::u8 : DType::s8;
  const auto zero = [&](DType dtype) {
    const bool is_signed = dtype == DType::s8;
    return static_cast<std::int32_t>(
        random.pick({0, is_signed ? -128 : 0, is_signed ? 127 : 255, 100}));
  };
  p.spec.in_zero = zero(p.spec.in_dtype);
  p.spec.out_zero = zero(p.spec.out_dtype);
  const auto taps = count(w.kernel[0] * w.kernel[1]);
  p.in = random.numbers<std::uint8_t>(p.spec.in.n * p.spec.in.channels * p.spec.in.area(), 0, 255);
  p.weights = random.numbers<std::int8_t>(p.spec.out_channels * count(inputs) * taps, -128, 127);
  if (random.between(0, 3) != 0)
    p.bias = random.numbers<std::int32_t>(p.spec.out_channels, -20000, 20000);
  // Powers of two among them, for sums that lie half way between two bytes.
  for (std::size_t o = 0; o < p.spec.out_channels; ++o)
    p.scales.push_back(static_cast<float>(random.between(1, 3)) /
                       static_cast<float>(random.pick({1, 2, 128, 256, 777, 4096})));
  return p;
}

TEST(QuantizedConvolution, IsTheLoopsOnEveryInstructionSet) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    for (unsigned seed = 0; seed < 400 && !HasFailure(); ++seed) {
      const Problem problem = random_problem(seed);
      const Window& w = problem.spec.window;
      const Picture out{problem.spec.in.n, problem.spec.out_channels,
                        static_cast<std::size_t>(w.out[0]), static_cast<std::size_t>(w.out[1])};
      EXPECT_EQ(in_vectors(problem, seed % 2 == 0 ? HostThreads{} : in_pieces()),
                plainly(problem, out))
          << "problem " << seed;
    }
    hwy::SetSupportedTargetsForTest(0);
  }
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

// Sums that 16 bits do not hold, and a scale that is no number.
TEST(QuantizedConvolution, TheEndsOfTheRange) {
  Problem p;
  p.spec = {.window = {},
            .in = {.channels = 300},
            .out_channels = 3,
            .in_dtype = DType::u8,
            .out_dtype = DType::s8,
            .out_zero = 5};
  p.in.assign(300, 255);
  p.weights.assign(900, -128);
  std::fill_n(p.weights.begin(), 300, std::int8_t{127});
  p.scales = {1e-5F, 1e-5F, std::numeric_limits<float>::quiet_NaN()};
  // 97.1 and -97.9 besides the zero point, which a scale that is no number leaves alone.
  const std::vector<std::uint8_t> expected = {102, static_cast<std::uint8_t>(-93), 5};
  EXPECT_EQ(in_vectors(p, {}), expected);
  p.scales = {1, 1, 1e30F};
  const std::vector<std::uint8_t> ends = {127, 0x80, 0x80};
  EXPECT_EQ(in_vectors(p, {}), ends);
}

TEST(QuantizedConvolution, WindowsThatAreTooWideForChannelsByThemselves) {
  QuantizedConvolutionSpec spec{
      .in = {.channels = 2, .height = 9, .width = 200}, .out_channels = 2, .group = 2};
  spec.window = {.kernel = {5, 2}, .dilation = {1, 64}, .in = {9, 200}, .out = {5, 136}};
  const std::vector<std::int8_t> weights(20, 1);
  const std::vector<float> scales(2, 1.0F);
  const auto made = QuantizedConvolution::make(spec, weights, {}, scales);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::unsupported);
  EXPECT_EQ(made.error().message, "its window is 5 by 65 pixels, which are too many");
}

}  // namespace
}  // namespace dala::ml::cpu

// Kernels with loops that LLVM leaves alone: of as many rounds as each pixel needs, and of many.
#include <dala/compute.hpp>

#include <fmt/format.h>

#include <functional>
#include <vector>

#include "area.hpp"
#include "measure.hpp"
#include "peers/divergent_loops.hpp"

namespace dala::bench {
namespace {

constexpr const char* mandelbrot_text = R"(
fn bench_mandelbrot(output: &mut Tensor<s32>, limit: s32) {
  let cx = (ABSOLUTE_POS_X as f32) * (3.5 / 1920.0) - 2.5;
  let cy = (ABSOLUTE_POS_Y as f32) * (2.0 / 1080.0) - 1.0;
  let mut x = 0.0;
  let mut y = 0.0;
  let mut n = 0;
  while n < limit && x * x + y * y <= 4.0 {
    let next = x * x - y * y + cx;
    y = 2.0 * x * y + cy;
    x = next;
    n += 1;
  }
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X] = n;
})";

constexpr const char* logistic_text = R"(
fn iterate(rate: f32) -> f32 {
  let mut x = 0.5;
  for k in 0..1000 { x = rate * x * (1.0 - x); }
  x
}

fn bench_logistic(rates: Tensor<f32>, output: &mut Tensor<f32>) {
  output[ABSOLUTE_POS] = iterate(rates[ABSOLUTE_POS]);
})";

struct Case {
  const Compute& compute;
  bool quick;
  Reporter& reporter;
};

Result<void> beside(const Case& on, const std::string& name,
                    const std::function<Result<void>()>& ours, const std::function<void()>& peer) {
  Result<void> so_far;
  const std::vector<std::function<void()>> functions = {[&] {
                                                          auto done = ours();
                                                          if (done)
                                                            done = wait_for_device(on.compute);
                                                          if (!done) so_far = done;
                                                        },
                                                        peer};
  const std::vector<Timing> timings = measure(functions, on.quick ? 0.05 : 6.0);
  if (!so_far) return so_far;
  on.reporter.add({.area = "kernels",
                   .name = name,
                   .device = on.compute.device_info().id,
                   .threads = on.compute.device_info().limits.threads,
                   .ms = timings[0].median_ms,
                   .ms_min = timings[0].min_ms,
                   .peer = Peer{divergent_loops.name, timings[1].median_ms}});
  return {};
}

// C++ may round a product and a sum together, and here that grows: at the edge of the set another
// number comes out, and in chaos as well. Most of the rest must be the same.
template <typename T>
Result<void> mostly_same(const char* name, const std::vector<T>& ours,
                         const std::vector<T>& theirs) {
  std::size_t differ = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) differ += ours[i] != theirs[i] ? 1U : 0U;
  if (differ * 20 > ours.size())
    return std::unexpected(Error{ErrorCode::internal, std::string(name) + ": the results differ"});
  return {};
}

Result<void> mandelbrot(const Case& on) {
  constexpr std::int64_t height = 1080;
  constexpr std::int64_t width = 1920;
  const std::int32_t rounds = on.quick ? 50 : 5000;
  const auto out = on.compute.buffer_zeros({height, width}, DType::s32);
  if (!out) return std::unexpected(out.error());
  std::vector<std::int32_t> expected(static_cast<std::size_t>(height * width));
  const unsigned threads = on.compute.device_info().limits.threads;
  if (auto done = on.compute.register_kernel("bench_mandelbrot", {.text = mandelbrot_text}); !done)
    return done;
  if (auto done = beside(
          on, fmt::format("Mandelbrot 1080p, up to {} rounds", rounds),
          [&] { return on.compute.run_kernel("bench_mandelbrot", {}, *out, {{"limit", rounds}}); },
          [&] { divergent_loops.mandelbrot(expected.data(), height, width, rounds, threads); });
      !done)
    return done;
  const auto got = out->read<std::int32_t>();
  if (!got) return std::unexpected(got.error());
  return mostly_same("Mandelbrot", *got, expected);
}

Result<void> logistic(const Case& on) {
  constexpr std::int64_t count = 1 << 16;
  std::vector<float> rates(static_cast<std::size_t>(count));
  // Below 3, where the map settles, so that roundings do not grow.
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] = static_cast<float>(i % 1000) * 0.0025F;
  const auto in = on.compute.buffer(std::span<const float>(rates), {count});
  const auto out = on.compute.buffer_zeros({count}, DType::f32);
  if (!in) return std::unexpected(in.error());
  if (!out) return std::unexpected(out.error());
  std::vector<float> expected(rates.size());
  const unsigned threads = on.compute.device_info().limits.threads;
  if (auto done = on.compute.register_kernel("bench_logistic", {.text = logistic_text}); !done)
    return done;
  auto done = beside(
      on, "1000 rounds in a helper, 64K f32",
      [&] { return on.compute.run_kernel("bench_logistic", *in, *out); },
      [&] { divergent_loops.logistic(rates.data(), expected.data(), count, threads); });
  if (!done) return done;
  const auto got = out->read<float>();
  if (!got) return std::unexpected(got.error());
  return mostly_same("1000 rounds", *got, expected);
}

}  // namespace

Result<void> bench_divergent_kernels(const BenchOptions& options, Reporter& reporter) {
  for (const unsigned threads : thread_counts(options)) {
    const auto compute = Compute::create({.device = options.device, .threads = threads});
    if (!compute) return std::unexpected(compute.error());
    const std::string device = compute->device_info().id;
    const Case on{*compute, options.quick, reporter};
    reporter.note("kernels", "Mandelbrot", device, mandelbrot(on));
    reporter.note("kernels", "1000 rounds in a helper", device, logistic(on));
  }
  return {};
}

}  // namespace dala::bench

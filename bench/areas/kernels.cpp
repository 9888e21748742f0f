// Kernels of the kernel language: the JIT's code compared with the same loops in C++, and the time
// to compile and to load code.
#include <dala/compute.hpp>
#include <dala/compute/kernel_compiler.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "area.hpp"
#include "measure.hpp"
#include "peers/kernel_loops.hpp"

namespace dala::bench {
namespace {

constexpr const char* saxpy_text = R"(
fn bench_saxpy(x: Tensor<f32>, y: Tensor<f32>, output: &mut Tensor<f32>, a: f32) {
  output[ABSOLUTE_POS] = a * x[ABSOLUTE_POS] + y[ABSOLUTE_POS];
})";

constexpr const char* grade_text = R"(
fn to_byte(value: f32) -> u8 { min(max(value, 0.0), 255.0) as u8 }

#[pixels]
fn bench_grade(input: Tensor<u8>, output: &mut Tensor<u8>, gain: f32, lift: f32, mixing: f32) {
  let p = ABSOLUTE_POS * 4;
  let r = (input[p] as f32) * gain + lift;
  let g = (input[p + 1] as f32) * gain + lift;
  let b = (input[p + 2] as f32) * gain + lift;
  let grey = r * 0.299 + g * 0.587 + b * 0.114;
  output[p] = to_byte(mix(r, grey, mixing));
  output[p + 1] = to_byte(mix(g, grey, mixing));
  output[p + 2] = to_byte(mix(b, grey, mixing));
  output[p + 3] = input[p + 3];
})";

constexpr const char* stencil_text = R"(
fn bench_stencil(input: Tensor<f32>, output: &mut Tensor<f32>) {
  let weights = [1.0, 4.0, 6.0, 4.0, 1.0, 4.0, 16.0, 24.0, 16.0, 4.0, 6.0, 24.0, 36.0,
                 24.0, 6.0, 4.0, 16.0, 24.0, 16.0, 4.0, 1.0, 4.0, 6.0, 4.0, 1.0];
  let mut sum = 0.0;
  for dy in 0..5 {
    for dx in 0..5 {
      sum += input.clamped(ABSOLUTE_POS_Y + dy - 2, ABSOLUTE_POS_X + dx - 2) * weights[dy * 5 + dx];
    }
  }
  output[ABSOLUTE_POS_Y, ABSOLUTE_POS_X] = sum * 0.00390625;
})";

constexpr const char* matmul_text = R"(
#[cube(16, 16)]
fn bench_matmul(a: Tensor<f32>, b: Tensor<f32>, c: &mut Tensor<f32>) {
  shared left: [f32; 256];
  shared right: [f32; 256];
  let x = UNIT_POS_X;
  let y = UNIT_POS_Y;
  let mut sum = 0.0;
  for tile in 0..(a.shape(1) + 15) / 16 {
    left[y * 16 + x] = a[ABSOLUTE_POS_Y, tile * 16 + x];
    right[y * 16 + x] = b[tile * 16 + y, ABSOLUTE_POS_X];
    sync_cube();
    for k in 0..16 { sum += left[y * 16 + k] * right[k * 16 + x]; }
    sync_cube();
  }
  c[ABSOLUTE_POS_Y, ABSOLUTE_POS_X] = sum;
})";

// Every run compiles or loads afresh, so each gets a Compute of its own. On the CPU: that is where
// LLVM is.
Result<double> milliseconds_to_first_run(const std::filesystem::path& cache) {
  const auto compute = Compute::create({.device = "cpu", .threads = 1, .cache_folder = cache});
  if (!compute) return std::unexpected(compute.error());
  const auto a = compute->buffer_zeros({16, 16}, DType::f32);
  const auto b = compute->buffer_zeros({16, 16}, DType::f32);
  if (!a || !b) return std::unexpected((a ? b : a).error());
  const auto begin = std::chrono::steady_clock::now();
  if (auto done = compute->register_kernel("bench_stencil", {.text = stencil_text}); !done)
    return std::unexpected(done.error());
  if (auto done = compute->run_kernel("bench_stencil", *a, *b); !done)
    return std::unexpected(done.error());
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

class KernelBench {
 public:
  KernelBench(const Compute& compute, double seconds, Reporter& reporter)
      : compute_(compute), seconds_(seconds), reporter_(reporter) {}

  Result<void> run(bool quick) {
    for (const auto& [name, text] : {std::pair{"bench_saxpy", saxpy_text},
                                     {"bench_grade", grade_text},
                                     {"bench_stencil", stencil_text}})
      if (auto done = compute_.register_kernel(name, {.text = text}); !done) return done;
    note("saxpy 1M f32", saxpy(1 << 20));
    if (!quick) note("saxpy 64M f32", saxpy(64 << 20));
    note("colour transform 1080p u8 RGBA", grade());
    note("5x5 stencil 1080p f32", stencil());
    return {};
  }

 private:
  template <typename T>
  Result<Buffer> fill(const Shape& shape) {
    std::vector<T> values(static_cast<std::size_t>(shape.elements()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i * 37 % 256);
    return compute_.buffer(std::span<const T>(values), shape);
  }

  void note(const std::string& name, const Result<void>& done) {
    reporter_.note("kernels", name, compute_.device_info().id, done);
  }

  // `ours` and then the peers; a row where all of it went well.
  Result<void> compare(const std::string& name, const std::function<Result<void>()>& ours,
                       const std::vector<std::function<void()>>& peers) {
    Result<void> so_far;
    std::vector<std::function<void()>> functions = {[&] {
      auto done = ours();
      if (done) done = wait_for_device(compute_);
      if (!done) so_far = done;
    }};
    functions.insert(functions.end(), peers.begin(), peers.end());
    const std::vector<Timing> timings = measure(functions, seconds_);
    if (!so_far) return so_far;
    double best = timings[1].median_ms;
    for (std::size_t i = 2; i < timings.size(); ++i) best = std::min(best, timings[i].median_ms);
    reporter_.add({.area = "kernels",
                   .name = name,
                   .device = compute_.device_info().id,
                   .threads = 1,
                   .ms = timings[0].median_ms,
                   .ms_min = timings[0].min_ms,
                   .peer = Peer{kernel_loops.name, best}});
    return {};
  }

  Result<void> saxpy(std::int64_t count) {
    const auto x = fill<float>({count});
    const auto y = fill<float>({count});
    const auto out = fill<float>({count});
    if (!x || !y || !out) return std::unexpected(Error{ErrorCode::out_of_memory, "saxpy"});
    const auto size = static_cast<std::size_t>(count);
    const std::vector<float> px = *x->read<float>();
    const std::vector<float> py = *y->read<float>();
    std::vector<float> pout(size);
    if (auto done = compare(
            fmt::format("saxpy {}M f32", count >> 20),
            [&] { return compute_.run_kernel("bench_saxpy", {*x, *y}, *out, {{"a", 2.5}}); },
            {[&] { kernel_loops.saxpy(px.data(), py.data(), pout.data(), 2.5F, size); }});
        !done)
      return done;
    const auto got = out->read<float>();
    if (!got) return std::unexpected(got.error());
    if (*got != pout)
      return std::unexpected(Error{ErrorCode::internal, "saxpy: the results differ"});
    return {};
  }

  Result<void> grade() {
    const auto in = fill<std::uint8_t>({1080, 1920, 4});
    const auto out = fill<std::uint8_t>({1080, 1920, 4});
    if (!in || !out) return std::unexpected(Error{ErrorCode::out_of_memory, "grade"});
    const std::vector<std::uint8_t> pin = *in->read<std::uint8_t>();
    std::vector<std::uint8_t> pout(pin.size());
    if (auto done = compare(
            "colour transform 1080p u8 RGBA",
            [&] {
              return compute_.run_kernel("bench_grade", *in, *out,
                                         {{"gain", 1.25}, {"lift", -8.0}, {"mixing", 0.25}});
            },
            {[&] {
              kernel_loops.grade(pin.data(), pout.data(), 1.25F, -8, 0.25F, pin.size() / 4);
            }});
        !done)
      return done;
    // C++ may round a product and a sum together, which can move a value over to the next.
    const auto ours = out->read<std::uint8_t>();
    if (!ours) return std::unexpected(ours.error());
    for (std::size_t i = 0; i < ours->size(); ++i)
      if (std::abs((*ours)[i] - pout[i]) > 1)
        return std::unexpected(Error{ErrorCode::internal, "colour transform: the results differ"});
    return {};
  }

  Result<void> stencil() {
    const auto in = fill<float>({1080, 1920});
    const auto out = fill<float>({1080, 1920});
    if (!in || !out) return std::unexpected(Error{ErrorCode::out_of_memory, "stencil"});
    const std::vector<float> pin = *in->read<float>();
    std::vector<float> pout(pin.size());
    if (auto done =
            compare("5x5 stencil 1080p f32",
                    [&] { return compute_.run_kernel("bench_stencil", *in, *out); },
                    {[&] { kernel_loops.stencil(pin.data(), pout.data(), 1080, 1920); },
                     [&] { kernel_loops.stencil_split(pin.data(), pout.data(), 1080, 1920); }});
        !done)
      return done;
    const auto got = out->read<float>();
    if (!got) return std::unexpected(got.error());
    if (*got != pout)
      return std::unexpected(Error{ErrorCode::internal, "stencil: the results differ"});
    return {};
  }

  const Compute& compute_;
  double seconds_;
  Reporter& reporter_;
};

void compile_times(bool quick, Reporter& reporter) {
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("dala-bench-cache-{}", static_cast<long>(getpid()));
  static_cast<void>(milliseconds_to_first_run({}));  // loads LLVM, once in a process
  const auto report = [&](const char* name, const std::filesystem::path& cache) {
    std::vector<double> times;
    for (int i = 0; i < (quick ? 3 : 21); ++i) {
      const auto took = milliseconds_to_first_run(cache);
      if (!took) return reporter.note("kernels", name, "cpu", std::unexpected(took.error()));
      times.push_back(*took);
    }
    std::ranges::sort(times);
    reporter.add({.area = "kernels",
                  .name = name,
                  .device = "cpu",
                  .threads = 1,
                  .ms = times[times.size() / 2],
                  .ms_min = times.front(),
                  .peer = {}});
  };
  report("stencil: register and first run, compiling", {});
  static_cast<void>(milliseconds_to_first_run(folder));
  report("stencil: register and first run, from the cache", folder);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

// A pipeline with its stages fused, compared with the same one with separate stages. `add` adds
// them.
Result<void> fused_and_separate(const Compute& compute, const std::string& name, double seconds,
                                const std::function<Result<void>(const Pipeline&)>& add,
                                Reporter& reporter) {
  std::vector<Pipeline> pipelines;
  for (const bool fuse : {true, false}) {
    const Pipeline pipeline = compute.pipeline({.fuse = fuse});
    if (auto added = add(pipeline); !added) return added;
    if (auto planned = pipeline.plan(); !planned) return planned;
    pipelines.push_back(pipeline);
  }
  Result<void> done;
  const auto run = [&](const Pipeline& pipeline) {
    auto ran = pipeline.run();
    if (ran) ran = wait_for_device(compute);
    if (!ran) done = ran;
  };
  const std::vector<std::function<void()>> functions = {[&] { run(pipelines[0]); },
                                                        [&] { run(pipelines[1]); }};
  const std::vector<Timing> timings = measure(functions, seconds);
  if (!done) return done;
  reporter.add({.area = "kernels",
                .name = name,
                .device = compute.device_info().id,
                .threads = compute.device_info().limits.threads,
                .ms = timings[0].median_ms,
                .ms_min = timings[0].min_ms,
                .peer = Peer{"separate stages", timings[1].median_ms}});
  return done;
}

Result<void> add_stages(const Pipeline& pipeline, const std::vector<Command>& stages) {
  for (const Command& stage : stages)
    if (auto added = pipeline.add(stage); !added) return added;
  return {};
}

Result<void> elementwise_pipeline(const Compute& compute, bool quick, Reporter& reporter) {
  const std::int64_t count = std::int64_t{quick ? 1 : 64} << 20;
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1000) - 500;
  const auto a = compute.buffer(std::span<const float>(values), {count});
  const auto out = compute.buffer_zeros({count}, DType::f32);
  if (!a) return std::unexpected(a.error());
  if (!out) return std::unexpected(out.error());
  const auto add = [&](const Pipeline& pipeline) -> Result<void> {
    const auto t = pipeline.transient({count}, DType::f32);
    const auto u = pipeline.transient({count}, DType::f32);
    if (!t || !u) return std::unexpected(Error{ErrorCode::out_of_memory, "fused pipeline"});
    return add_stages(
        pipeline,
        {{.kernel = "scalar_mul", .inputs = {*a}, .outputs = *t, .params = {{"scalar", 1.5}}},
         {.kernel = "relu", .inputs = {*t}, .outputs = *u, .params = {{"slope", 0.1}}},
         {.kernel = "scalar_mul", .inputs = {*u}, .outputs = *t, .params = {{"scalar", 0.25}}},
         {.kernel = "clamp", .inputs = {*t}, .outputs = *u, .params = {{"min", -9}, {"max", 99}}},
         {.kernel = "scalar_mul", .inputs = {*u}, .outputs = *out, .params = {{"scalar", 2.0}}}});
  };
  return fused_and_separate(compute,
                            fmt::format("five element-wise stages {}M f32, fused", count >> 20),
                            quick ? 0.05 : 6.0, add, reporter);
}

Result<void> stencil_pipeline(const Compute& compute, bool quick, Reporter& reporter) {
  const Shape shape{1080, 1920};
  const auto a = compute.buffer_zeros(shape, DType::f32);
  const auto out = compute.buffer_zeros(shape, DType::f32);
  if (!a || !out) return std::unexpected(Error{ErrorCode::out_of_memory, "fused pipeline"});
  if (auto done = compute.register_kernel("bench_stencil", {.text = stencil_text}); !done)
    return done;
  const auto add = [&](const Pipeline& pipeline) -> Result<void> {
    const auto t = pipeline.transient(shape, DType::f32);
    if (!t) return std::unexpected(t.error());
    return add_stages(
        pipeline,
        {{.kernel = "scalar_mul", .inputs = {*a}, .outputs = *t, .params = {{"scalar", 1.5}}},
         {.kernel = "bench_stencil", .inputs = {*t}, .outputs = *out}});
  };
  return fused_and_separate(compute, "scalar_mul before a 5x5 stencil 1080p f32, fused",
                            quick ? 0.05 : 3.0, add, reporter);
}

// A tiled product with shared arrays: native code beside the reference interpreter.
Result<void> tiled_matmul(const Compute& compute, Reporter& reporter) {
  constexpr std::int64_t size = 64;
  std::vector<float> values(static_cast<std::size_t>(size * size));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 17) - 8;
  const auto a = compute.buffer(std::span<const float>(values), {size, size});
  const auto c = compute.buffer_zeros({size, size}, DType::f32);
  const auto exact = compute.buffer_zeros({size, size}, DType::f32);
  if (!a) return std::unexpected(a.error());
  if (!c || !exact) return std::unexpected(Error{ErrorCode::out_of_memory, "tiled matmul"});
  if (auto done = compute.register_kernel("bench_matmul", {.text = matmul_text}); !done)
    return done;
  const auto interpreted = interpret_kernel({.text = matmul_text}, {*a, *a}, {*exact});
  if (!interpreted) return std::unexpected(interpreted.error());
  Result<void> done;
  const std::vector<std::function<void()>> functions = {
      [&] {
        auto ran = compute.run_kernel("bench_matmul", {*a, *a}, *c);
        if (ran) ran = wait_for_device(compute);
        if (!ran) done = ran;
      },
      [&] { static_cast<void>(interpret_kernel({.text = matmul_text}, {*a, *a}, {*exact})); }};
  const std::vector<Timing> timings = measure(functions, 0.5);
  if (!done) return done;
  const auto got = c->read<float>();
  const auto right = exact->read<float>();
  if (!got || !right) return std::unexpected((got ? right : got).error());
  if (*got != *right)
    return std::unexpected(Error{ErrorCode::internal, "tiled matmul: the results differ"});
  reporter.add({.area = "kernels",
                .name = "tiled matmul 64 f32, shared arrays",
                .device = compute.device_info().id,
                .threads = 1,
                .ms = timings[0].median_ms,
                .ms_min = timings[0].min_ms,
                .peer = Peer{"the interpreter", timings[1].median_ms}});
  return done;
}

}  // namespace

Result<void> bench_kernels(const BenchOptions& options, Reporter& reporter) {
  const auto compute = Compute::create({.device = options.device, .threads = 1});
  if (!compute) return std::unexpected(compute.error());
  const std::string device = compute->device_info().id;
  reporter.note("kernels", "kernels beside C++", device,
                KernelBench(*compute, options.quick ? 0.05 : 3.0, reporter).run(options.quick));
  reporter.note("kernels", "tiled matmul 64 f32, shared arrays", device,
                tiled_matmul(*compute, reporter));
  if (auto done = bench_divergent_kernels(options, reporter); !done) return done;
  compile_times(options.quick, reporter);
  for (const unsigned threads : thread_counts(options)) {
    const auto own = Compute::create({.device = options.device, .threads = threads});
    if (!own) return std::unexpected(own.error());
    reporter.note("kernels", "five element-wise stages, fused", device,
                  elementwise_pipeline(*own, options.quick, reporter));
    reporter.note("kernels", "scalar_mul before a 5x5 stencil, fused", device,
                  stencil_pipeline(*own, options.quick, reporter));
  }
  return {};
}

}  // namespace dala::bench

// The CPU's own implementations of element-wise built-in kernels, compared with their sources
// compiled by the JIT. A ratio below 1 means that the source is faster.
#include <dala/compute.hpp>

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "area.hpp"
#include "measure.hpp"

namespace dala::bench {
namespace {

struct Builtin {
  const char* kernel;
  std::size_t inputs;
  Params params;
  const char* text;  // a function of x and y, or of x
};

std::vector<Builtin> builtins() {
  return {{"elementwise_add", 2, {}, "x + y"},
          {"elementwise_div", 2, {}, "x / y"},
          {"scalar_mul", 1, {{"scalar", 1.5}}, "x * 1.5"},
          {"clamp", 1, {{"min", -0.5}, {"max", 0.5}}, "min(max(x, -0.5), 0.5)"},
          {"relu", 1, {}, "if x < 0 { 0 } else { x }"},
          {"sigmoid", 1, {}, "sigmoid(x)"},
          {"tanh", 1, {}, "tanh(x)"}};
}

std::string text_of(const Builtin& builtin, DType dtype) {
  const std::string type(to_string(dtype));
  std::string inputs = fmt::format("a: Tensor<{}>", type);
  std::string values = "let x = a[ABSOLUTE_POS];";
  if (builtin.inputs == 2) {
    inputs += fmt::format(", b: Tensor<{}>", type);
    values += " let y = b[ABSOLUTE_POS];";
  }
  return fmt::format("fn as_text({}, output: &mut Tensor<{}>) {{ {} output[ABSOLUTE_POS] = {}; }}",
                     inputs, type, values, builtin.text);
}

std::string case_name(const Builtin& builtin, DType dtype, std::int64_t count) {
  return fmt::format("{} {}M {}", builtin.kernel, count >> 20, to_string(dtype));
}

Result<void> compare(const Compute& compute, const Builtin& builtin, DType dtype,
                     std::int64_t count, double seconds, Reporter& reporter) {
  const std::string name = fmt::format("text_{}_{}", builtin.kernel, to_string(dtype));
  auto done = compute.register_kernel(name, KernelSource{.text = text_of(builtin, dtype)});
  if (!done && done.error().code != ErrorCode::already_exists) return done;
  BufferList inputs;
  for (std::size_t i = 0; i < builtin.inputs; ++i) {
    auto input = compute.buffer_zeros({count}, dtype);
    if (!input) return std::unexpected(input.error());
    // Written once: memory that never was may be one page of zeros, which is read faster.
    if (auto written = compute.run_kernel("scalar_mul", {*input}, *input, {{"scalar", 2}});
        !written)
      return written;
    inputs.push_back(*input);
  }
  const auto output = compute.buffer_zeros({count}, dtype);
  if (!output) return std::unexpected(output.error());
  Result<void> so_far;
  const auto run = [&](const std::string& kernel, const Params& params) {
    return [&, kernel, params] {
      if (so_far) so_far = compute.run_kernel(kernel, inputs, *output, params);
    };
  };
  const std::vector<std::function<void()>> functions = {run(builtin.kernel, builtin.params),
                                                        run(name, {})};
  const std::vector<Timing> timings = measure(functions, seconds);
  if (!so_far) return so_far;
  reporter.add({.area = "builtins",
                .name = case_name(builtin, dtype, count),
                .device = compute.device_info().id,
                .threads = compute.device_info().limits.threads,
                .ms = timings[0].median_ms,
                .ms_min = timings[0].min_ms,
                .peer = Peer{"as text", timings[1].median_ms}});
  return so_far;
}

}  // namespace

Result<void> bench_builtins(const BenchOptions& options, Reporter& reporter) {
  const auto compute = Compute::create({.device = "cpu", .threads = 1});
  if (!compute) return std::unexpected(compute.error());
  std::vector<std::int64_t> counts = {std::int64_t{1} << 20, std::int64_t{32} << 20};
  if (options.quick) counts.pop_back();
  for (const DType dtype : {DType::f32, DType::f64})
    for (const std::int64_t count : counts)
      for (const Builtin& builtin : builtins())
        reporter.note(
            "builtins", case_name(builtin, dtype, count), compute->device_info().id,
            compare(*compute, builtin, dtype, count, options.quick ? 0.02 : 1.0, reporter));
  return {};
}

}  // namespace dala::bench

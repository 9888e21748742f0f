// Numbers: a sum, a command in the background, and stages run as one.
#include <iostream>
#include <string_view>

#include "steps.hpp"

namespace demo {
namespace {

// The error of the first of them that failed, if one did.
template <typename... Results>
dala::Result<void> check(const Results&... results) {
  dala::Result<void> all;
  const auto note = [&](const auto& result) {
    if (all && !result) all = std::unexpected(result.error());
  };
  (note(results), ...);
  return all;
}

dala::Result<void> print(std::string_view what, const dala::Buffer& buffer) {
  const auto values = buffer.read_numbers();
  if (!values) return std::unexpected(values.error());
  std::cout << what;
  for (const double value : *values) std::cout << ' ' << value;
  std::cout << '\n';
  return {};
}

}  // namespace

dala::Result<void> show_device(const dala::Compute& compute) {
  const dala::DeviceInfo& device = compute.device_info();
  std::cout << "Dala " << device.version << " on " << device.name << " (" << device.id << ", "
            << device.limits.threads << " threads, " << device.driver << ")\n";
  return {};
}

dala::Result<void> add_vectors(const dala::Compute& compute) {
  const auto a = compute.buffer<float>({1, 2, 3}, {3});
  const auto b = compute.buffer<float>({4, 5, 6}, {3});
  const auto c = compute.buffer_zeros({3}, dala::DType::f32);
  if (auto made = check(a, b, c); !made) return made;
  if (auto done = compute.add(*a, *b, *c); !done) return done;
  return print("Vectors added:           1 2 3 + 4 5 6 =", *c);
}

dala::Result<void> run_async(const dala::Compute& compute) {
  const auto input = compute.buffer<float>({-2, -1, 0, 1, 2}, {5});
  const auto output = compute.buffer_zeros({5}, dala::DType::f32);
  if (auto made = check(input, output); !made) return made;
  const auto id = compute.submit(
      {.kernel = "relu", .inputs = {*input}, .outputs = *output, .params = {{"slope", 0.5}}});
  if (!id) return std::unexpected(id.error());
  if (auto done = compute.wait(*id); !done) return done;
  return print("A command in background: relu with slope 0.5 of -2 -1 0 1 2 =", *output);
}

dala::Result<void> run_pipeline(const dala::Compute& compute) {
  const auto scores = compute.buffer<float>({1, 2, 3}, {3});
  const auto weights = compute.buffer_zeros({3}, dala::DType::f32);
  if (auto made = check(scores, weights); !made) return made;

  const dala::Pipeline pipeline = compute.pipeline();
  const auto doubled = pipeline.transient({3}, dala::DType::f32);
  if (!doubled) return std::unexpected(doubled.error());
  const auto first = pipeline.add({.kernel = "scalar_mul",
                                   .inputs = {*scores},
                                   .outputs = *doubled,
                                   .params = {{"scalar", 2.0}}});
  const auto second = pipeline.add(
      {.kernel = "softmax", .inputs = {*doubled}, .outputs = *weights, .params = {{"axis", 0}}});
  if (auto added = check(first, second); !added) return added;
  if (auto done = pipeline.run(); !done) return done;
  return print("A pipeline of 2 stages:  softmax of twice 1 2 3 =", *weights);
}

}  // namespace demo

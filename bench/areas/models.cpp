// Models of the store, warm and one picture at a time, beside OpenCV's DNN module.
#include <dala/ml.hpp>
#include <dala/ml/store.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

#include "area.hpp"
#include "measure.hpp"
#include "peers/installed.hpp"

namespace dala::bench {
namespace {

std::vector<float> noise(std::size_t count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(0, 1);
  std::vector<float> values(count);
  for (float& value : values) value = uniform(random);
  return values;
}

bool close(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return false;
  float largest = 0;
  for (const float value : a) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= 1e-3F * (1 + largest))) return false;
  return true;
}

// A wrong answer would make any speed worthless. Outputs may come in another order.
Result<void> check(const std::vector<Buffer>& ours, const NetworkPeer& peer,
                   const std::string& model) {
  const std::vector<std::vector<float>> theirs = peer.outputs();
  for (const Buffer& output : ours) {
    const auto values = output.read<float>();
    if (!values) return std::unexpected(values.error());
    if (std::ranges::none_of(theirs, [&](const auto& other) { return close(*values, other); }))
      return std::unexpected(Error{
          ErrorCode::internal, fmt::format("{} and {} differ on {}", "dala", peer.name, model)});
  }
  return {};
}

Result<void> run_model(const Compute& compute, const ml::StoredModel& stored, double seconds,
                       Reporter& reporter) {
  const unsigned threads = compute.device_info().limits.threads;
  const auto begin = std::chrono::steady_clock::now();
  const auto model = ml::Model::load(compute, stored.file);
  if (!model) return std::unexpected(model.error());
  std::vector<std::int64_t> dims = model->info().inputs.at(0).dims;
  for (std::int64_t& size : dims) size = std::max<std::int64_t>(size, 1);
  const Shape shape{std::span<const std::int64_t>(dims)};
  const std::vector<float> input = noise(static_cast<std::size_t>(shape.elements()));
  const auto buffer = compute.buffer(std::span<const float>(input), shape);
  if (!buffer) return std::unexpected(buffer.error());
  const auto outputs = model->predict({*buffer});
  if (!outputs) return std::unexpected(outputs.error());
  if (auto first = outputs->front().read<float>(); !first) return std::unexpected(first.error());
  const std::chrono::duration<double, std::milli> start = std::chrono::steady_clock::now() - begin;
  Measurement row{.area = "models",
                  .name = stored.card.name + ", file to first answer",
                  .device = compute.device_info().id,
                  .threads = threads,
                  .ms = start.count(),
                  .ms_min = start.count()};
  reporter.add(row);

  BufferList into;
  for (const Buffer& output : *outputs) into.push_back(output);
  Result<void> so_far;
  std::vector<std::function<void()>> functions = {[&] {
    auto done = model->predict_into({*buffer}, into);
    if (done) done = wait_for_device(compute);
    if (!done) so_far = done;
  }};
  const std::vector<int> sizes(dims.begin(), dims.end());
  const NetworkPeer peer =
      installed_peers().network(stored.file.string(), sizes, input.data(), threads);
  if (!peer.problem.empty())
    fmt::print(stderr, "dala: bench models: {} does not run {}: {}\n", peer.name, stored.card.name,
               peer.problem);
  if (peer.run) {
    functions.push_back(peer.run);
    peer.run();
    if (auto same = check(*outputs, peer, stored.card.name); !same) return same;
  }
  const std::vector<Timing> timings = measure(functions, seconds);
  if (!so_far) return so_far;
  row.name = stored.card.name;
  row.ms = timings[0].median_ms;
  row.ms_min = timings[0].min_ms;
  if (peer.run) row.peer = Peer{peer.name, timings[1].median_ms};
  reporter.add(row);
  return {};
}

}  // namespace

Result<void> bench_models(const BenchOptions& options, Reporter& reporter) {
  const auto models = ml::available_models();
  if (!models) return std::unexpected(models.error());
  for (const unsigned threads : thread_counts(options)) {
    const auto compute = Compute::create({.device = options.device, .threads = threads});
    if (!compute) return std::unexpected(compute.error());
    for (const ml::StoredModel& stored : *models) {
      if (!stored.present) {
        fmt::print(stderr, "dala: bench models: skipped {}: no weights at {}\n", stored.card.name,
                   stored.file.string());
        continue;
      }
      reporter.note("models", stored.card.name, compute->device_info().id,
                    run_model(*compute, stored, options.quick ? 0.05 : 5.0, reporter));
    }
  }
  return {};
}

}  // namespace dala::bench

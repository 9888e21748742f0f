// The matrix product beside OpenBLAS and oneDNN, on one thread and on two.
#include <dala/compute.hpp>

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "area.hpp"
#include "floats.hpp"
#include "measure.hpp"
#include "peers/installed.hpp"
#include "peers/matrix_product.hpp"

namespace dala::bench {

std::vector<ProductPeer> product_peers() {
  std::vector<ProductPeer> peers;
  add_openblas(peers);
  installed_peers().add_products(peers);
  return peers;
}

namespace {

void fill(const Floats& matrix, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (std::size_t i = 0; i < count; ++i) matrix[i] = uniform(random);
}

// A wrong answer would make any speed worthless.
Result<void> check(const std::vector<float>& ours, const Floats& theirs, int k,
                   const std::string& peer) {
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (std::abs(ours[i] - theirs[i]) > 1e-5F * static_cast<float>(k))
      return std::unexpected(Error{ErrorCode::internal, "the results of " + peer + " differ"});
  return {};
}

std::string case_name(const ProductSize& size) {
  return fmt::format("f32 {}x{}x{}", size.m, size.n, size.k);
}

Result<void> run_size(const Compute& compute, ProductSize size, double seconds,
                      Reporter& reporter) {
  const unsigned threads = compute.device_info().limits.threads;
  const std::size_t a_count = static_cast<std::size_t>(size.m) * static_cast<std::size_t>(size.k);
  const std::size_t b_count = static_cast<std::size_t>(size.k) * static_cast<std::size_t>(size.n);
  const Floats a(a_count);
  const Floats b(b_count);
  const Floats out(static_cast<std::size_t>(size.m) * static_cast<std::size_t>(size.n));
  fill(a, a_count, 1);
  fill(b, b_count, 2);
  const auto buffer_a = compute.buffer(std::span<const float>(a.get(), a_count), {size.m, size.k});
  const auto buffer_b = compute.buffer(std::span<const float>(b.get(), b_count), {size.k, size.n});
  const auto buffer_out = compute.buffer_zeros({size.m, size.n}, DType::f32);
  for (const auto* buffer : {&buffer_a, &buffer_b, &buffer_out})
    if (!*buffer) return std::unexpected(buffer->error());

  Result<void> so_far;
  std::vector<std::function<void()>> functions = {[&] {
    so_far = compute.matmul(*buffer_a, *buffer_b, *buffer_out);
    if (so_far) so_far = wait_for_device(compute);
  }};
  const std::vector<ProductPeer> peers = product_peers();
  for (const ProductPeer& peer : peers)
    functions.push_back(peer.prepare(size, a.get(), b.get(), out.get(), threads));
  functions[0]();
  if (!so_far) return so_far;
  const auto ours = buffer_out->read<float>();
  if (!ours) return std::unexpected(ours.error());
  for (std::size_t i = 0; i < peers.size(); ++i) {
    functions[i + 1]();
    if (auto same = check(*ours, out, size.k, peers[i].name); !same) return same;
  }

  const std::vector<Timing> timings = measure(functions, seconds);
  if (!so_far) return so_far;
  Measurement row{.area = "matmul",
                  .name = case_name(size),
                  .device = compute.device_info().id,
                  .threads = threads,
                  .ms = timings[0].median_ms,
                  .ms_min = timings[0].min_ms};
  if (peers.empty()) reporter.add(row);
  for (std::size_t i = 0; i < peers.size(); ++i) {
    row.peer = Peer{peers[i].name, timings[i + 1].median_ms};
    reporter.add(row);
  }
  return {};
}

}  // namespace

Result<void> bench_matmul(const BenchOptions& options, Reporter& reporter) {
  std::vector<ProductSize> sizes = {
      {256, 256, 256}, {512, 512, 512}, {1024, 1024, 1024}, {2048, 2048, 2048}, {1000, 777, 333}};
  if (options.quick) sizes = {{64, 64, 64}};
  for (const unsigned threads : thread_counts(options)) {
    const auto compute = Compute::create({.device = options.device, .threads = threads});
    if (!compute) return std::unexpected(compute.error());
    for (const ProductSize& size : sizes)
      reporter.note("matmul", case_name(size), compute->device_info().id,
                    run_size(*compute, size, options.quick ? 0.05 : 8.0, reporter));
  }
  return {};
}

}  // namespace dala::bench

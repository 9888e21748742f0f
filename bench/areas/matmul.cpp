// The matrix product beside OpenBLAS and oneDNN, on one thread and on two.
#include <dala/compute.hpp>

#include <fmt/format.h>

#include <algorithm>
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

struct Types {
  std::string name;
  DType a, b, out;
};

Types types_of(ProductOf of) {
  switch (of) {
    case ProductOf::f32:
      return {"f32", DType::f32, DType::f32, DType::f32};
    case ProductOf::f16:
      return {"f16", DType::f16, DType::f16, DType::f16};
    case ProductOf::bf16:
      return {"bf16", DType::bf16, DType::bf16, DType::bf16};
    case ProductOf::s8_s8:
      return {"s8 s8", DType::s8, DType::s8, DType::s32};
    case ProductOf::u8_s8:
      return {"u8 s8", DType::u8, DType::s8, DType::s32};
  }
  return {};
}

// Memory for the peers, filled or not.
struct Matrix {
  Matrix(DType type, int rows, int columns)
      : dtype(type),
        shape{rows, columns},
        count(static_cast<std::size_t>(shape.elements())),
        bytes(count * size_of(type)),
        memory((bytes + sizeof(float) - 1) / sizeof(float)) {}

  // Floats between -1 and 1, and every byte.
  void fill(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (std::size_t i = 0; i < count; ++i) {
      if (dtype == DType::f32)
        at<float>(i) = uniform(random);
      else if (dtype == DType::f16)
        at<f16>(i) = f16(uniform(random));
      else if (dtype == DType::bf16)
        at<bf16>(i) = bf16(uniform(random));
      else
        at<std::uint8_t>(i) = static_cast<std::uint8_t>(random());
    }
  }

  [[nodiscard]] double number(std::size_t i) const {
    if (dtype == DType::f32) return at<float>(i);
    if (dtype == DType::f16) return at<f16>(i);
    if (dtype == DType::bf16) return at<bf16>(i);
    return at<std::int32_t>(i);
  }

  [[nodiscard]] std::span<std::byte> contents() const {
    return {reinterpret_cast<std::byte*>(memory.get()), bytes};
  }

  template <typename T>
  [[nodiscard]] T& at(std::size_t i) const {
    return reinterpret_cast<T*>(memory.get())[i];
  }

  DType dtype;
  Shape shape;
  std::size_t count;
  std::size_t bytes;
  Floats memory;
};

// How far apart two products may be: sums of f32 in any order, rounded to the output's type.
double allowed(DType dtype, int k) {
  const double sums = 1e-5 * k;
  if (dtype == DType::f16) return sums + k * 0x1p-11;
  if (dtype == DType::bf16) return sums + k * 0x1p-8;
  return dtype == DType::f32 ? sums : 0;
}

// A wrong answer would make any speed worthless.
Result<void> check(const Matrix& ours, const Matrix& theirs, int k, const std::string& peer) {
  for (std::size_t i = 0; i < ours.count; ++i)
    if (std::abs(ours.number(i) - theirs.number(i)) > allowed(ours.dtype, k))
      return std::unexpected(Error{ErrorCode::internal, "the results of " + peer + " differ"});
  return {};
}

std::string case_name(ProductOf of, const ProductSize& size) {
  return fmt::format("{} {}x{}x{}", types_of(of).name, size.m, size.n, size.k);
}

Result<void> run_size(const Compute& compute, ProductOf of, ProductSize size, double seconds,
                      Reporter& reporter) {
  const unsigned threads = compute.device_info().limits.threads;
  const Types types = types_of(of);
  Matrix a(types.a, size.m, size.k);
  Matrix b(types.b, size.k, size.n);
  const Matrix out(types.out, size.m, size.n);
  a.fill(1);
  b.fill(2);
  const auto buffer_a = compute.buffer_from_bytes(a.contents(), a.shape, a.dtype);
  const auto buffer_b = compute.buffer_from_bytes(b.contents(), b.shape, b.dtype);
  const auto buffer_out = compute.buffer_zeros(out.shape, out.dtype);
  for (const auto* buffer : {&buffer_a, &buffer_b, &buffer_out})
    if (!*buffer) return std::unexpected(buffer->error());

  const char* kernel = types.out == DType::s32 ? "matmul_integer" : "matmul";
  Result<void> so_far;
  std::vector<std::function<void()>> functions = {[&] {
    so_far = compute.run_kernel(kernel, {*buffer_a, *buffer_b}, *buffer_out);
    if (so_far) so_far = wait_for_device(compute);
  }};
  functions[0]();
  if (!so_far) return so_far;
  const Matrix ours(types.out, size.m, size.n);
  const auto product = buffer_out->read_bytes();
  if (!product) return std::unexpected(product.error());
  std::ranges::copy(*product, ours.contents().begin());
  std::vector<std::string> peers;
  for (const ProductPeer& peer : product_peers()) {
    auto function = peer.prepare(of, size, a.contents().data(), b.contents().data(),
                                 out.contents().data(), threads);
    if (!function) continue;
    function();
    if (auto same = check(ours, out, size.k, peer.name); !same) return same;
    peers.push_back(peer.name);
    functions.push_back(std::move(function));
  }

  const std::vector<Timing> timings = measure(functions, seconds);
  if (!so_far) return so_far;
  Measurement row{.area = "matmul",
                  .name = case_name(of, size),
                  .device = compute.device_info().id,
                  .threads = threads,
                  .ms = timings[0].median_ms,
                  .ms_min = timings[0].min_ms};
  if (peers.empty()) reporter.add(row);
  for (std::size_t i = 0; i < peers.size(); ++i) {
    row.peer = Peer{peers[i], timings[i + 1].median_ms};
    reporter.add(row);
  }
  return {};
}

}  // namespace

Result<void> bench_matmul(const BenchOptions& options, Reporter& reporter) {
  struct Case {
    ProductOf of;
    ProductSize size;
  };
  using enum ProductOf;
  const ProductSize thousand{1024, 1024, 1024};
  std::vector<Case> cases = {{f32, {256, 256, 256}},  {f32, {512, 512, 512}},
                             {f32, thousand},         {f32, {2048, 2048, 2048}},
                             {f32, {1000, 777, 333}}, {f16, thousand},
                             {bf16, thousand},        {s8_s8, {256, 256, 256}},
                             {s8_s8, thousand},       {s8_s8, {2048, 2048, 2048}},
                             {u8_s8, thousand},       {u8_s8, {1000, 777, 333}}};
  if (options.quick) cases = {{f32, {64, 64, 64}}, {u8_s8, {64, 64, 64}}};
  for (const unsigned threads : thread_counts(options)) {
    const auto compute = Compute::create({.device = options.device, .threads = threads});
    if (!compute) return std::unexpected(compute.error());
    for (const auto& [of, size] : cases)
      reporter.note("matmul", case_name(of, size), compute->device_info().id,
                    run_size(*compute, of, size, options.quick ? 0.05 : 4.0, reporter));
  }
  return {};
}

}  // namespace dala::bench

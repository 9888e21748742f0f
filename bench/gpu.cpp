// A GPU behind the same calls: memory speed, the price of a launch, a matrix product, and a chain
// of filters on a frame that stays there.
#include <dala/compute.hpp>
#include <dala/media_pipeline.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "area.hpp"
#include "measure.hpp"
#include "peers/bare_gl.hpp"

namespace dala::bench {
namespace {

// The first GPU, drivers that run on the CPU last.
Result<Compute> open_gpu(const BenchOptions& options) {
  std::string device = options.device;
  for (const DeviceInfo& info : devices())
    if (device.empty() && info.gpu) device = info.id;
  if (device.empty())
    return std::unexpected(Error{ErrorCode::unknown_device, "this machine has no GPU device"});
  return Compute::create({.device = device, .threads = options.threads});
}

class Area {
 public:
  Area(const Compute& compute, const BenchOptions& options, Reporter& reporter)
      : compute_(compute), quick_(options.quick), reporter_(&reporter) {}

  [[nodiscard]] Result<void> add();
  [[nodiscard]] Result<void> launches();
  [[nodiscard]] Result<void> matmul();
  [[nodiscard]] Result<void> filters();

 private:
  [[nodiscard]] bool small() const { return compute_.device_info().software; }
  // `functions` do the work `times` over; the second, where there is one, is the peer's.
  void report(const std::string& name, const std::vector<std::function<void()>>& functions,
              double times, const char* peer = "") {
    const std::vector<Timing> timings = measure(functions, quick_ ? 0.05 : 3.0);
    Measurement line{.area = "gpu",
                     .name = name,
                     .device = compute_.device_info().id,
                     .threads = compute_.device_info().limits.threads,
                     .ms = timings[0].median_ms / times,
                     .ms_min = timings[0].min_ms / times};
    if (timings.size() > 1) line.peer = Peer{peer, timings[1].median_ms / times};
    reporter_->add(line);
  }

  const Compute& compute_;
  bool quick_;
  Reporter* reporter_;
};

Result<void> Area::add() {
  const std::int64_t elements = quick_ ? 1 << 20 : small() ? 1 << 24 : 1 << 28;
  constexpr int times = 5;
  std::vector<Buffer> buffers;
  for (int i = 0; i < 3; ++i) {
    auto buffer = compute_.buffer_zeros({elements}, DType::f32);
    if (!buffer) return std::unexpected(buffer.error());
    buffers.push_back(*buffer);
  }
  Result<void> so_far;
  std::vector<std::function<void()>> functions = {[&] {
    for (int i = 0; so_far && i < times; ++i)
      so_far = compute_.add(buffers[0], buffers[1], buffers[2]);
    compute_.wait_all();
  }};
  const auto bare = BareGl::create(static_cast<std::size_t>(elements));
  if (bare != nullptr && compute_.device_info().id == "gles")
    functions.emplace_back([&] { bare->add(times); });
  report("elementwise_add f32 " + std::to_string(elements), functions, times, "bare GL");
  return so_far;
}

Result<void> Area::launches() {
  const auto buffer = compute_.buffer_zeros({1}, DType::f32);
  if (!buffer) return std::unexpected(buffer.error());
  Pipeline pipeline = compute_.pipeline({.fuse = false});
  constexpr int stages = 200;
  for (int i = 0; i < stages; ++i)
    if (auto added = pipeline.add({.kernel = "relu", .inputs = {*buffer}, .outputs = *buffer});
        !added)
      return added;
  Result<void> so_far;
  report("launch of a tiny kernel", {[&] {
           if (so_far) so_far = pipeline.run();
           compute_.wait_all();
         }},
         stages);
  return so_far;
}

Result<void> Area::matmul() {
  const std::int64_t size = quick_ ? 128 : small() ? 512 : 4096;
  std::vector<Buffer> buffers;
  for (int i = 0; i < 3; ++i) {
    auto buffer = compute_.buffer_zeros({size, size}, DType::f32);
    if (!buffer) return std::unexpected(buffer.error());
    buffers.push_back(*buffer);
  }
  Result<void> so_far;
  report("matmul f32 " + std::to_string(size), {[&] {
           if (so_far) so_far = compute_.matmul(buffers[0], buffers[1], buffers[2]);
           compute_.wait_all();
         }},
         1);
  return so_far;
}

Result<void> Area::filters() {
  const std::vector<media::Filter> chain = {{"blur", {{"radius", 3}, {"sigma", 1.5}}},
                                            {"sharpen", {{"amount", 0.3}}},
                                            {"brightness", {{"value", 0.1}}}};
  const std::uint32_t width = quick_ ? 128 : small() ? 960 : 3840;
  const std::uint32_t height = width * 9 / 16;
  const auto frames = media::FramePipeline::start(width, height, {.compute = compute_});
  if (!frames) return std::unexpected(frames.error());
  const int times = small() ? 1 : 20;
  Result<void> so_far;
  report("blur sharpen brightness " + std::to_string(width) + "x" + std::to_string(height), {[&] {
           for (int i = 0; so_far && i < times; ++i)
             if (auto out = frames->process_buffer(frames->input(), chain); !out)
               so_far = std::unexpected(out.error());
           compute_.wait_all();
         }},
         times);
  return so_far;
}

}  // namespace

Result<void> bench_gpu(const BenchOptions& options, Reporter& reporter) {
  const auto compute = open_gpu(options);
  if (!compute) return std::unexpected(compute.error());
  Area area(*compute, options, reporter);
  if (auto done = area.add(); !done) return done;
  if (auto done = area.launches(); !done) return done;
  if (auto done = area.matmul(); !done) return done;
  return area.filters();
}

}  // namespace dala::bench

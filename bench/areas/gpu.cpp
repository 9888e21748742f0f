// A GPU behind the same calls: memory speed, the price of a launch, matrix products, chains of
// filters on frames that stay there, and a model. Times are the device's own where it has a clock
// (Compute::time), the median of 50 after three that are not counted. Inputs are random, and every
// result is compared with the CPU's in the same run.
#include <dala/compute.hpp>
#include <dala/media/pipeline.hpp>
#include <dala/ml.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "area.hpp"
#include "measure.hpp"
#include "peers/bare_gl.hpp"

namespace dala::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Work = std::function<Result<void>()>;

std::unexpected<Error> failed(std::string message) {
  return std::unexpected(Error{ErrorCode::internal, std::move(message)});
}

// The first GPU, drivers that run on the CPU last.
Result<std::string> gpu_device(const BenchOptions& options) {
  if (!options.device.empty()) return options.device;
  for (const DeviceInfo& info : devices())
    if (info.gpu) return info.id;
  return std::unexpected(Error{ErrorCode::unknown_device, "this machine has no GPU device"});
}

// Numbers from -1 to 1, others in every run.
std::vector<float> random_floats(std::size_t count) {
  std::uint64_t state = std::random_device{}() | 1U;
  std::vector<float> values(count);
  for (float& value : values) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    value = static_cast<float>(static_cast<std::int32_t>(state >> 32U)) * 0x1p-31F;
  }
  return values;
}

std::vector<std::uint8_t> random_bytes(std::size_t count) {
  std::mt19937_64 random(std::random_device{}());
  std::vector<std::uint8_t> values(count);
  for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random() >> 40U);
  return values;
}

// ||a - b|| / ||b||.
double relative_distance(std::span<const float> a, std::span<const float> b) {
  double apart = 0;
  double size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double d = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    apart += d * d;
    size += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return std::sqrt(apart / size);
}

class Area {
 public:
  Area(Compute compute, Compute cpu, const BenchOptions& options, Reporter& reporter)
      : compute_(std::move(compute)),
        cpu_(std::move(cpu)),
        quick_(options.quick),
        reporter_(&reporter) {}

  [[nodiscard]] Result<void> add();
  [[nodiscard]] Result<void> commands();
  [[nodiscard]] Result<void> matmul(bool tf32);
  // Frames that differ by `most` at most from the CPU's.
  struct Chain {
    std::string name;
    std::vector<media::Filter> filters;
    int most = 0;
    bool one_by_one = false;  // measured without fusing filters too
  };
  [[nodiscard]] Result<void> filters(std::uint32_t width, const Chain& chain);
  // Along the first axis of a matrix.
  [[nodiscard]] Result<void> lines(std::string_view kernel, std::int64_t rows,
                                   std::int64_t columns);
  [[nodiscard]] Result<void> model(const std::filesystem::path& file, std::int64_t batch,
                                   ml::Precision precision);
  void note(const std::string& name, const Result<void>& done) {
    reporter_->note("gpu", name, compute_.device_info().id, done);
  }
  [[nodiscard]] bool has_matrix_units() const {
    return compute_.device_info().capabilities.matrix_units;
  }
  [[nodiscard]] bool is_software() const { return compute_.device_info().software; }

 private:
  [[nodiscard]] bool small() const { return quick_ || is_software(); }
  [[nodiscard]] bool has_own_clock() const {
    return compute_.device_info().capabilities.device_clock;
  }

  // `work` does the thing `times` over; the peer's, where there is one, does too.
  [[nodiscard]] Result<void> report(const std::string& name, const Compute& on, const Work& work,
                                    int times = 1, const std::function<void()>& peer = {}) {
    for (int i = 0; i < 3; ++i)
      if (auto done = work(); !done) return done;
    if (auto done = on.wait_all(); !done) return done;
    std::vector<double> ms;
    for (int i = 0; i < (quick_ ? 3 : 50); ++i) {
      const auto took = on.time(work);
      if (!took) return std::unexpected(took.error());
      ms.push_back(std::chrono::duration<double, std::milli>(*took).count() / times);
    }
    Measurement line = measurement(name, ms);
    if (peer) {
      const std::vector<std::function<void()>> peers = {peer};
      line.peer = Peer{"bare GL", measure(peers, quick_ ? 0.05 : 1.0)[0].median_ms / times};
    }
    reporter_->add(line);
    return {};
  }
  [[nodiscard]] Measurement measurement(const std::string& name, std::vector<double>& ms) const {
    std::ranges::sort(ms);
    return {.area = "gpu",
            .name = name,
            .device = compute_.device_info().id,
            .threads = compute_.device_info().limits.threads,
            .ms = ms[ms.size() / 2],
            .ms_min = ms[0]};
  }

  Compute compute_;
  Compute cpu_;
  bool quick_;
  Reporter* reporter_;
};

Result<void> Area::add() {
  const std::int64_t elements = quick_ ? 1 << 20 : small() ? 1 << 24 : 1 << 28;
  const auto count = static_cast<std::size_t>(elements);
  const std::vector<float> x = random_floats(count);
  const std::vector<float> y = random_floats(count);
  const auto a = compute_.buffer<float>(x, {elements});
  if (!a) return std::unexpected(a.error());
  const auto b = compute_.buffer<float>(y, {elements});
  if (!b) return std::unexpected(b.error());
  const auto sum = compute_.buffer_zeros({elements}, DType::f32);
  if (!sum) return std::unexpected(sum.error());
  const auto bare = compute_.device_info().capabilities.opengl_es ? BareGl::create(count)
                                                                  : std::unique_ptr<BareGl>{};
  if (auto done = report(
          "elementwise_add f32 " + std::to_string(elements), compute_,
          [&] { return compute_.add(*a, *b, *sum); }, 1,
          bare != nullptr ? std::function<void()>([&] { bare->add(1); }) : nullptr);
      !done)
    return done;
  const auto got = sum->read<float>();
  if (!got) return std::unexpected(got.error());
  for (std::size_t i = 0; i < count; ++i)
    if ((*got)[i] != x[i] + y[i]) return failed("elementwise_add: the sums are not the CPU's");
  return {};
}

// From the call until the caller knows that it is done, by the host's clock: there is nothing on
// the device to take the time of.
Result<void> Area::commands() {
  const auto buffer = compute_.buffer_zeros({1}, DType::f32);
  if (!buffer) return std::unexpected(buffer.error());
  const auto time_of = [&](const std::string& name, const Command& command) -> Result<void> {
    std::vector<double> ms;
    for (int i = 0; i < 100; ++i) {
      const auto begin = Clock::now();
      const auto id = compute_.submit(command);
      if (!id) return std::unexpected(id.error());
      if (auto done = compute_.wait(*id); !done) return done;
      ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    ms.erase(ms.begin(), ms.begin() + 50);
    reporter_->add(measurement(name, ms));
    return {};
  };
  const auto note_time_of = [&](const std::string& name, const Command& command) {
    note(name, time_of(name, command));
  };
  note_time_of("empty command, submit to completed", {.op = Op::barrier});
  note_time_of("tiny kernel, submit to completed",
               {.kernel = "relu", .inputs = *buffer, .outputs = *buffer});
  Pipeline pipeline = compute_.pipeline({.fuse = false});
  constexpr int stages = 200;
  for (int i = 0; i < stages; ++i)
    if (auto added = pipeline.add({.kernel = "relu", .inputs = {*buffer}, .outputs = *buffer});
        !added)
      return added;
  return report(
      "tiny kernel in a pipeline of 200", compute_, [&] { return pipeline.run(); }, stages);
}

Result<void> Area::matmul(bool tf32) {
  const std::int64_t size = quick_ ? 128 : small() ? 512 : 4096;
  auto own = tf32 ? Compute::create({.device = compute_.device_info().id, .tf32 = true})
                  : Result<Compute>(compute_);
  if (!own) return std::unexpected(own.error());
  const auto count = static_cast<std::size_t>(size * size);
  const std::vector<float> x = random_floats(count);
  const std::vector<float> y = random_floats(count);
  const auto product = [&](const Compute& on, bool timed) -> Result<std::vector<float>> {
    const auto a = on.buffer<float>(x, {size, size});
    if (!a) return std::unexpected(a.error());
    const auto b = on.buffer<float>(y, {size, size});
    if (!b) return std::unexpected(b.error());
    const auto c = on.buffer_zeros({size, size}, DType::f32);
    if (!c) return std::unexpected(c.error());
    const Work work = [&] { return on.matmul(*a, *b, *c); };
    auto done =
        timed ? report((tf32 ? "matmul tf32 " : "matmul f32 ") + std::to_string(size), on, work)
              : work();
    if (!done) return std::unexpected(done.error());
    return c->read<float>();
  };
  const auto got = product(*own, true);
  if (!got) return std::unexpected(got.error());
  const auto expected = product(cpu_, false);
  if (!expected) return std::unexpected(expected.error());
  const double apart = relative_distance(*got, *expected);
  if (!(apart < (tf32 ? 1e-3 : 1e-5)))
    return failed("matmul: " + std::to_string(apart) + " away from the CPU's");
  return {};
}

Result<void> Area::lines(std::string_view kernel, std::int64_t rows, std::int64_t columns) {
  if (small()) rows /= 256;
  const bool finds = kernel == "argmax";
  const std::vector<float> x = random_floats(static_cast<std::size_t>(rows * columns));
  const Shape shape{rows, columns};
  const auto result = [&](const Compute& on, bool timed) -> Result<std::vector<double>> {
    const auto a = on.buffer<float>(x, shape);
    if (!a) return std::unexpected(a.error());
    const auto out =
        finds ? on.buffer_zeros({columns}, DType::s32) : on.buffer_zeros(shape, DType::f32);
    if (!out) return std::unexpected(out.error());
    const Work work = [&] { return on.run_kernel(kernel, *a, *out, {{"axis", 0}}); };
    const std::string name = std::string(kernel) + " f32 " + std::to_string(rows) + "x" +
                             std::to_string(columns) + " axis 0";
    if (auto done = timed ? report(name, on, work) : work(); !done)
      return std::unexpected(done.error());
    return out->read_numbers();
  };
  const auto got = result(compute_, true);
  if (!got) return std::unexpected(got.error());
  const auto expected = result(cpu_, false);
  if (!expected) return std::unexpected(expected.error());
  for (std::size_t i = 0; i < got->size(); ++i)
    if (!(std::abs((*got)[i] - (*expected)[i]) <= 2e-5 * std::abs((*expected)[i])))
      return failed(std::string(kernel) + ": the result is not the CPU's");
  return {};
}

Result<void> Area::filters(std::uint32_t width, const Chain& chain) {
  if (small()) width = width * (quick_ ? 128 : 960) / 3840;
  const std::uint32_t height = width * 9 / 16;
  const std::vector<std::uint8_t> frame = random_bytes(std::size_t{width} * height * 4);
  const auto on_cpu = media::FramePipeline::start(width, height, {.compute = cpu_});
  if (!on_cpu) return std::unexpected(on_cpu.error());
  const auto expected = on_cpu->process_frame(frame, chain.filters);
  if (!expected) return std::unexpected(expected.error());
  const std::string name = chain.name + " " + std::to_string(width) + "x" + std::to_string(height);
  // Where the host's clock is all there is, waiting for the device is spread over several.
  const int times = has_own_clock() || small() ? 1 : 20;
  for (const bool fuse : {true, false}) {
    if (!fuse && !chain.one_by_one) continue;
    const auto frames =
        media::FramePipeline::start(width, height, {.compute = compute_, .fuse = fuse});
    if (!frames) return std::unexpected(frames.error());
    if (auto written = frames->input().write_bytes(std::as_bytes(std::span(frame))); !written)
      return written;
    if (auto done = report(
            name + (fuse ? "" : ", one by one"), compute_,
            [&]() -> Result<void> {
              for (int i = 0; i < times; ++i)
                if (auto out = frames->process_buffer(frames->input(), chain.filters); !out)
                  return std::unexpected(out.error());
              return {};
            },
            times);
        !done)
      return done;
    const auto got = frames->process_frame(frame, chain.filters);
    if (!got) return std::unexpected(got.error());
    for (std::size_t i = 0; i < got->rgba.size(); ++i)
      if (std::abs(int{got->rgba[i]} - int{expected->rgba[i]}) > chain.most)
        return failed("the filters' frame is not the CPU's");
  }
  return {};
}

Result<void> Area::model(const std::filesystem::path& file, std::int64_t batch,
                         ml::Precision precision) {
  const std::vector<float> picture = random_floats(static_cast<std::size_t>(batch) * 3 * 224 * 224);
  const Shape shape({batch, 3, 224, 224});
  const auto on_gpu = ml::Model::load(compute_, file, {.precision = precision});
  if (!on_gpu) return std::unexpected(on_gpu.error());
  const auto input = compute_.buffer<float>(picture, shape);
  if (!input) return std::unexpected(input.error());
  const auto output = on_gpu->predict({*input});
  if (!output) return std::unexpected(output.error());
  const std::string name(to_string(precision));
  const BufferList outputs = {(*output)[0]};
  if (auto done =
          report("mobilenet_v2 " + name + " batch " + std::to_string(batch), compute_,
                 // Not `predict_async`: the device's time would include that of the worker's
                 // waking up, and of its launches, one by one, while the device waits.
                 [&] { return on_gpu->predict_into({*input}, outputs); });
      !done)
    return done;
  const auto on_cpu = ml::Model::load(cpu_, file);
  if (!on_cpu) return std::unexpected(on_cpu.error());
  const auto same = cpu_.buffer<float>(picture, shape);
  if (!same) return std::unexpected(same.error());
  const auto expected = on_cpu->predict({*same});
  if (!expected) return std::unexpected(expected.error());
  const auto got = (*output)[0].read<float>();
  const auto right = (*expected)[0].read<float>();
  if (!got || !right) return std::unexpected((got ? right : got).error());
  const double apart = relative_distance(*got, *right);
  if (!(apart < (precision == ml::Precision::f32 ? 1e-4 : 2e-2)))
    return failed("mobilenet_v2 in " + name + ": " + std::to_string(apart) +
                  " away from the CPU's");
  return {};
}

// Where the model is, if it is anywhere: the variable that the tests of models use.
std::filesystem::path mobilenet() {
  const char* folder = std::getenv("DALA_MODELS_TEST_DATA");
  if (folder == nullptr) return {};
  std::filesystem::path file = std::filesystem::path(folder) / "mobilenet_v2.onnx";
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file : std::filesystem::path{};
}

}  // namespace

Result<void> bench_gpu(const BenchOptions& options, Reporter& reporter) {
  const auto device = gpu_device(options);
  if (!device) return std::unexpected(device.error());
  auto compute = Compute::create({.device = *device, .threads = options.threads});
  if (!compute) return std::unexpected(compute.error());
  // What results are compared with may be interpreted here, which takes its time.
  auto cpu = Compute::create({.device = "cpu", .kernel_time_limit = std::chrono::hours(1)});
  if (!cpu) return std::unexpected(cpu.error());
  Area area(*compute, *cpu, options, reporter);
  area.note("elementwise_add f32", area.add());
  area.note("commands", area.commands());
  area.note("matmul f32", area.matmul(false));
  if (area.has_matrix_units()) area.note("matmul tf32", area.matmul(true));
  const std::filesystem::path file = mobilenet();
  if (file.empty())
    std::cerr << "mobilenet_v2 is left out: DALA_MODELS_TEST_DATA names no folder that has it\n";
  for (const std::int64_t batch : {1, 32})
    for (const ml::Precision precision : ml::all_precisions) {
      if (file.empty()) continue;
      if (!area.has_matrix_units() && precision != ml::Precision::f32) continue;
      if (area.is_software() && batch != 1) continue;
      area.note(
          "mobilenet_v2 " + std::string(to_string(precision)) + " batch " + std::to_string(batch),
          area.model(file, batch, precision));
    }
  const Area::Chain soft{"blur sharpen brightness",
                         {{"blur", {{"radius", 3}, {"sigma", 1.5}}},
                          {"sharpen", {{"amount", 0.3}}},
                          {"brightness", {{"value", 0.1}}}}};
  for (const std::uint32_t width : {1920U, 3840U})
    area.note(soft.name + " " + std::to_string(width), area.filters(width, soft));
  if (area.is_software()) return {};
  for (const Area::Chain& chain :
       {Area::Chain{"box_blur edge_detect sepia",
                    {{"box_blur", {{"radius", 2}}}, {"edge_detect"}, {"sepia"}},
                    1,
                    true},
        Area::Chain{"median sharpen",
                    {{"median", {{"radius", 1}}}, {"sharpen", {{"amount", 0.3}}}},
                    1,
                    true},
        Area::Chain{"sharpen sharpen gamma sharpen",
                    {{"sharpen"}, {"sharpen"}, {"gamma", {{"value", 1.4}}}, {"sharpen"}},
                    1,
                    true}})
    area.note(chain.name, area.filters(3840, chain));
  for (const std::string_view kernel : {"argmax", "softmax"})
    for (const auto& [rows, columns] : {std::pair{1 << 26, 1}, std::pair{66000, 64}})
      area.note(std::string(kernel) + " f32 " + std::to_string(rows) + "x" +
                    std::to_string(columns) + " axis 0",
                area.lines(kernel, rows, columns));
  return {};
}

}  // namespace dala::bench

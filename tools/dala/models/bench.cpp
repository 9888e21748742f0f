// dala models bench: how long a model takes to load and to answer.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include <dala/ml/store.hpp>

#include "models/command.hpp"
#include "options/precision_option.hpp"
#include "terminal/say.hpp"

namespace dala::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct ModelsBenchOptions {
  std::string model;
  unsigned threads = 0;
  unsigned runs = 50;
  std::int64_t batch = 1;
  ml::Precision precision = ml::Precision::f32;
  bool json = false;
  bool explain = false;
};

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

OutcomeOf<std::vector<Shape>> input_shapes(const ml::ModelInfo& info, std::int64_t batch) {
  std::vector<Shape> shapes;
  for (const ml::ModelTensor& input : info.inputs) {
    std::vector<std::int64_t> dims = input.dims;
    if (!dims.empty() && dims[0] == -1) dims[0] = batch;
    if (std::ranges::find(dims, -1) != dims.end())
      return usage_error(fmt::format(
          "the input {} of {} takes any size, so there is none to measure", input.name, info.name));
    shapes.emplace_back(std::span<const std::int64_t>(dims));
  }
  return shapes;
}

struct Times {
  double load = 0;
  double first = 0;
  std::vector<double> warm;    // until the caller has the answer, sorted
  std::vector<double> device;  // by the device's own clock, sorted; on GPUs
};

double median_of(const std::vector<double>& sorted) { return sorted[sorted.size() / 2]; }

// As `dala info` says.
std::string clock_of(const Compute& compute) {
  return compute.device_info().capabilities.device_clock ? "its own" : "the host's";
}

OutcomeOf<Times> measure(const ml::Model& model, const std::vector<Shape>& shapes,
                         const ModelsBenchOptions& options, Times times) {
  BufferList inputs;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    auto zeros = model.compute().buffer_zeros(shapes[i], model.info().inputs[i].dtype);
    if (!zeros) return failure(zeros.error());
    inputs.push_back(std::move(*zeros));
  }
  const auto begin = Clock::now();
  const auto outputs = model.predict(inputs);
  if (!outputs) return failure(outputs.error());
  const bool gpu = model.compute().device_info().gpu;
  if (auto done = model.compute().wait_all(); !done) return failure(done.error());
  times.first = ms_since(begin);
  BufferList into;
  for (const Buffer& output : *outputs) into.push_back(output);
  for (unsigned run = 0; run < options.runs; ++run) {
    const auto start = Clock::now();
    if (auto done = model.predict_into(inputs, into); !done) return failure(done.error());
    if (gpu)
      if (auto done = model.compute().wait_all(); !done) return failure(done.error());
    times.warm.push_back(ms_since(start));
  }
  std::ranges::sort(times.warm);
  for (unsigned run = 0; gpu && run < options.runs; ++run) {
    const auto took = model.compute().time([&] { return model.predict_into(inputs, into); });
    if (!took) return failure(took.error());
    times.device.push_back(std::chrono::duration<double, std::milli>(*took).count());
  }
  std::ranges::sort(times.device);
  return times;
}

Outcome run(const Session& session, const ModelsBenchOptions& options) {
  const auto compute = Compute::create({.device = session.device, .threads = options.threads});
  if (!compute) return failure(compute.error());
  Times times;
  const auto begin = Clock::now();
  const auto loaded = ml::load_model(*compute, options.model, options.precision);
  if (!loaded) return failure(loaded.error());
  times.load = ms_since(begin);
  const ml::Model& model = loaded->model();
  const auto shapes = input_shapes(model.info(), options.batch);
  if (!shapes) return std::unexpected(shapes.error());
  const auto measured = measure(model, *shapes, options, times);
  if (!measured) return std::unexpected(measured.error());
  const double median = median_of(measured->warm);
  if (options.json) {
    nlohmann::ordered_json line = {
        {"model", model.info().name},   {"device", compute->device_info().id},
        {"load_ms", measured->load},    {"first_ms", measured->first},
        {"median_ms", median},          {"best_ms", measured->warm.front()},
        {"runs", measured->warm.size()}};
    if (!measured->device.empty()) {
      line["device_ms"] = median_of(measured->device);
      line["clock"] = clock_of(*compute);
    }
    say("{}\n", lines(json_text(line)));
  } else {
    say("{} on {}: loaded in {:.1f} ms, first answer {:.1f} ms, then {:.2f} ms from the call to "
        "the answer (median of {}; best {:.2f})\n",
        model.info().name, compute->device_info().id, measured->load, measured->first, median,
        measured->warm.size(), measured->warm.front());
    if (!measured->device.empty())
      say("on the device itself {:.2f} ms (median; best {:.2f}), by {} clock\n",
          median_of(measured->device), measured->device.front(), clock_of(*compute));
  }
  if (options.explain) {
    const auto explained = model.explain(*shapes);
    if (!explained) return failure(explained.error());
    say("{}", lines(to_string(*explained)));
  }
  return {};
}

}  // namespace

void add_models_bench(CLI::App& models, Session& session) {
  CLI::App* command = add_command(models, session, "bench", "Measures how long a model takes",
                                  "dala models bench mobilenet_v2 --threads 1\n"
                                  "  dala models bench mine.onnx --explain");
  const auto options = std::make_shared<ModelsBenchOptions>();
  command->add_option("MODEL", options->model, "A name of `dala models`, or an .onnx file")
      ->required();
  command->add_option("--threads", options->threads, "CPU threads; 0 for one per core")
      ->check(CLI::Range(0U, 1024U))
      ->type_name("N");
  command->add_option("--runs", options->runs, "How often, after the first")
      ->check(CLI::Range(1U, 100000U))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--batch", options->batch, "Of inputs that take any number of pictures")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str()
      ->type_name("N");
  add_precision(*command, options->precision);
  command->add_flag("--json", options->json, "Print one JSON object");
  command->add_flag("--explain", options->explain, "Print every step with its time");
  command->callback([&session, options] {
    session.action = [&session, options] { return run(session, *options); };
  });
}

}  // namespace dala::cli

// dala predict: tensors through any model.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include <dala/ml/store.hpp>

#include "io/tensor_file.hpp"
#include "options/output_names.hpp"
#include "options/precision_option.hpp"
#include "options/within.hpp"
#include "terminal/command.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

struct PredictOptions {
  std::string model;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  unsigned threads = 0;
  ml::Precision precision = ml::Precision::f32;
  double time_limit = std::chrono::duration<double>(ml::ModelOptions{}.time_limit).count();
  bool explain = false;
};

// "NAME=file", or a file for the next tensor that was not named.
struct Given {
  std::size_t tensor = 0;
  std::string file;
};

std::vector<std::string> names_of(std::span<const ml::ModelTensor> tensors) {
  std::vector<std::string> names;
  for (const ml::ModelTensor& tensor : tensors) names.push_back(tensor.name);
  return names;
}

OutcomeOf<std::vector<Given>> parse(const char* option, std::span<const std::string> texts,
                                    std::span<const ml::ModelTensor> tensors) {
  std::vector<Given> all;
  std::vector<bool> taken(tensors.size(), false);
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    const auto named = std::ranges::find(tensors, text.substr(0, sign), &ml::ModelTensor::name);
    const bool has_name = sign != std::string::npos && named != tensors.end();
    const auto next = std::ranges::find(taken, false);
    const auto index =
        static_cast<std::size_t>(has_name ? named - tensors.begin() : next - taken.begin());
    // Behind a slash it belongs to the name of a file.
    if (!has_name && sign != std::string::npos && text.find('/') > sign)
      return usage_error(fmt::format("{} {}: the model has no tensor called '{}'; there is {}",
                                     option, text, text.substr(0, sign), join(names_of(tensors))));
    if (index == taken.size() || taken[index])
      return usage_error(fmt::format("{} {}: there is one more than the model has: {}", option,
                                     text, join(names_of(tensors))));
    taken[index] = true;
    all.push_back({index, has_name ? text.substr(sign + 1) : text});
  }
  return all;
}

Outcome run(const Session& session, const PredictOptions& options) {
  if (auto good = check_inputs(options.inputs); !good) return good;
  if (auto good = check_outputs(options.outputs); !good) return good;
  const auto compute = Compute::create({.device = session.device, .threads = options.threads});
  if (!compute) return failure(compute.error());
  const auto loaded = ml::load_model(*compute, options.model, options.precision,
                                     std::chrono::duration_cast<std::chrono::nanoseconds>(
                                         std::chrono::duration<double>(options.time_limit)));
  if (!loaded) return failure(loaded.error());
  const ml::Model& model = loaded->model();
  const ml::ModelInfo& info = model.info();
  const auto inputs = parse("--in", options.inputs, info.inputs);
  if (!inputs) return std::unexpected(inputs.error());
  const auto outputs = parse("--out", options.outputs, info.outputs);
  if (!outputs) return std::unexpected(outputs.error());
  std::vector<std::string> files;
  for (const Given& given : *outputs) files.push_back(given.file);
  if (auto good = check_different(files); !good) return good;
  if (inputs->size() != info.inputs.size())
    return usage_error(fmt::format("{} takes {}, and --in was given {} times", info.name,
                                   join(names_of(info.inputs)), inputs->size()));
  BufferList tensors;
  for (std::size_t i = 0; i < info.inputs.size(); ++i) tensors.push_back({});
  std::vector<Shape> shapes(info.inputs.size());
  for (const Given& given : *inputs) {
    const ml::ModelTensor& wanted = info.inputs[given.tensor];
    auto tensor =
        load_tensor(*compute, given.file, {.name = wanted.name, .dtypes = DTypeSet(wanted.dtype)});
    if (!tensor) return std::unexpected(tensor.error());
    shapes[given.tensor] = tensor->shape();
    tensors[given.tensor] = std::move(*tensor);
  }
  const auto answers = model.predict(tensors);
  if (!answers) return failure(answers.error());
  if (options.explain) {
    const auto explained = model.explain(shapes);
    if (!explained) return failure(explained.error());
    say("{}", lines(to_string(*explained)));
  }
  for (const Given& given : *outputs)
    if (auto saved = save_and_say(*compute, (*answers)[given.tensor], given.file); !saved)
      return saved;
  return {};
}

}  // namespace

void add_predict(CLI::App& app, Session& session) {
  CLI::App* command =
      add_command(app, session, "predict", "Runs a model on tensors",
                  "dala predict mobilenet_v2 --in photo.npy --out logits.npy\n"
                  "  dala predict mine.onnx --in x=a.npy --in y=b.npy --out sum=c.npy");
  const auto options = std::make_shared<PredictOptions>();
  command->add_option("MODEL", options->model, "A name of `dala models`, or an .onnx file")
      ->required();
  command->add_option("--in", options->inputs, "An input; once for each, named or in order")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false);
  command->add_option("--out", options->outputs, "Where an output goes; named or in order")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false);
  command->add_option("--threads", options->threads, "CPU threads; 0 for one per core")
      ->check(CLI::Range(0U, 1024U))
      ->type_name("N");
  add_precision(*command, options->precision);
  command
      ->add_option("--time-limit", options->time_limit,
                   "Stop a prediction on the CPU after this long; 300 when not given")
      ->check(within(1e-3, 1e6))
      ->type_name("SECONDS");
  command->add_flag("--explain", options->explain, "Print every step, where it ran and its time");
  command->callback([&session, options] {
    session.action = [&session, options] { return run(session, *options); };
  });
}

}  // namespace dala::cli

// dala models quantize: a model of integers, from one of floats and photographs.
#include <fmt/format.h>

#include <memory>

#include <dala/core/files.hpp>
#include <dala/media/still.hpp>
#include <dala/ml/quantize.hpp>
#include <dala/ml/store.hpp>

#include "files/file.hpp"
#include "io/picture_files.hpp"
#include "models/command.hpp"
#include "options/output_names.hpp"
#include "options/within.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

constexpr std::size_t longest_model = std::size_t{1} << 31;

struct QuantizeCommandOptions {
  std::string model;
  std::string output;
  std::string photos;
  unsigned threads = 0;
  ml::QuantizeOptions how = {};
};

// The file of a model that is named or given by its path.
OutcomeOf<std::filesystem::path> file_of(const std::string& model) {
  if (std::filesystem::exists(model)) return std::filesystem::path(model);
  const auto store = ml::ModelStore::open();
  if (!store) return failure(store.error());
  const auto found = store->find(model);
  if (!found) return failure(found.error());
  return found->file;
}

void print(const ml::QuantizedModel& made) {
  std::size_t left_out = 0;
  for (const ml::QuantizedLayer& layer : made.layers) {
    say("{:8.3f} %  {:<8} {}{}\n", layer.error * 100, layer.op, printable(layer.node),
        layer.left_out ? "  (stays in floats)" : "");
    left_out += layer.left_out ? 1 : 0;
  }
  say("{} layers of integers, {} of floats\n", made.layers.size() - left_out, left_out);
}

Outcome quantize(const QuantizeCommandOptions& options) {
  const auto photos = pictures_in(options.photos);
  if (!photos) return std::unexpected(photos.error());
  const auto file = file_of(options.model);
  if (!file) return std::unexpected(file.error());
  const std::vector<std::filesystem::path> inputs{*file};
  const std::vector<std::filesystem::path> outputs{options.output};
  if (auto good = check_not_inputs(outputs, inputs); !good) return good;
  const auto compute = Compute::create({.device = "cpu", .threads = options.threads});
  if (!compute) return failure(compute.error());
  const auto model = ml::load_model(*compute, options.model);
  if (!model) return failure(model.error());
  std::vector<BufferList> samples;
  for (const std::filesystem::path& photo : *photos) {
    const auto picture = media::read_picture(photo);
    if (!picture) return failure(picture.error());
    auto tensor = model->preprocess(*picture);
    if (!tensor) return failure(tensor.error());
    samples.push_back({*tensor});
  }
  const auto text = files::read_file(*file, longest_model);
  if (!text) return failure(text.error());
  const auto made = ml::quantize(*compute, std::as_bytes(std::span(*text)), samples, options.how);
  if (!made) return failure(made.error());
  if (auto saved = write_file(options.output, made->onnx); !saved) return failure(saved.error());
  print(*made);
  say("{}: {}, from {}\n", options.output, human_bytes(made->onnx.size()),
      human_bytes(text->size()));
  return {};
}

}  // namespace

void add_models_quantize(CLI::App& models, Session& session) {
  CLI::App* command =
      add_command(models, session, "quantize", "Makes a model of integers of 8 bits (QDQ)",
                  "dala models quantize mobilenet_v2 -o small.onnx --calibrate photos");
  const auto options = std::make_shared<QuantizeCommandOptions>();
  command->add_option("MODEL", options->model, "A name of `dala models`, or an .onnx file")
      ->required();
  command->add_option("-o,--out", options->output, "The .onnx file to make")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--calibrate", options->photos,
                   "Pictures as the model will see them; its card says how it does")
      ->required()
      ->type_name("FOLDER");
  command
      ->add_option("--percentile", options->how.percentile,
                   "How many of the numbers at a place its range holds; 99.999 when not given")
      ->check(within(50.1, 100))
      ->type_name("PERCENT");
  command
      ->add_option("--most-error", options->how.most_error,
                   "Layers that bring more stay in floats; 0.1 when not given, which is 10 %")
      ->check(within(0, 10))
      ->type_name("PART");
  command->add_option("--threads", options->threads, "CPU threads; 0 for one per core")
      ->check(CLI::Range(0U, 1024U))
      ->type_name("N");
  command->callback(
      [&session, options] { session.action = [options] { return quantize(*options); }; });
}

}  // namespace dala::cli

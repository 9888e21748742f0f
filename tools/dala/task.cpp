// dala classify, detect, faces, pose and segment: questions about pictures.
#include <fmt/format.h>

#include <array>
#include <memory>

#include <dala/media_still.hpp>
#include <dala/ml_store.hpp>

#include "command.hpp"
#include "picture_files.hpp"
#include "progress.hpp"
#include "task_answers.hpp"
#include "tensor_file.hpp"

namespace dala::cli {
namespace {

namespace fs = std::filesystem;

struct TaskCommand {
  const char* name;
  const char* model;  // unless another is asked for
  const char* summary;
  const char* example;
  Ask ask;
};

constexpr std::array<TaskCommand, 5> commands = {
    TaskCommand{"classify", "mobilenet_v2", "Says what pictures show",
                "dala classify dog.jpg\n  dala classify photos --json", ask_classify},
    TaskCommand{"detect", "yolo_v5", "Finds things in pictures",
                "dala detect street.jpg -o boxes.png", ask_detect},
    TaskCommand{"faces", "blazeface", "Finds faces in pictures",
                "dala faces group.jpg -o faces.png", ask_faces},
    TaskCommand{"pose", "posenet", "Finds the pose of the person in a picture",
                "dala pose yoga.jpg -o skeleton.png", ask_pose},
    TaskCommand{"segment", "deeplab", "Says what each part of a picture belongs to",
                "dala segment cat.jpg -o mask.png\n  dala segment photos -o masks", ask_segment}};

struct Options {
  std::vector<std::string> inputs;
  std::string output;
  std::string model;
  unsigned threads = 0;
  bool json = false;
  TaskOptions task;
};

// Where the drawing of a picture goes; empty when none is wanted.
class Outputs {
 public:
  static OutcomeOf<Outputs> make(const std::string& output, bool many) {
    Outputs made;
    made.path_ = output;
    made.folder_ = many;
    if (output.empty()) return made;
    if (!many) {
      if (auto format = media::still_format(output); !format)
        return usage_error(format.error().message);
      return made;
    }
    std::error_code failed;
    fs::create_directories(output, failed);
    if (failed)
      return std::unexpected(Failure{
          ExitCode::failed,
          fmt::format("cannot make the folder {} for the drawings: {}", output, failed.message())});
    return made;
  }

  [[nodiscard]] fs::path of(const fs::path& input) const {
    return folder_ && !path_.empty() ? path_ / input.filename() : path_;
  }

 private:
  fs::path path_;
  bool folder_ = false;
};

Outcome draw(const TaskAnswer& answer, const media::Picture& picture, const fs::path& input,
             const fs::path& output) {
  std::error_code ignored;
  if (fs::equivalent(input, output, ignored))
    return usage_error(fmt::format("{} is the input itself; give another name", output.string()));
  auto canvas = Canvas::on(picture);
  if (!canvas) return failure(canvas.error());
  answer.draw(*canvas);
  const auto drawn = canvas->finish();
  if (!drawn) return failure(drawn.error());
  if (auto written = media::write_picture(output, *drawn); !written)
    return failure(written.error());
  return {};
}

Outcome look_at(const TaskCommand& command, const ml::TaskModel& model, const Options& options,
                const fs::path& input, const fs::path& output) {
  const auto picture = media::read_picture(input);
  if (!picture) return failure(picture.error());
  auto answer = command.ask(model, *picture, options.task);
  if (!answer) return file_failure(input.string(), answer.error());
  if (!output.empty())
    if (auto done = draw(*answer, *picture, input, output); !done) return done;
  if (options.json) {
    nlohmann::ordered_json line = {{"file", input.string()}};
    line.update(answer->json);
    fmt::print("{}\n", line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}\n{}", input.string(), answer->text.empty() ? "  nothing\n" : answer->text);
  }
  return {};
}

Outcome run(const Session& session, const TaskCommand& command, const Options& options) {
  const auto files = picture_files(options.inputs);
  if (!files) return std::unexpected(files.error());
  std::error_code ignored;
  const bool many = files->size() > 1 || fs::is_directory(options.inputs.front(), ignored);
  const auto outputs = Outputs::make(options.output, many);
  if (!outputs) return std::unexpected(outputs.error());
  const auto compute = Compute::create({.device = session.device, .threads = options.threads});
  if (!compute) return failure(compute.error());
  const auto model =
      ml::load_model(*compute, options.model.empty() ? command.model : options.model);
  if (!model) return failure(model.error());
  std::size_t bad = 0;
  {
    Progress progress("pictures", many ? files->size() : 0);
    for (const fs::path& file : *files) {
      auto done = look_at(command, *model, options, file, outputs->of(file));
      if (!done && (!many || done.error().exit_code == ExitCode::bad_usage)) return done;
      if (!done) {
        print(done.error());
        ++bad;
      }
      if (many) progress.step();
    }
  }
  if (bad > 0)
    return std::unexpected(
        Failure{ExitCode::failed,
                fmt::format("{} of {} pictures had no answer, see above", bad, files->size())});
  return {};
}

}  // namespace

void add_tasks(CLI::App& app, Session& session) {
  for (const TaskCommand& task : commands) {
    CLI::App* command = add_command(app, session, task.name, task.summary, task.example);
    const auto options = std::make_shared<Options>();
    command->add_option("PICTURES", options->inputs, "Pictures, or folders of them")->required();
    command
        ->add_option("-o,--output", options->output,
                     "The answer drawn on the picture; a folder when there are several")
        ->type_name("FILE");
    command
        ->add_option("--model", options->model,
                     fmt::format("A name or an .onnx file instead of {}", task.model))
        ->type_name("MODEL");
    command->add_flag("--json", options->json, "Print one JSON object a line for each picture");
    command->add_option("--threads", options->threads, "CPU threads; 0 for one per core")
        ->check(CLI::Range(0U, 1024U))
        ->type_name("N");
    if (task.ask == ask_classify)
      command->add_option("--top", options->task.top, "How many classes")
          ->check(CLI::Range(1, 1000))
          ->capture_default_str()
          ->type_name("N");
    command->callback([&session, &task, options] {
      session.action = [&session, &task, options] { return run(session, task, *options); };
    });
  }
}

}  // namespace dala::cli

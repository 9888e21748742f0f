// dala classify, detect, faces, pose and segment: questions about pictures and videos.
#include <fmt/format.h>

#include <array>
#include <memory>

#include <dala/media/still.hpp>
#include <dala/ml/store.hpp>

#include "io/picture_files.hpp"
#include "io/tensor_file.hpp"
#include "options/output_names.hpp"
#include "options/precision_option.hpp"
#include "task/job.hpp"
#include "terminal/command.hpp"
#include "terminal/progress.hpp"
#include "terminal/say.hpp"

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
                "dala detect street.jpg -o boxes.png\n  dala detect street.mp4 -o boxes.mp4",
                ask_detect},
    TaskCommand{"faces", "blazeface", "Finds faces in pictures",
                "dala faces group.jpg -o faces.png", ask_faces},
    TaskCommand{"pose", "posenet", "Finds the pose of the person in a picture",
                "dala pose yoga.jpg -o skeleton.png", ask_pose},
    TaskCommand{"segment", "deeplab", "Says what each part of a picture belongs to",
                "dala segment cat.jpg -o mask.png\n  dala segment photos -o masks", ask_segment}};

struct TaskCommandOptions {
  std::vector<std::string> inputs;
  std::string output;
  std::string model;
  unsigned threads = 0;
  ml::Precision precision = ml::Precision::f32;
  TaskJob job;
};

// Whatever is no still by its name. What it really is shows when it is opened.
bool is_video(const fs::path& input) { return !media::is_still_file(input); }

// Where the drawing of each picture goes; empty when none is wanted.
OutcomeOf<std::vector<fs::path>> outputs_for(const std::string& output,
                                             std::span<const fs::path> inputs, bool many) {
  if (output.empty() || !many) {
    if (auto format = media::still_format(output);
        !output.empty() && !format && !is_video(inputs.front()))
      return usage_error(format.error().message);
    return std::vector<fs::path>(inputs.size(), output);
  }
  if (auto made = make_output_folder(output); !made) return std::unexpected(made.error());
  return outputs_in(output, inputs);
}

Outcome look_at_still(const TaskJob& job, const ml::TaskModel& model, const fs::path& input,
                      const fs::path& output) {
  const auto picture = media::read_picture(input, SourcePolicy::only(input));
  if (!picture) return failure(picture.error());
  const auto answer = job.ask(model, *picture, job.task);
  if (!answer) return file_failure(input.string(), answer.error());
  if (!output.empty()) {
    if (auto apart = check_not_input(input.string(), output); !apart) return apart;
    const auto drawn = drawn_on(*answer, *picture);
    if (!drawn) return failure(drawn.error());
    if (auto written = media::write_picture(output, *drawn); !written)
      return failure(written.error());
  }
  print_answer(job, *answer, input.string(), {{"file", input.string()}});
  return {};
}

Outcome look_at(const TaskJob& job, const ml::TaskModel& model, const fs::path& input,
                const fs::path& output) {
  if (is_video(input)) return look_at_video(job, model, input.string(), output);
  return look_at_still(job, model, input, output);
}

Outcome run(const Session& session, const TaskCommand& command, const TaskCommandOptions& options) {
  const auto files = picture_files(options.inputs);
  if (!files) return std::unexpected(files.error());
  std::error_code ignored;
  const bool many = files->size() > 1 || fs::is_directory(options.inputs.front(), ignored);
  const auto outputs = outputs_for(options.output, *files, many);
  if (!outputs) return std::unexpected(outputs.error());
  const auto compute = Compute::create({.device = session.device, .threads = options.threads});
  if (!compute) return failure(compute.error());
  const auto model = ml::load_model(*compute, options.model.empty() ? command.model : options.model,
                                    options.precision);
  if (!model) return failure(model.error());
  std::size_t bad = 0;
  {
    Progress progress("pictures", many ? files->size() : 0);
    for (std::size_t i = 0; i < files->size(); ++i) {
      auto done = look_at(options.job, *model, (*files)[i], (*outputs)[i]);
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

Outcome check_not_input(const std::string& input, const fs::path& output) {
  std::error_code ignored;
  if (fs::equivalent(input, output, ignored))
    return usage_error(fmt::format("{} is the input itself; give another name", output.string()));
  return {};
}

Result<media::Picture> drawn_on(const TaskAnswer& answer, const media::Picture& picture) {
  auto canvas = Canvas::on(picture);
  if (!canvas) return std::unexpected(canvas.error());
  answer.draw(*canvas);
  return canvas->finish();
}

void print_answer(const TaskJob& job, const TaskAnswer& answer, const std::string& heading,
                  const nlohmann::ordered_json& about) {
  if (!job.json) {
    say("{}\n{}", heading, lines(answer.text.empty() ? "  nothing\n" : answer.text));
    return;
  }
  nlohmann::ordered_json line = about;
  line.update(answer.json);
  say("{}\n", lines(json_text(line)));
}

void add_tasks(CLI::App& app, Session& session) {
  for (const TaskCommand& task : commands) {
    CLI::App* command = add_command(app, session, task.name, task.summary, task.example);
    const auto options = std::make_shared<TaskCommandOptions>();
    options->job.ask = task.ask;
    command->add_option("PICTURES", options->inputs, "Pictures, folders of them, or videos")
        ->required();
    command
        ->add_option("-o,--output", options->output,
                     "The answer drawn on the picture or video; a folder when there are several")
        ->type_name("FILE");
    command
        ->add_option("--model", options->model,
                     fmt::format("A name or an .onnx file instead of {}", task.model))
        ->type_name("MODEL");
    command->add_flag("--json", options->job.json,
                      "Print one JSON object a line for each picture or frame");
    command
        ->add_option(
            "--every", options->job.every,
            "Of a video: ask about every Nth frame, and draw the last answer on the others")
        ->check(CLI::Range(1U, 1000000U))
        ->capture_default_str()
        ->type_name("N");
    command->add_option("--threads", options->threads, "CPU threads; 0 for one per core")
        ->check(CLI::Range(0U, 1024U))
        ->type_name("N");
    add_precision(*command, options->precision);
    if (task.ask == ask_classify)
      command->add_option("--top", options->job.task.top, "How many classes")
          ->check(CLI::Range(1, 1000))
          ->capture_default_str()
          ->type_name("N");
    command->callback([&session, &task, options] {
      session.action = [&session, &task, options] { return run(session, task, *options); };
    });
  }
}

}  // namespace dala::cli

// dala scene render: a scene file to a video or a picture.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>

#include <dala/media/still.hpp>
#include <dala/scene/file.hpp>

#include "options/source_options.hpp"
#include "options/video_options.hpp"
#include "options/within.hpp"
#include "scene/command.hpp"
#include "terminal/progress.hpp"
#include "terminal/say.hpp"
#include "terminal/stop_on_signal.hpp"

namespace dala::cli {
namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::duration<double>;

struct SceneRenderOptions {
  std::string file;
  std::string output;
  std::optional<double> seconds;
  std::optional<double> at;
  double start = 0;
  double fps = 0;  // 0: the scene's
  VideoOptions video;
  SourceOptions sources;
};

scene::Time time_of(double seconds) { return scene::Time(std::llround(seconds * 1e9)); }

// What the scene is made of stays as it is.
Outcome check_apart(const scene::File& file, const SceneRenderOptions& options) {
  std::vector<fs::path> inputs = file.inputs();
  inputs.emplace_back(options.file);
  for (const fs::path& input : inputs) {
    std::error_code ignored;
    if (fs::equivalent(input, options.output, ignored))
      return usage_error(
          fmt::format("{} is part of the scene itself; give another name to -o", options.output));
  }
  return {};
}

void print_events(const Scene& scene) {
  for (const scene::Event& event : scene.take_events())
    if (event.error) say_aside("dala: note: {}\n", event.error->message);
}

Outcome render_picture(const Scene& scene, const SceneRenderOptions& options) {
  if (auto rendered = scene.render(time_of(options.at.value_or(0))); !rendered)
    return failure(rendered.error());
  if (auto saved = scene.save_picture(options.output); !saved) return failure(saved.error());
  print_events(scene);
  say("{}: {} x {}, the frame at {} s\n", options.output, scene.width(), scene.height(),
      options.at.value_or(0));
  return {};
}

Outcome render_video(const Scene& scene, const SceneRenderOptions& options, scene::Time duration) {
  const auto writer = writer_options(options.video);
  if (!writer) return std::unexpected(writer.error());
  const double fps = options.fps > 0 ? options.fps : scene.target_fps();
  const auto total =
      static_cast<std::uint64_t>(std::max(1.0, std::round(Seconds(duration).count() * fps)));
  print_losses(scene.losses());
  const auto begin = std::chrono::steady_clock::now();
  const StopOnSignal stop;
  std::optional<Progress> progress(std::in_place, "frames", total);
  const auto recorded = scene.record(
      options.output,
      {.start = time_of(options.start),
       .duration = duration,
       .frame_rate = fps,
       .video = *writer,
       .on_progress = [&](double part) {
         progress->at(static_cast<std::uint64_t>(std::llround(part * static_cast<double>(total))),
                      total);
         return !StopOnSignal::asked();
       }});
  progress.reset();
  if (!recorded) return failure(recorded.error());
  print_events(scene);
  if (recorded->stopped)
    return stopped_with(
        fmt::format("the first {:.1f} s", static_cast<double>(recorded->frames) / fps),
        recorded->file, options.output);
  const Seconds took = std::chrono::steady_clock::now() - begin;
  say("{}: {} x {}, {} frames of {} s in {:.1f} s, {:.1f} a second\n", options.output,
      scene.width(), scene.height(), total, Seconds(duration).count(), took.count(),
      static_cast<double>(total) / took.count());
  return {};
}

Outcome render(const std::string& device, const SceneRenderOptions& options) {
  const bool video = media::is_video_file(options.output);
  if (video && options.at)
    return usage_error("--at is one frame, for a picture; a video begins at --start");
  if (!video) {
    if (auto format = media::still_format(options.output); !format)
      return usage_error(
          fmt::format("-o {} is neither a video (.mp4, .mov, .mkv, .webm) nor a "
                      "picture (.png, .jpg, .jpeg, .webp)",
                      options.output));
    if (options.seconds)
      return usage_error("--seconds is for videos; a picture is of one time, --at");
  }
  const auto file = read_scene(options.file);
  if (!file) return std::unexpected(file.error());
  if (auto apart = check_apart(*file, options); !apart) return apart;
  if (video && !options.seconds && !file->duration)
    return usage_error(fmt::format("{} does not say how long it is; give --seconds", options.file));
  scene::Options wanted = scene_options(*file, options.sources);
  wanted.device = device;
  const auto scene = scene::make_scene(*file, wanted);
  if (!scene) return failure(scene.error());
  if (!video) return render_picture(*scene, options);
  return render_video(*scene, options,
                      options.seconds ? time_of(*options.seconds) : *file->duration);
}

}  // namespace

void add_scene_render(CLI::App& scene, Session& session) {
  CLI::App* command =
      add_command(scene, session, "render", "Renders a scene to a video or a picture",
                  "dala scene render show.json -o show.mp4 --seconds 10\n"
                  "  dala scene render show.json --at 2.5 -o frame.png");
  const auto options = std::make_shared<SceneRenderOptions>();
  command->add_option("FILE", options->file, "The scene, as JSON; docs/scene.md lists its fields")
      ->required();
  command
      ->add_option("-o,--out", options->output,
                   "A video (.mp4, .mov, .mkv, .webm) or a picture (.png, .jpg, .webp)")
      ->required();
  command
      ->add_option("--seconds", options->seconds, "How long the video is; else as the scene says")
      ->check(within(0.001, 1e6))
      ->type_name("N");
  command->add_option("--start", options->start, "The time of the scene that a video begins with")
      ->check(within(0.0, 1e6))
      ->type_name("T");
  command->add_option("--at", options->at, "The time of the scene that a picture shows")
      ->check(within(0.0, 1e6))
      ->type_name("T");
  command->add_option("--fps", options->fps, "Frames a second of the video; else the scene's")
      ->check(within(0.01, 1000.0))
      ->type_name("N");
  add_video_options(*command, options->video);
  add_source_options(*command, options->sources);
  command->callback([&session, options] {
    session.action = [&session, options] { return render(session.device, *options); };
  });
}

}  // namespace dala::cli

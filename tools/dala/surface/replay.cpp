// dala surface replay: a recording played again, to a picture or a video.
#include <fmt/format.h>

#include <memory>

#include <dala/surface/record.hpp>

#include "files/png.hpp"
#include "io/tensor_file.hpp"
#include "surface/command.hpp"
#include "surface/video.hpp"
#include "terminal/say.hpp"

namespace dala::cli {
namespace {

struct SurfaceReplayOptions {
  std::string file;
  std::string output;
  std::uint64_t until = 0;  // 0: to the end
};

Outcome check_output(const std::string& output) {
  if (media::is_video_file(output)) {
    if (auto version = media::video_version(); !version) return failure(version.error());
  } else if (!output.ends_with(".png")) {
    return usage_error(
        fmt::format("{}: the output must be a .png, .mp4, .mov, .mkv or .webm", output));
  }
  return {};
}

Outcome write_last(const std::string& output, const Surface& surface) {
  const auto pixels = surface.get_pixels();
  if (!pixels) return failure(pixels.error());
  const auto [width, height] = surface.size();
  if (auto written = files::write_png(output, width, height, 4, *pixels); !written)
    return file_failure(output, written.error());
  return {};
}

Outcome replay_file(const std::string& device, const SurfaceReplayOptions& options) {
  if (auto good = check_output(options.output); !good) return good;
  const auto recording = Recording::read(options.file, SourcePolicy::only(options.file));
  if (!recording) return failure(recording.error());
  SurfaceOptions wanted;
  wanted.on_pixels = [](const PixelsRead&) {};  // nobody waits for pixels in a replay
  std::shared_ptr<VideoRenderer> video;
  if (media::is_video_file(options.output))
    wanted.renderer = video = std::make_shared<VideoRenderer>(options.output);
  if (!device.empty()) {
    const auto compute = Compute::create({.device = device});
    if (!compute) return failure(compute.error());
    wanted.compute = *compute;
  }
  const auto surface = Surface::create(recording->width, recording->height, wanted);
  if (!surface) return failure(surface.error());

  std::uint64_t played = 0;
  for (const Recording::Entry& entry : recording->entries) {
    if (options.until != 0 && played == options.until) break;
    if (video) video->set_time(entry.time);
    if (auto done = replay(entry, *surface); !done) return failure(done.error());
    ++played;
    if (!video) continue;
    // The next entry has another time.
    if (auto done = surface->flush(); !done) return failure(done.error());
    if (!video->written()) return failure(video->written().error());
  }
  if (auto done = surface->flush(); !done) return failure(done.error());
  for (const SurfaceError& error : surface->take_errors())
    say_aside("dala: {}\n", error.error.message);
  if (!video) {
    if (auto written = write_last(options.output, *surface); !written) return written;
  } else if (auto finished = video->finish_file(); !finished) {
    return failure(finished.error());
  }
  const auto [width, height] = surface->size();
  say("wrote {}: {} x {} after {} of {} entries, {} frames\n", options.output, width, height,
      played, recording->entries.size(), surface->frames_presented());
  return {};
}

}  // namespace

void add_surface_replay(CLI::App& surface, Session& session) {
  CLI::App* command = add_command(surface, session, "replay", "Plays a recording again",
                                  "dala surface replay bug.dsurf -o bug.png --until 120\n"
                                  "  dala surface replay bug.dsurf -o bug.mp4");
  const auto options = std::make_shared<SurfaceReplayOptions>();
  command->add_option("FILE", options->file, "The recording")->required();
  command
      ->add_option("-o,--out", options->output,
                   "What to write: the last picture as a .png, or every frame that "
                   "was presented, at its time, as a video (.mp4, .mov, .mkv, .webm)")
      ->type_name("FILE")
      ->required();
  command->add_option("--until", options->until, "Stop after so many entries")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->callback([&session, options] {
    session.action = [&session, options] { return replay_file(session.device, *options); };
  });
}

}  // namespace dala::cli

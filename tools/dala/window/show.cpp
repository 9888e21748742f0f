// dala show: a picture, or a recording as it happened, in a window.
#include <fmt/format.h>

#include <memory>

#include <dala/media/still.hpp>
#include <dala/media/video.hpp>
#include <dala/surface/gles.hpp>
#include <dala/surface/record.hpp>

#include "io/tensor_file.hpp"
#include "options/within.hpp"
#include "terminal/command.hpp"
#include "terminal/say.hpp"
#include "window/window.hpp"

namespace dala::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct ShowOptions {
  std::string file;
  double speed = 1.0;
  double seconds = 0.0;  // 0: until the window is closed
};

// A picture is a recording of one entry.
OutcomeOf<Recording> load(const std::string& file) {
  if (media::is_video_file(file))
    return usage_error(
        fmt::format("{} is a video by its name, and pictures and recordings of surfaces are shown; "
                    "a scene with a video node is, by `dala scene watch`",
                    file));
  if (!media::still_format(file)) {
    auto recording = Recording::read(file);
    if (recording) return std::move(*recording);
    if (recording.error().code != ErrorCode::bad_file) return failure(recording.error());
    return std::unexpected(Failure{
        ExitCode::failed, fmt::format("{}; a picture would end in .png, .jpg, .jpeg or .webp",
                                      recording.error().message)});
  }
  const auto picture = media::read_picture(file);
  if (!picture) return file_failure(file, picture.error());
  const auto pixels = std::as_bytes(std::span(picture->rgba));
  return Recording{picture->width,
                   picture->height,
                   {{{}, Recording::Kind::pixels, {pixels.begin(), pixels.end()}}}};
}

class Player {
 public:
  Player(Window& window, const Surface& surface, const ShowOptions& options)
      : window_(window), surface_(surface), options_(options) {}

  [[nodiscard]] Result<void> play(const Recording& recording) {
    for (const Recording::Entry& entry : recording.entries) {
      using Seconds = std::chrono::duration<double>;
      const Seconds due = Seconds(entry.time) / options_.speed;
      if (!wait_until(start_ + std::chrono::duration_cast<Clock::duration>(due))) return {};
      if (auto done = replay(entry, surface_); !done) return done;
    }
    if (auto done = surface_.flush(); !done) return done;
    // A picture, or what was drawn and never presented.
    if (surface_.frames_presented() == 0)
      if (auto done = surface_.present(); !done) return std::unexpected(done.error());
    while (wait_until(Clock::now() + std::chrono::seconds(1))) {
    }
    return surface_.flush();
  }

 private:
  // False when it is time to end.
  bool wait_until(Clock::time_point when) {
    // Short, so that nothing waits long for events: SDL looks for them only now and then.
    constexpr std::chrono::milliseconds moment(20);
    while (true) {
      const auto now = Clock::now();
      if (options_.seconds > 0 && now - start_ >= std::chrono::duration<double>(options_.seconds))
        return false;
      if (now >= when) return true;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - now);
      const Window::Events events = window_.wait(std::min(left, moment));
      if (events.closed) return false;
      // An error here occurs with the next frame too, and is reported there.
      if (events.changed && surface_.frames_presented() > 0)
        static_cast<void>(surface_.present_again());
    }
  }

  Window& window_;
  const Surface& surface_;
  const ShowOptions& options_;
  Clock::time_point start_ = Clock::now();
};

Outcome show(const std::string& device, const ShowOptions& options) {
  const auto recording = load(options.file);
  if (!recording) return std::unexpected(recording.error());
  const auto window = open_window({options.file, recording->width, recording->height});
  if (!window) return failure(window.error());
  const auto renderer = make_gles_renderer({.window = *window});
  if (!renderer) return failure(renderer.error());
  SurfaceOptions wanted;
  wanted.renderer = *renderer;
  wanted.on_pixels = [](const PixelsRead&) {};  // nobody waits for pixels in a replay
  if (!device.empty()) {
    const auto compute = Compute::create({.device = device});
    if (!compute) return failure(compute.error());
    wanted.compute = *compute;
  }
  const auto surface = Surface::create(recording->width, recording->height, wanted);
  if (!surface) return failure(surface.error());
  const auto played = Player(**window, *surface, options).play(*recording);
  for (const SurfaceError& error : surface->take_errors())
    say_aside("dala: {}\n", error.error.message);
  if (!played) return failure(played.error());
  say("showed {}: {} x {}\n", options.file, recording->width, recording->height);
  return {};
}

}  // namespace

void add_show(CLI::App& app, Session& session) {
  CLI::App* command =
      add_command(app, session, "show", "Shows a picture or a recording in a window",
                  "dala show bug.dsurf --speed 0.5\n  dala show photo.jpg");
  const auto options = std::make_shared<ShowOptions>();
  command
      ->add_option("FILE", options->file,
                   "A picture (.png, .jpg, .jpeg, .webp), or a recording of a surface")
      ->required();
  command->add_option("--speed", options->speed, "How fast a recording plays")
      ->type_name("X")
      ->check(within(0.001, 1000))
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "Close the window after so long")
      ->type_name("N")
      ->check(within(1e-3, 1e6));
  command->callback([&session, options] {
    session.action = [&session, options] { return show(session.device, *options); };
  });
}

}  // namespace dala::cli

// dala scene watch: a scene in a window, as it is saved.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <thread>

#include <dala/scene/file.hpp>
#include <dala/surface/gles.hpp>

#include "io/watched_files.hpp"
#include "options/source_options.hpp"
#include "options/within.hpp"
#include "scene/command.hpp"
#include "terminal/say.hpp"
#include "window/window.hpp"

namespace dala::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct SceneWatchOptions {
  std::string file;
  double seconds = 0;  // 0: until the window is closed
  SourceOptions sources;
};

WatchedFiles watched(const std::string& name, const scene::File& file) {
  std::vector<std::string> inputs;
  for (const std::filesystem::path& input : file.inputs()) inputs.push_back(input.string());
  return {name, inputs};
}

// A scene on a window of its size.
class Shown {
 public:
  [[nodiscard]] static OutcomeOf<Shown> open(const scene::File& file, const std::string& device,
                                             const SourceOptions& sources) {
    Shown made;
    made.sources_ = sources;
    auto window = open_window({file.name, file.width, file.height});
    if (!window) return failure(window.error());
    made.window_ = *window;
    const auto renderer = make_gles_renderer({.window = made.window_});
    if (!renderer) return failure(renderer.error());
    auto surface = Surface::create(file.width, file.height, {.renderer = *renderer});
    if (!surface) return failure(surface.error());
    made.surface_ = *surface;
    if (auto changed = made.change(file, device); !changed) return std::unexpected(changed.error());
    return made;
  }

  // On failure the scene from before goes on.
  [[nodiscard]] Outcome change(const scene::File& file, const std::string& device) {
    scene::Options wanted = scene_options(file, sources_);
    wanted.device = device;
    wanted.surface = surface_;
    wanted.realtime = true;
    auto made = scene::make_scene(file, wanted);
    if (!made) return failure(made.error());
    scene_ = *made;
    return {};
  }

  [[nodiscard]] bool fits(const scene::File& file) const {
    return scene_->width() == file.width && scene_->height() == file.height;
  }
  [[nodiscard]] Window& window() { return *window_; }
  [[nodiscard]] const Scene& scene() const { return *scene_; }
  [[nodiscard]] const Surface& surface() const { return *surface_; }

 private:
  SourceOptions sources_;
  std::shared_ptr<Window> window_;
  std::optional<Surface> surface_;
  std::optional<Scene> scene_;
};

class Watch {
 public:
  Watch(const SceneWatchOptions& options, std::string device)
      : options_(options), device_(std::move(device)) {}

  [[nodiscard]] Outcome run() {
    auto file = read_scene(options_.file);
    if (!file) return std::unexpected(file.error());
    auto shown = Shown::open(*file, device_, options_.sources);
    if (!shown) return std::unexpected(shown.error());
    shown_.emplace(std::move(*shown));
    files_.emplace(watched(options_.file, *file));
    say("showing {}: {} x {}\n", options_.file, file->width, file->height);
    std::fflush(stdout);
    return loop();
  }

 private:
  Outcome loop() {
    const Clock::time_point opened = Clock::now();
    begin_ = opened;
    while (true) {
      const auto now = Clock::now();
      if (options_.seconds > 0 && now - opened >= std::chrono::duration<double>(options_.seconds))
        return {};
      if (now - looked_ >= std::chrono::milliseconds(200)) {
        looked_ = now;
        const auto change = files_->take_change();
        if (change.text || change.input) reload();
      }
      const Scene& scene = shown_->scene();
      if (const auto rendered = scene.render(now - begin_); !rendered && !failed_) {
        failed_ = true;  // until it is saved again: the next frames fail the same way
        print(failure(rendered.error()).error());
      }
      for (const scene::Event& event : scene.take_events())
        if (event.error) say_aside("dala: {}\n", event.error->message);
      const std::chrono::duration<double> frame(1 / scene.target_fps());
      const auto due = now + std::chrono::duration_cast<Clock::duration>(frame);
      const auto left =
          std::max(std::chrono::milliseconds(1),
                   std::chrono::duration_cast<std::chrono::milliseconds>(due - Clock::now()));
      const Window::Events events = shown_->window().wait(left);
      if (events.closed) return {};
      if (events.changed && shown_->surface().frames_presented() > 0)
        static_cast<void>(shown_->surface().present_again());
    }
  }

  // What is wrong with the new file is told, and the old one goes on.
  void reload() {
    const auto file = read_scene(options_.file);
    if (!file) return print(file.error());
    if (shown_->fits(*file)) {
      if (const auto changed = shown_->change(*file, device_); !changed)
        return print(changed.error());
    } else {
      auto again = Shown::open(*file, device_, options_.sources);
      if (!again) return print(again.error());
      shown_.emplace(std::move(*again));
    }
    files_.emplace(watched(options_.file, *file));
    begin_ = Clock::now();
    failed_ = false;
    say("reloaded {}\n", options_.file);
    std::fflush(stdout);  // whoever reads along through a pipe sees it now
  }

  const SceneWatchOptions& options_;
  std::string device_;
  std::optional<Shown> shown_;
  std::optional<WatchedFiles> files_;
  Clock::time_point begin_;
  Clock::time_point looked_ = Clock::now();
  bool failed_ = false;
};

}  // namespace

void add_scene_watch(CLI::App& scene, Session& session) {
  CLI::App* command =
      add_command(scene, session, "watch", "Shows a scene in a window, again whenever it is saved",
                  "dala scene watch show.json");
  const auto options = std::make_shared<SceneWatchOptions>();
  command->add_option("FILE", options->file, "The scene")->required();
  command->add_option("--seconds", options->seconds, "Close the window after so long")
      ->type_name("N")
      ->check(within(1e-3, 1e6));
  add_source_options(*command, options->sources);
  command->callback([&session, options] {
    session.action = [&session, options] { return Watch(*options, session.device).run(); };
  });
}

}  // namespace dala::cli

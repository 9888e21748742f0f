// Compositing 1920 x 1080. Each figure is the time of one frame, in which everything that the case
// names changes; nothing is read back. The aims are in the names, in frames a second.
#include <dala/scene.hpp>
#include <dala/text.hpp>

#include <fmt/format.h>

#include <functional>

#include "area.hpp"
#include "measure.hpp"
#include "scene_file.hpp"

namespace dala::bench {
namespace {

constexpr std::uint32_t width = 1920;
constexpr std::uint32_t height = 1080;
constexpr int frames_at_once = 8;  // so that waiting for the device does not count

std::shared_ptr<const media::Picture> noise(std::uint32_t w, std::uint32_t h, std::uint32_t seed) {
  media::Picture out{w, h, {}};
  out.rgba.resize(std::size_t{w} * h * 4);
  for (std::size_t i = 0; i < out.rgba.size(); ++i) {
    seed = (seed * 1664525) + 1013904223;
    out.rgba[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(seed >> 24);
  }
  return std::make_shared<const media::Picture>(std::move(out));
}

// Two pictures that take turns, as the frames of a video would.
class Turns {
 public:
  Turns(Scene scene, std::uint32_t w, std::uint32_t h, scene::Transform transform,
        Result<void>& so_far)
      : scene_(std::move(scene)), transform_(transform), so_far_(so_far) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      transform_.visible = i == 0;
      const auto id = scene_.add_image({.picture = noise(w, h, i)}, transform_);
      if (id)
        ids_[i] = *id;
      else
        so_far_ = std::unexpected(id.error());
    }
  }
  void take() {
    for (std::size_t i = 0; i < 2; ++i) {
      transform_.visible = (turn_ + i) % 2 == 0;
      if (auto done = scene_.set_transform(ids_[i], transform_); !done) so_far_ = done;
    }
    ++turn_;
  }

 private:
  Scene scene_;
  scene::Transform transform_;
  Result<void>& so_far_;
  scene::NodeId ids_[2] = {};
  std::size_t turn_ = 1;
};

class SceneBench {
 public:
  SceneBench(const BenchOptions& options, Reporter& reporter)
      : options_(options), reporter_(reporter) {}

  [[nodiscard]] Result<Scene> scene() const {
    scene::Options how;
    how.device = options_.device;
    how.threads = options_.threads;
    return Scene::create(width, height, how);
  }

  // `change` comes before each frame.
  void frames(const std::string& name, const Scene& scene, const std::function<void()>& change) {
    const std::function<void()> run[] = {[&] {
      for (int i = 0; i < frames_at_once; ++i) {
        change();
        if (auto done = scene.render(scene::Time(++time_)); !done)
          so_far = std::unexpected(done.error());
      }
      if (auto done = scene.compute().wait_all(); !done) so_far = done;
    }};
    const Timing timing = measure(run, options_.quick ? 0.05 : 2)[0];
    if (!so_far) {
      reporter_.note("scene", name, scene.compute().device_info().id, so_far);
      so_far = {};
      return;
    }
    reporter_.add({.area = "scene",
                   .name = name,
                   .device = scene.compute().device_info().id,
                   .threads = scene.compute().device_info().limits.threads,
                   .ms = timing.median_ms / frames_at_once,
                   .ms_min = timing.min_ms / frames_at_once});
  }

  Result<void> so_far;

 private:
  const BenchOptions& options_;
  Reporter& reporter_;
  std::int64_t time_ = 0;
};

void add_text(SceneBench& bench, const Scene& scene, const std::string& text, double x, double y) {
  if (!text_version()) return;  // no font on this machine
  const auto id = scene.add_text(
      {.text = text,
       .size = 40,
       .background = {.color = {0, 0, 0, 160}, .padding_x = 12, .padding_y = 6, .radius = 8}},
      {.position = {x, y}, .z_index = 10});
  if (!id) bench.so_far = std::unexpected(id.error());
}

Result<void> four_tiles(SceneBench& bench) {
  auto scene = bench.scene();
  if (!scene) return std::unexpected(scene.error());
  std::vector<Turns> tiles;
  for (int i = 0; i < 4; ++i) {
    const double x = i % 2 == 0 ? 0 : 960;
    const double y = i < 2 ? 0 : 540;
    tiles.emplace_back(*scene, 960, 540, scene::Transform{.position = {x, y}}, bench.so_far);
    add_text(bench, *scene, fmt::format("Camera {}", i + 1), x + 40, y + 440);
  }
  bench.frames("4 tiles 960x540 and text (150)", *scene, [&] {
    for (Turns& tile : tiles) tile.take();
  });
  return {};
}

Result<void> live_show(SceneBench& bench) {
  auto scene = bench.scene();
  if (!scene) return std::unexpected(scene.error());
  Turns video(*scene, width, height, {}, bench.so_far);
  Turns pip(*scene, 320, 240,
            {.position = {1700, 20}, .size = {{200, 150}}, .z_index = 5, .corner_radius = 12},
            bench.so_far);
  const auto bar = scene->add_overlay(
      {.color = {10, 20, 60, 190}},
      {.position = {120, 860}, .size = {{1100, 140}}, .z_index = 9, .corner_radius = 16});
  if (!bar) return std::unexpected(bar.error());
  add_text(bench, *scene, "Nguyễn Văn A, from the studio", 160, 890);
  bench.frames("video, pip, lower third (120)", *scene, [&] {
    video.take();
    pip.take();
  });
  return {};
}

Result<void> moving_pip(SceneBench& bench) {
  auto scene = bench.scene();
  if (!scene) return std::unexpected(scene.error());
  const auto still = scene->add_image({.picture = noise(width, height, 1)});
  const auto pip = scene->add_image({.picture = noise(200, 150, 2)});
  if (!still || !pip) return std::unexpected((still ? pip : still).error());
  double x = 0;
  bench.frames("moving pip 200x150 (1500)", *scene, [&] {
    x = x > 1600 ? 0 : x + 3;
    if (auto done = scene->set_transform(*pip, {.position = {x, 300}, .z_index = 1}); !done)
      bench.so_far = done;
  });
  bench.frames("nothing changes (50000)", *scene, [] {});
  return {};
}

Result<void> turned(SceneBench& bench) {
  auto scene = bench.scene();
  if (!scene) return std::unexpected(scene.error());
  const auto picture = scene->add_image({.picture = noise(1280, 720, 1)});
  if (!picture) return std::unexpected(picture.error());
  double angle = 0;
  bench.frames("720p turned, over 1080p", *scene, [&] {
    angle += 1;
    if (auto done = scene->set_transform(
            *picture, {.position = {0, 0}, .size = {{1900, 1000}}, .rotation = angle});
        !done)
      bench.so_far = done;
  });
  return {};
}

}  // namespace

Result<void> bench_scene(const BenchOptions& options, Reporter& reporter) {
  SceneBench bench(options, reporter);
  for (const auto& [name, part] : {std::pair{"4 tiles", &four_tiles},
                                   {"video, pip, lower third", &live_show},
                                   {"moving pip", &moving_pip},
                                   {"720p turned", &turned}})
    reporter.note("scene", name, options.device, part(bench));
  reporter.note("scene", "file 1080p30 and pip", options.device,
                bench_scene_file(options, reporter));
  return {};
}

}  // namespace dala::bench

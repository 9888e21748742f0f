// The scene of examples/scenes/live_show.json, with videos that kernels make: one frame as a
// picture, and some seconds as a video.
#include <dala/media/video.hpp>
#include <dala/scene/file.hpp>

#include "demo.hpp"

namespace demo {

namespace {

constexpr int rate = 24;

struct Clip {
  const char* kernel = "";
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  double speed = 1;  // seconds of the kernel's time in one of the video
  dala::Params params = {};
};

// A second of frames, each a run of the kernel, there and back again so that it can be looped.
dala::Result<void> make_clip(const Demo& demo, const Clip& clip,
                             const std::filesystem::path& file) {
  if (auto done = register_example(demo, clip.kernel); !done) return done;
  const auto frame = demo.compute.buffer_zeros({clip.height, clip.width, 4}, dala::DType::u8);
  if (!frame) return std::unexpected(frame.error());
  dala::Params params = clip.params;
  std::vector<std::vector<std::uint8_t>> frames;
  for (int i = 0; i < rate; ++i) {
    params.set("time", clip.speed * i / rate);
    if (auto done = demo.compute.run_kernel(clip.kernel, {}, *frame, params); !done) return done;
    auto pixels = frame->read<std::uint8_t>();
    if (!pixels) return std::unexpected(pixels.error());
    frames.push_back(std::move(*pixels));
  }

  const auto writer = dala::media::VideoWriter::create(
      file, {clip.width, clip.height}, {.crf = 20, .preset = "veryfast", .frame_rate = rate});
  if (!writer) return std::unexpected(writer.error());
  for (int i = 0; i < 2 * rate; ++i) {
    const auto& pixels = frames[static_cast<std::size_t>(i < rate ? i : (2 * rate) - 1 - i)];
    const auto at = std::chrono::nanoseconds(std::chrono::seconds(i)) / rate;
    if (auto done = writer->write(pixels, at); !done) return done;
  }
  return writer->finish();
}

dala::Result<void> make_media(const Demo& demo, const std::filesystem::path& folder) {
  const Clip stage{.kernel = "stage", .width = 864, .height = 486};
  if (auto done = make_clip(demo, stage, folder / "stage.mp4"); !done) return done;
  const Clip guest{
      .kernel = "landscape", .width = 480, .height = 270, .speed = 6, .params = {{"grain", 0.0}}};
  return make_clip(demo, guest, folder / "guest.mp4");
}

}  // namespace

dala::Result<Section> live_show(Demo& demo) {
  using namespace std::chrono_literals;
  const std::filesystem::path folder = demo.folder / "scene";
  std::error_code ignored;  // what cannot be made cannot be written into, which is told then
  std::filesystem::create_directories(folder / "media", ignored);
  if (auto done = make_media(demo, folder / "media"); !done) return std::unexpected(done.error());

  const auto json = read_text(demo.examples / "scenes/live_show.json");
  if (!json) return std::unexpected(json.error());
  if (auto done = write_text(folder / "live_show.json", *json); !done)
    return std::unexpected(done.error());
  const auto file = dala::scene::read_file(folder / "live_show.json");
  if (!file) return std::unexpected(file.error());
  const auto scene = dala::scene::make_scene(*file, {.compute = demo.compute});
  if (!scene) return std::unexpected(scene.error());

  if (const auto done = scene->render(3s); !done) return std::unexpected(done.error());
  if (auto done = scene->save_picture(demo.folder / "live_show.jpg"); !done)
    return std::unexpected(done.error());
  const auto report = scene->record(demo.folder / "live_show.mp4",
                                    {.duration = 3s, .video = {.crf = 24, .preset = "superfast"}});
  if (!report) return std::unexpected(report.error());

  return Section{
      .title = "A live show",
      .about =
          "One JSON file is the whole broadcast: two videos, frosted glass, a clock, a ticker, "
          "text in four scripts. The concert and the lake are kernels too; every picture on "
          "this page was made on this machine, a moment ago.",
      .figures = {{.file = "live_show.jpg", .caption = "The frame at three seconds, 1920 x 1080."},
                  {.file = "live_show.mp4",
                   .caption = std::to_string(report->frames) + " frames, composited and encoded.",
                   .poster = "live_show.jpg"}},
      .code = {{.title = "the scene", .text = *json, .file = "scene/live_show.json"}},
      .files = {"live_show.jpg", "live_show.mp4"}};
}

}  // namespace demo

#include "scene_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <dala/scene.hpp>

#include "sample_video.hpp"

namespace dala::bench {
namespace {

constexpr media::FrameSize size{1920, 1080};
constexpr media::FrameSize pip_size{200, 150};
constexpr int frame_rate = 30;

double ms_of(const std::function<bool()>& work, bool& good) {
  const auto start = std::chrono::steady_clock::now();
  good = work() && good;
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

}  // namespace

Result<void> bench_scene_file(const BenchOptions& options, Reporter& reporter) {
  if (!media::video_version()) return {};  // this build has no videos
  const TemporaryFolder folder;
  const int seconds = options.quick ? 1 : 5;
  const auto in = folder / "in.mp4";
  const auto pip = folder / "pip.mp4";
  for (const auto& [file, of] : {std::pair(in, size), std::pair(pip, pip_size)})
    if (auto made = make_sample_video(file, of, frame_rate, seconds * frame_rate); !made)
      return made;
  const std::string command = fmt::format(
      "ffmpeg -v error -nostdin -y -i '{}' -i '{}' -filter_complex overlay=1700:20 -c:v libx264 "
      "-preset ultrafast '{}' >/dev/null 2>&1",
      in.string(), pip.string(), (folder / "theirs.mp4").string());
  Result<void> so_far;
  std::vector<double> ours;
  std::vector<double> theirs;
  // In turns, because what slows the machine for a while should slow both; medians are compared.
  for (int round = 0; round < (options.quick ? 1 : 5); ++round) {
    bool good = true;
    ours.push_back(ms_of(
        [&] {
          scene::Options how;
          how.device = options.device;
          how.threads = options.threads;
          const auto scene = Scene::create(size.width, size.height, how);
          if (!scene) return false;
          static_cast<void>(scene->add_video({.source = in.string()}));
          static_cast<void>(
              scene->add_video({.source = pip.string(), .pip = scene::Pip{}}, {.z_index = 1}));
          scene::RecordOptions record{.duration = std::chrono::seconds(seconds),
                                      .frame_rate = frame_rate};
          record.video.preset = "ultrafast";
          const auto recorded = scene->record(folder / "ours.mp4", record);
          if (!recorded) so_far = std::unexpected(recorded.error());
          return recorded.has_value();
        },
        good));
    if (!so_far) return so_far;
    good = true;
    const double their_time = ms_of([&] { return std::system(command.c_str()) == 0; }, good);
    if (good) theirs.push_back(their_time);
  }
  const auto median = [](std::vector<double>& times) {
    std::ranges::sort(times);
    return times[times.size() / 2];
  };
  const double mine = median(ours);
  reporter.add(
      {.area = "scene",
       .name = fmt::format("file {} s 1080p30 and pip, x264 ultrafast", seconds),
       .device = options.device.empty() ? "cpu" : options.device,
       .threads = std::thread::hardware_concurrency(),
       .ms = mine,
       .ms_min = ours[0],
       .peer = theirs.empty() ? std::nullopt : std::optional(Peer{"ffmpeg", median(theirs)})});
  return {};
}

}  // namespace dala::bench

#include "media_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <dala/media/transcode.hpp>

#include "sample_video.hpp"

namespace dala::bench {
namespace {

constexpr media::FrameSize size{1280, 720};
constexpr int frame_rate = 30;
// The default of x264, and so of both.
constexpr const char* preset = "medium";

struct Times {
  double median = 0;
  double shortest = 0;
};

Times summarise(std::vector<double> times) {
  std::ranges::sort(times);
  return {times[times.size() / 2], times[0]};
}

Result<void> bench_file(const BenchOptions& options, Grain grain, Reporter& reporter) {
  const TemporaryFolder folder;
  const int seconds = options.quick ? 1 : 10;
  if (auto made =
          make_sample_video(folder / "in.mp4", size, frame_rate, seconds * frame_rate, grain);
      !made)
    return made;

  media::TranscodeOptions how{.filters = {{"blur", {{"radius", 3}, {"sigma", 1.5}}},
                                          {"sharpen", {{"amount", 0.3}}},
                                          {"brightness", {{"value", 0.1}}}},
                              .pipeline = {.device = options.device, .threads = options.threads}};
  how.writer.preset = preset;
  const std::string command = fmt::format(
      "ffmpeg -v error -nostdin -y -i '{}' -vf gblur=sigma=1.5,unsharp=3:3:0.3,eq=brightness=0.1 "
      "-c:v libx264 -preset {} '{}' >/dev/null 2>&1",
      (folder / "in.mp4").string(), preset, (folder / "theirs.mp4").string());

  // In turns, because what slows the machine for a while should slow both.
  std::string device;
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int round = 0; round < (options.quick ? 1 : 3); ++round) {
    using Clock = std::chrono::steady_clock;
    const auto ms_since = [](Clock::time_point start) {
      return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    Clock::time_point start = Clock::now();
    const auto done = media::transcode((folder / "in.mp4").string(), folder / "ours.mp4", how);
    if (!done) return std::unexpected(done.error());
    ours.push_back(ms_since(start));
    if (!done->plan.stages.empty()) device = done->plan.stages[0].device;
    start = Clock::now();
    if (std::system(command.c_str()) == 0) theirs.push_back(ms_since(start));
  }
  const Times mine = summarise(ours);
  reporter.add({.area = "media",
                .name = fmt::format("file {} s 720p30 {}, x264 {}", seconds,
                                    grain == Grain::none ? "drawn" : "with grain", preset),
                .device = device,
                .threads = std::thread::hardware_concurrency(),
                .ms = mine.median,
                .ms_min = mine.shortest,
                .peer = theirs.empty() ? std::nullopt
                                       : std::optional(Peer{"ffmpeg", summarise(theirs).median})});
  return {};
}

}  // namespace

void bench_whole_file(const BenchOptions& options, Reporter& reporter) {
  if (!media::video_version()) return;  // this build has no videos
  reporter.note("media", "file drawn", options.device, bench_file(options, Grain::none, reporter));
  reporter.note("media", "file with grain", options.device,
                bench_file(options, Grain::some, reporter));
}

}  // namespace dala::bench

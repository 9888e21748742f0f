#include "media_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <dala/media_transcode.hpp>

namespace dala::bench {
namespace {

namespace fs = std::filesystem;

constexpr media::FrameSize size{1280, 720};
constexpr int frame_rate = 30;
// The default of x264, and so of both.
constexpr const char* preset = "medium";

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / fmt::format("dala-bench-{}", getpid())) {
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

// Soft colours with some noise that move, as a camera's would.
Result<void> make_video(const fs::path& file, int frames) {
  auto writer = media::VideoWriter::create(file, size, {.crf = 18, .preset = "veryfast"});
  if (!writer) return std::unexpected(writer.error());
  std::vector<std::uint8_t> rgba(std::size_t{size.width} * size.height * 4, 255);
  std::uint32_t random = 1;
  for (int i = 0; i < frames; ++i) {
    std::size_t at = 0;
    for (std::uint32_t y = 0; y < size.height; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x, at += 4) {
        random = (random * 1664525) + 1013904223;
        const std::uint32_t speck = random >> 29;
        const std::uint32_t moved = x + (static_cast<std::uint32_t>(i) * 3);
        rgba[at] = static_cast<std::uint8_t>((moved / 6) + speck);
        rgba[at + 1] = static_cast<std::uint8_t>((y / 4) + speck);
        rgba[at + 2] = static_cast<std::uint8_t>((moved / 40 % 2 * 90) + (y / 8) + speck);
      }
    const auto time = std::chrono::nanoseconds(std::int64_t{i} * 1'000'000'000 / frame_rate);
    if (auto written = writer->write(rgba, time); !written) return written;
  }
  return writer->finish();
}

struct Times {
  double median = 0;
  double shortest = 0;
};

Times summarise(std::vector<double> times) {
  std::ranges::sort(times);
  return {times[times.size() / 2], times[0]};
}

}  // namespace

Result<void> bench_whole_file(const BenchOptions& options, Reporter& reporter) {
  if (!media::video_version()) return {};  // this build has no videos
  const Folder folder;
  const int seconds = options.quick ? 1 : 10;
  if (auto made = make_video(folder / "in.mp4", seconds * frame_rate); !made) return made;

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
                .name = fmt::format("file {} s 720p30, x264 {}", seconds, preset),
                .device = device,
                .threads = std::thread::hardware_concurrency(),
                .ms = mine.median,
                .ms_min = mine.shortest,
                .peer = theirs.empty() ? std::nullopt
                                       : std::optional(Peer{"ffmpeg", summarise(theirs).median})});
  return {};
}

}  // namespace dala::bench

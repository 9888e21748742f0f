// Filters on frames of 1920x1080 that lie on the device, beside OpenCV and libyuv; then a whole
// file.
#include <dala/media/convert.hpp>
#include <dala/media/pipeline.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "area.hpp"
#include "measure.hpp"
#include "media_file.hpp"
#include "peers/installed.hpp"
#include "sample_cube.hpp"
#include "sample_video.hpp"

namespace dala::bench {
namespace {

constexpr std::uint32_t width = 1920;
constexpr std::uint32_t height = 1080;

struct Case {
  const char* name;
  std::vector<media::Filter> filters;
  // Filtered, then as numbers for a network.
  bool normalised = false;
};

// Smooth with some noise, as photographs are.
std::vector<std::uint8_t> frame() {
  std::vector<std::uint8_t> out;
  out.reserve(std::size_t{width} * height * 4);
  std::uint32_t random = 1;
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      random = (random * 1664525) + 1013904223;
      const std::uint32_t speck = random >> 28;
      out.insert(out.end(), {static_cast<std::uint8_t>((x / 8) + speck),
                             static_cast<std::uint8_t>((y / 5) + speck),
                             static_cast<std::uint8_t>(((x + y) / 12) + speck), 255});
    }
  return out;
}

std::vector<Case> cases(const std::vector<std::uint8_t>& rgba, const std::string& cube) {
  auto other = std::make_shared<media::Picture>(media::Picture{width, height, rgba});
  std::ranges::reverse(other->rgba);
  const media::FilterInput on_top{"other", other, {}};
  return {
      {"grayscale", {{"grayscale"}}},
      {"brightness", {{"brightness", {{"value", 0.1}}}}},
      {"contrast", {{"contrast", {{"value", 0.3}}}}},
      {"saturation", {{"saturation", {{"value", 0.4}}}}},
      {"sepia", {{"sepia"}}},
      {"blend", {{"blend", {{"opacity", 0.5}}, {on_top}}}},
      {"ten element-wise",
       {{"brightness", {{"value", 0.1}}},
        {"contrast", {{"value", 0.3}}},
        {"saturation", {{"value", 0.4}}},
        {"sepia", {{"amount", 0.3}}},
        {"white_balance", {{"temperature", 0.2}}},
        {"hue", {{"degrees", 20.0}}},
        {"invert"},
        {"grayscale"},
        {"brightness", {{"value", -0.1}}},
        {"vignette"}}},
      {"gamma", {{"gamma", {{"value", 1.4}}}}},
      {"ten per channel",
       {{"brightness", {{"value", 0.1}}},
        {"contrast", {{"value", 0.3}}},
        {"white_balance", {{"temperature", 0.2}}},
        {"gamma", {{"value", 1.4}}},
        {"exposure", {{"stops", -0.3}}},
        {"color_grade", {{"lift_b", 0.1}}},
        {"invert"},
        {"contrast", {{"value", -0.2}}},
        {"brightness", {{"value", -0.1}}},
        {"invert"}}},
      {"blur 3", {{"blur", {{"radius", 3}, {"sigma", 1.5}}}}},
      {"blur 20", {{"blur", {{"radius", 20}, {"sigma", 7.0}}}}},
      {"sharpen", {{"sharpen", {{"amount", 0.3}}}}},
      {"unsharp", {{"sharpen", {{"amount", 0.5}, {"radius", 3}, {"sigma", 1.5}}}}},
      {"denoise", {{"denoise"}}},
      {"chain",
       {{"blur", {{"radius", 3}, {"sigma", 1.5}}},
        {"sharpen", {{"amount", 0.3}}},
        {"brightness", {{"value", 0.1}}}}},
      {"lut 33", {{"lut", {{"file", cube}}}}},
      {"resize 224", {{"resize", {{"width", 224}, {"height", 224}, {"method", "bilinear"}}}}},
      {"resize 224 normalised",
       {{"resize", {{"width", 224}, {"height", 224}, {"method", "bilinear"}}}},
       true},
  };
}

// Normalised as for networks: minus the mean, divided by the deviation.
const media::ConvertOptions normalisation{.mean = {0.485F, 0.456F, 0.406F},
                                          .deviation = {0.229F, 0.224F, 0.225F}};

Result<void> run_case(const Case& c, const media::FramePipeline& pipeline) {
  const auto out = pipeline.process_buffer(pipeline.input(), c.filters);
  if (!out) return std::unexpected(out.error());
  if (!c.normalised) return {};
  const auto numbers =
      media::from_rgba(pipeline.compute(), *out, media::PixelFormat::nchw, normalisation);
  if (!numbers) return std::unexpected(numbers.error());
  return {};
}

Result<void> measure_case(const Case& c, const media::FramePipeline& pipeline,
                          const std::vector<std::uint8_t>& rgba, const std::string& cube,
                          unsigned threads, double seconds, Reporter& reporter) {
  if (auto ready = pipeline.prepare(c.filters); !ready) return ready;
  Result<void> done;
  std::vector<std::uint8_t> copy(rgba.size());
  std::vector<std::function<void()>> functions = {
      [&] {
        auto ran = run_case(c, pipeline);
        if (ran) ran = wait_for_device(pipeline.compute());
        if (!ran) done = ran;
      },
      [&] { std::memcpy(copy.data(), rgba.data(), rgba.size()); }};
  std::vector<std::string> peers = {"memcpy"};
  std::vector<MediaPeer> installed =
      installed_peers().filters(c.name, rgba, width, height, threads);
  if (c.filters[0].name == "lut")
    installed.push_back(installed_peers().lut(cube, rgba, width, height, threads));
  for (const MediaPeer& peer : installed) {
    if (!peer.run) continue;
    functions.push_back(peer.run);
    peers.push_back(peer.name);
  }
  const std::vector<Timing> timings = measure(functions, seconds);
  if (!done) return done;
  for (std::size_t i = 1; i < timings.size(); ++i)
    reporter.add({.area = "media",
                  .name = c.name,
                  .device = pipeline.compute().device_info().id,
                  .threads = threads,
                  .ms = timings[0].median_ms,
                  .ms_min = timings[0].min_ms,
                  .peer = Peer{peers[i - 1], timings[i].median_ms}});
  return done;
}

}  // namespace

Result<void> bench_media(const BenchOptions& options, Reporter& reporter) {
  const std::vector<std::uint8_t> rgba = frame();
  const TemporaryFolder folder;
  const std::string cube = (folder / "sample.cube").string();
  if (!make_sample_cube(cube))
    return std::unexpected(Error{ErrorCode::io, cube + " could not be written"});
  for (const unsigned threads : thread_counts(options)) {
    const auto pipeline =
        media::FramePipeline::start(width, height, {.device = options.device, .threads = threads});
    if (!pipeline) return std::unexpected(pipeline.error());
    if (auto written = pipeline->input().write<std::uint8_t>(rgba); !written) return written;
    for (const Case& c : cases(rgba, cube))
      reporter.note(
          "media", c.name, pipeline->compute().device_info().id,
          measure_case(c, *pipeline, rgba, cube, threads, options.quick ? 0.05 : 2.0, reporter));
  }
  bench_whole_file(options, reporter);
  return {};
}

}  // namespace dala::bench

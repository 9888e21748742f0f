// dala filter: pictures, folders of pictures, videos and raw frames through filters.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "filter/job.hpp"
#include "options/source_options.hpp"
#include "options/video_options.hpp"
#include "terminal/command.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

namespace fs = std::filesystem;

struct FilterOptions {
  std::string input;
  std::string output;
  std::vector<std::string> filters;
  std::string preset;
  std::string size;
  std::string format;
  VideoOptions video;
  std::optional<double> seconds;
  bool list_presets = false;
  FilterJob job;
};

OutcomeOf<media::FrameSize> parse_size(const std::string& text) {
  const std::size_t x = text.find('x');
  const auto side = [&](std::string_view part) -> std::uint32_t {
    const auto value = parse_value(ParamType::integer, part);
    if (!value || value->integer() < 1 || value->integer() > media::max_picture_side) return 0;
    return static_cast<std::uint32_t>(value->integer());
  };
  if (x != std::string::npos) {
    const std::string_view view = text;
    const media::FrameSize size{side(view.substr(0, x)), side(view.substr(x + 1))};
    if (size.width != 0 && size.height != 0) return size;
  }
  return usage_error(fmt::format("--size '{}' is not two whole numbers up to {}, as 640x480", text,
                                 media::max_picture_side));
}

OutcomeOf<std::vector<media::Filter>> parse_filters(const FilterOptions& options) {
  std::vector<std::string> texts;
  if (!options.preset.empty()) {
    const auto& all = media::presets();
    const auto found = std::ranges::find(all, options.preset, &media::Preset::name);
    if (found == all.end()) {
      std::vector<std::string> names;
      for (const media::Preset& preset : all) names.push_back(preset.name);
      return usage_error(
          fmt::format("no preset is called '{}'; they are {}", options.preset, join(names)));
    }
    texts = found->filters;
  }
  texts.insert(texts.end(), options.filters.begin(), options.filters.end());
  std::vector<media::Filter> filters;
  for (const std::string& text : texts) {
    auto filter = media::parse_filter(text);
    if (!filter) return failure(filter.error());
    filters.push_back(std::move(*filter));
  }
  return filters;
}

Outcome set_format(FilterOptions& options) {
  if (options.format.empty()) return {};
  using media::StillFormat;
  for (const StillFormat format : {StillFormat::png, StillFormat::jpeg, StillFormat::webp})
    if (options.format == to_string(format)) options.job.format = format;
  if (options.format == "jpg") options.job.format = StillFormat::jpeg;
  if (options.job.format) return {};
  return usage_error(fmt::format("--format is png, jpeg or webp, and not '{}'", options.format));
}

Outcome run(const Session& session, FilterOptions& options) {
  if (options.list_presets) {
    for (const media::Preset& preset : media::presets())
      say("{:<12} {}\n{:<12} {}\n", preset.name, preset.summary, "", join(preset.filters, ", "));
    return {};
  }
  if (options.input.empty() || options.output.empty())
    return usage_error("both IN and OUT are needed; see `dala filter --help`");
  auto filters = parse_filters(options);
  if (!filters) return std::unexpected(filters.error());
  FilterJob& job = options.job;
  job.filters = std::move(*filters);
  job.device = session.device;
  if (auto format = set_format(options); !format) return format;
  if (!options.size.empty()) {
    if (options.input != "-" || options.output != "-")
      return usage_error(
          "--size is for raw frames, from standard input to standard output: both IN and OUT must "
          "be -; resize with -f resize:width=640,height=480");
    const auto size = parse_size(options.size);
    if (!size) return std::unexpected(size.error());
    return filter_stream(job, *size);
  }
  const auto video = writer_options(options.video);
  if (!video) return std::unexpected(video.error());
  job.video = *video;
  if (options.seconds)
    job.duration = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(*options.seconds));
  std::error_code ignored;
  if (fs::is_directory(options.input, ignored))
    return filter_folder(job, options.input, options.output);
  if (media::is_video_file(options.output)) return filter_video(job, options.input, options.output);
  return filter_file(job, options.input, options.output);
}

}  // namespace

void add_filter(CLI::App& app, Session& session) {
  CLI::App* command = add_command(
      app, session, "filter", "Filters pictures, folders of pictures, videos, or raw frames",
      "dala filter in.jpg out.png -f blur:radius=3,sigma=1.5 -f sharpen:amount=0.3\n"
      "  dala filter photos out --preset warm\n"
      "  dala filter in.mp4 out.mkv -f denoise --codec h265 --crf 24\n"
      "  dala filter v4l2:/dev/video0 me.mp4 -f beauty\n"
      "  cat in.png | dala filter - - -f sharpen --format webp > out.webp\n"
      "  camera | dala filter - - --size 640x480 -f beauty | player");
  const auto options = std::make_shared<FilterOptions>();
  command->add_option("IN", options->input,
                      "A picture, a folder of them, a video or device, or - for standard input");
  command->add_option(
      "OUT", options->output,
      "Where it goes: a picture, a folder, a video (.mp4, .mov, .mkv, .webm), or - for standard "
      "output");
  command->add_option("-f,--filter", options->filters, "A filter; once for each, in order")
      ->type_name("NAME:PARAM=VALUE,...")
      ->allow_extra_args(false);
  command->add_option("--preset", options->preset, "A look; its filters come before those of -f")
      ->type_name("NAME");
  command->add_flag("--list-presets", options->list_presets, "Lists the looks");
  command
      ->add_option("--size", options->size,
                   "IN and OUT are raw frames of this size (RGBA, eight bits a channel)")
      ->type_name("WxH");
  command
      ->add_option("--format", options->format,
                   "Of the picture that is written: png, jpeg or webp; else by OUT's extension, or "
                   "as IN where OUT is -")
      ->type_name("NAME");
  command->add_option("--max-pixels", options->job.limits.pixels, "Pictures of more are rejected")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  command
      ->add_option("--max-scans", options->job.limits.scans,
                   "Progressive JPEGs of more scans are rejected")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  command->add_option("--quality", options->job.quality, "Of JPEG and WebP, 1 to 100")
      ->check(CLI::Range(1, 100))
      ->type_name("N");
  add_video_options(*command, options->video);
  add_video_memory(*command, options->job.video_memory);
  command
      ->add_option("--seconds", options->seconds,
                   "Only so much of a video, from its start; of a camera, how long it records")
      ->check(CLI::Range(0.001, 1e9))
      ->type_name("N");
  command->add_flag("!--no-copy", options->job.copy_streams,
                    "Leave the audio and subtitles of a video out");
  command->add_flag("!--software", options->job.hardware,
                    "Decode videos on the CPU even where hardware could");
  command->add_option("--threads", options->job.threads, "CPU threads; 0 for one per core")
      ->check(CLI::Range(0U, 1024U))
      ->type_name("N");
  command->add_flag("--overwrite", options->job.overwrite, "OUT may be IN");
  command->add_flag("--explain", options->job.explain, "Say how the filters ran");
  command->callback([&session, options] {
    session.action = [&session, options] { return run(session, *options); };
  });
}

}  // namespace dala::cli

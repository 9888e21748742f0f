#include "filter/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include <dala/core/files.hpp>

#include "files/file.hpp"
#include "io/picture_files.hpp"
#include "options/output_names.hpp"
#include "terminal/progress.hpp"
#include "terminal/say.hpp"

namespace dala::cli {
namespace {

namespace fs = std::filesystem;

bool is_stream(const fs::path& file) { return file == "-"; }

// From standard input, too.
Result<media::Still> read_input(const fs::path& input, const media::StillLimits& limits) {
  if (!is_stream(input))
    return media::read_still(input, limits, SourcePolicy::only(input.string()));
  const auto bytes = files::read_file(input, limits.pixels * 4);
  if (!bytes) return std::unexpected(bytes.error());
  auto still = media::decode_still(std::as_bytes(std::span(*bytes)), "standard input", limits);
  if (!still) still.error().message += "; raw frames need their size, as --size 640x480";
  return still;
}

Result<void> write_bytes(const fs::path& output, std::span<const std::byte> bytes) {
  if (!is_stream(output)) return dala::write_file(output, bytes);
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() &&
      std::fflush(stdout) == 0)
    return {};
  return std::unexpected(Error{ErrorCode::io, "cannot write to standard output"});
}

bool has_alpha(const media::Picture& picture) {
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4)
    if (picture.rgba[i] != 255) return true;
  return false;
}

// What the filtered picture is called in its folder: a format that is only read becomes PNG.
fs::path name_in(const fs::path& folder, const fs::path& input, const FilterJob& job) {
  fs::path name = folder / input.filename();
  const auto format = media::still_format(name);
  const media::StillFormat wanted = job.format.value_or(format.value_or(media::StillFormat::png));
  if (!format || *format != wanted) name += fmt::format(".{}", to_string(wanted));
  return name;
}

// Pictures of a folder often have one size, so the pipeline is kept while it fits.
class Pictures {
 public:
  explicit Pictures(const FilterJob& job) : job_(job) {}

  Outcome filter(const fs::path& input, const fs::path& output) {
    if (auto apart = check_apart(job_, input, output); !apart) return apart;
    if (auto known = check_name(output); !known) return known;
    auto still = read_input(input, job_.limits);
    if (!still) return failure(still.error());
    for (const std::string& note : still->notes) tell(input, note);
    if (auto fits = fit({still->picture.width, still->picture.height}); !fits) return fits;
    auto filtered = pipeline_->process_frame(still->picture.rgba, job_.filters);
    if (!filtered) return failure(filtered.error());
    still->picture = std::move(*filtered);
    if (auto written = write(output, *still); !written) return written;
    if (job_.explain) {
      const auto explained = pipeline_->explain(job_.filters);
      if (!explained) return failure(explained.error());
      if (is_stream(output))
        say_aside("{}", lines(to_string(*explained)));
      else
        say("{}", lines(to_string(*explained)));
    }
    return {};
  }

 private:
  static void tell(const fs::path& file, const std::string& note) {
    say_aside("dala: note: {} {}.\n", is_stream(file) ? "the picture" : file.string(), note);
  }

  // Before anything is read.
  [[nodiscard]] Outcome check_name(const fs::path& output) const {
    if (job_.format || is_stream(output)) return {};
    if (auto format = media::still_format(output); !format)
      return usage_error(format.error().message + "; a video ends in .mp4, .mov, .mkv or .webm");
    return {};
  }

  [[nodiscard]] media::StillFormat format_for(const fs::path& output,
                                              const media::Still& still) const {
    if (job_.format) return *job_.format;
    if (!is_stream(output)) return *media::still_format(output);
    if (still.format <= media::StillFormat::webp) return still.format;
    tell(output, fmt::format("is written as png: {} is only read", to_string(still.format)));
    return media::StillFormat::png;
  }

  [[nodiscard]] Outcome write(const fs::path& output, const media::Still& still) const {
    const media::StillFormat format = format_for(output, still);
    if (format == media::StillFormat::jpeg && has_alpha(still.picture))
      tell(output, "has black behind what was transparent, because a JPEG has no alpha");
    const media::StillOptions options{
        .quality = job_.quality, .icc = still.icc, .exif = still.exif};
    if (!job_.format && !is_stream(output)) {
      if (auto written = media::write_picture(output, still.picture, options); !written)
        return failure(written.error());
      return {};
    }
    const auto bytes = media::encode_picture(still.picture, format, options);
    if (!bytes) return failure(bytes.error());
    if (auto written = write_bytes(output, *bytes); !written) return failure(written.error());
    return {};
  }

  Outcome fit(media::FrameSize size) {
    if (pipeline_ && pipeline_->size() == size) return {};
    media::FramePipelineOptions options{.device = job_.device, .threads = job_.threads};
    if (pipeline_) options.compute = pipeline_->compute();
    auto made = media::FramePipeline::start(size.width, size.height, options);
    if (!made) return failure(made.error());
    pipeline_ = std::move(*made);
    return {};
  }

  const FilterJob& job_;
  std::optional<media::FramePipeline> pipeline_;
};

}  // namespace

Outcome check_apart(const FilterJob& job, const fs::path& input, const fs::path& output) {
  std::error_code ignored;
  if (is_stream(input) || is_stream(output)) return {};
  if (job.overwrite || !fs::equivalent(input, output, ignored)) return {};
  return usage_error(
      fmt::format("{} is the input itself; give another name, or --overwrite", output.string()));
}

Outcome filter_file(const FilterJob& job, const fs::path& input, const fs::path& output) {
  return Pictures(job).filter(input, output);
}

Outcome filter_folder(const FilterJob& job, const fs::path& input, const fs::path& output) {
  const auto files = pictures_in(input);
  if (!files) return std::unexpected(files.error());
  if (auto made = make_output_folder(output); !made) return made;
  std::vector<fs::path> outputs;
  std::vector<std::string> names;
  for (const fs::path& file : *files) {
    outputs.push_back(name_in(output, file, job));
    names.push_back(outputs.back().string());
    if (auto apart = check_apart(job, file, outputs.back()); !apart) return apart;
  }
  // a.bmp and a.bmp.png would have one name.
  if (auto different = check_different(names); !different) return different;
  if (!job.overwrite)
    if (auto apart = check_not_inputs(outputs, *files); !apart) return apart;
  Pictures pictures(job);
  std::size_t bad = 0;
  {
    Progress progress("pictures", files->size());
    for (std::size_t i = 0; i < files->size(); ++i) {
      const auto done = pictures.filter((*files)[i], outputs[i]);
      // What is wrong with the filters is wrong for all of them.
      if (!done && done.error().exit_code == ExitCode::bad_usage) return done;
      if (!done) {
        print(done.error());
        ++bad;
      }
      progress.step();
    }
  }
  if (bad > 0)
    return std::unexpected(Failure{
        ExitCode::failed,
        fmt::format("{} of {} pictures could not be filtered, see above", bad, files->size())});
  return {};
}

Outcome filter_stream(const FilterJob& job, media::FrameSize size) {
  const auto pipeline = media::FramePipeline::start(size.width, size.height,
                                                    {.device = job.device, .threads = job.threads});
  if (!pipeline) return failure(pipeline.error());
  const auto out_size = pipeline->output_size(job.filters);
  if (!out_size) return failure(out_size.error());
  std::vector<std::uint8_t> in(std::size_t{size.width} * size.height * 4);
  std::vector<std::uint8_t> out(std::size_t{out_size->width} * out_size->height * 4);
  while (true) {
    const std::size_t got = std::fread(in.data(), 1, in.size(), stdin);
    if (got == 0 && std::ferror(stdin) == 0) break;
    if (got != in.size())
      return std::unexpected(
          Failure{ExitCode::failed,
                  fmt::format("standard input ends in the middle of a frame: {} bytes of {}", got,
                              in.size())});
    if (auto done = pipeline->process_frame_into(in, job.filters, out); !done)
      return failure(done.error());
    if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size())
      return std::unexpected(Failure{ExitCode::failed, "cannot write to standard output"});
  }
  if (job.explain) {
    const auto explained = pipeline->explain(job.filters);
    if (!explained) return failure(explained.error());
    say_aside("{}", lines(to_string(*explained)));
  }
  return {};
}

}  // namespace dala::cli

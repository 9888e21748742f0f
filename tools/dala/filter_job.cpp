#include "filter_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "picture_files.hpp"
#include "progress.hpp"

namespace dala::cli {
namespace {

namespace fs = std::filesystem;

// Pictures of a folder often have one size, so the pipeline is kept while it fits.
class Pictures {
 public:
  explicit Pictures(const FilterJob& job) : job_(job) {}

  Outcome filter(const fs::path& input, const fs::path& output) {
    if (auto apart = check_apart(job_, input, output); !apart) return apart;
    if (auto format = media::still_format(output); !format)
      return usage_error(format.error().message);
    const auto picture = media::read_picture(input);
    if (!picture) return failure(picture.error());
    if (auto fits = fit({picture->width, picture->height}); !fits) return fits;
    const auto filtered = pipeline_->process_frame(picture->rgba, job_.filters);
    if (!filtered) return failure(filtered.error());
    if (auto written = media::write_picture(output, *filtered, job_.still); !written)
      return failure(written.error());
    if (job_.explain) {
      const auto explained = pipeline_->explain(job_.filters);
      if (!explained) return failure(explained.error());
      fmt::print("{}", to_string(*explained));
    }
    return {};
  }

 private:
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
  std::error_code failed;
  fs::create_directories(output, failed);
  if (failed)
    return std::unexpected(Failure{
        ExitCode::failed, fmt::format("cannot make {}: {}", output.string(), failed.message())});
  Pictures pictures(job);
  std::size_t bad = 0;
  {
    Progress progress("pictures", files->size());
    for (const fs::path& file : *files) {
      const auto done = pictures.filter(file, output / file.filename());
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
    fmt::print(stderr, "{}", to_string(*explained));
  }
  return {};
}

}  // namespace dala::cli

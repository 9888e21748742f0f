// dala filter on videos.
#include <fmt/format.h>

#include "filter_job.hpp"
#include "progress.hpp"
#include "stop_on_signal.hpp"

namespace dala::cli {

Outcome filter_video(const FilterJob& job, const std::string& input,
                     const std::filesystem::path& output) {
  if (auto apart = check_apart(job, input, output); !apart) return apart;
  media::TranscodeOptions options{
      .filters = job.filters,
      .pipeline = {.device = job.device, .threads = job.threads},
      .reader = {.hardware = job.hardware},
      .writer = job.video,
      .copy_streams = job.copy_streams,
  };
  const StopOnSignal stop;
  std::optional<Progress> progress(std::in_place, "frames");
  options.on_progress = [&](const media::TranscodeProgress& now) {
    progress->at(now.frames, now.total);
    return !StopOnSignal::asked();
  };
  const auto done = media::transcode(input, output, options);
  progress.reset();
  if (!done) return failure(done.error());
  for (const std::string& note : done->notes) fmt::print(stderr, "dala: note: {}.\n", note);
  if (done->damaged > 0)
    fmt::print(stderr, "dala: note: {} frames of {} are damaged.\n", done->damaged, input);
  if (job.explain) fmt::print("{}", to_string(done->plan));
  if (done->stopped)
    return std::unexpected(
        Failure{ExitCode::interrupted,
                fmt::format("stopped; {} has the first {} frames", output.string(), done->frames)});
  return {};
}

}  // namespace dala::cli

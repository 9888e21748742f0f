// dala filter on videos.
#include <fmt/format.h>

#include "filter/job.hpp"
#include "options/video_options.hpp"
#include "terminal/progress.hpp"
#include "terminal/say.hpp"
#include "terminal/stop_on_signal.hpp"

namespace dala::cli {

Outcome filter_video(const FilterJob& job, const std::string& input,
                     const std::filesystem::path& output) {
  if (auto apart = check_apart(job, input, output); !apart) return apart;
  media::TranscodeOptions options{
      .filters = job.filters,
      .pipeline = {.device = job.device, .threads = job.threads},
      .reader = {.hardware = job.hardware, .sources = SourcePolicy::only(input)},
      .writer = job.video,
      .copy_streams = job.copy_streams,
      .duration = job.duration,
  };
  if (job.video_memory) {
    options.memory_limit = *job.video_memory;
    options.reader.memory_limit = options.writer.memory_limit = *job.video_memory / 3;
  }
  const StopOnSignal stop;
  std::optional<Progress> progress(std::in_place, "frames");
  options.on_progress = [&](const media::TranscodeProgress& now) {
    progress->at(now.frames, now.total);
    return !StopOnSignal::asked();
  };
  const auto done = media::transcode(input, output, options);
  progress.reset();
  if (!done) return failure(done.error());
  print_losses(done->losses);
  if (done->damaged > 0)
    say_aside("dala: note: {} frames of {} are damaged.\n", done->damaged, input);
  if (job.explain) say("{}", lines(to_string(done->plan)));
  if (done->stopped)
    return stopped_with(fmt::format("the first {} frames", done->frames), done->file, output);
  return {};
}

}  // namespace dala::cli

// dala classify, detect, faces, pose and segment on videos.
#include <fmt/format.h>

#include <chrono>
#include <optional>

#include <dala/media/video.hpp>

#include "io/tensor_file.hpp"
#include "options/video_options.hpp"
#include "task/job.hpp"
#include "terminal/progress.hpp"
#include "terminal/say.hpp"
#include "terminal/stop_on_signal.hpp"

namespace dala::cli {

namespace {

using Seconds = std::chrono::duration<double>;

// The drawings as a video, where one is wanted.
OutcomeOf<std::optional<media::VideoWriter>> writer_for(const media::VideoReader& reader,
                                                        const std::string& input,
                                                        const std::filesystem::path& output) {
  std::optional<media::VideoWriter> writer;
  if (output.empty()) return writer;
  if (!media::is_video_file(output))
    return usage_error(
        fmt::format("{} is a video, and {} is no name for one (.mp4, .mov, .mkv, "
                    ".webm)",
                    input, output.string()));
  if (auto apart = check_not_input(input, output); !apart) return std::unexpected(apart.error());
  auto made = media::VideoWriter::create(
      output, reader.info().size,
      {.like = reader, .copy_from = input, .copy_sources = SourcePolicy::only(input)});
  if (!made) return failure(made.error());
  print_losses(made->losses());
  writer = std::move(*made);
  return writer;
}

// The name that the file has then: a part of a video does not take the place of the whole.
Result<std::filesystem::path> finish_stopped(const media::VideoWriter& writer,
                                             const media::VideoReader& reader,
                                             const std::filesystem::path& output) {
  if (reader.has_end()) return writer.finish_partial();
  if (auto done = writer.finish(true); !done) return std::unexpected(done.error());
  return output;
}

}  // namespace

Outcome look_at_video(const TaskJob& job, const ml::TaskModel& model, const std::string& input,
                      const std::filesystem::path& output) {
  const auto reader = media::VideoReader::open(input, {.sources = SourcePolicy::only(input)});
  if (!reader) return failure(reader.error());
  const auto writer = writer_for(*reader, input, output);
  if (!writer) return std::unexpected(writer.error());
  const StopOnSignal stop;
  Progress progress("frames", reader->info().frames);
  media::VideoFrame frame;
  std::optional<TaskAnswer> answer;
  std::uint64_t number = 0;
  for (; !StopOnSignal::asked(); ++number) {
    const auto more = reader->read(frame);
    if (!more) return failure(more.error());
    if (!*more) break;
    if (number % job.every == 0) {
      auto found = job.ask(model, frame.picture, job.task);
      if (!found) return file_failure(input, found.error());
      answer = std::move(*found);
      const double at = Seconds(frame.time).count();
      print_answer(job, *answer, fmt::format("{} at {:.3f} s", input, at),
                   {{"file", input}, {"time", at}});
    }
    if (*writer) {
      const auto drawn = drawn_on(*answer, frame.picture);
      if (!drawn) return failure(drawn.error());
      if (auto done = (*writer)->write(drawn->rgba, frame.time, frame.duration); !done)
        return failure(done.error());
    }
    progress.step();
  }
  if (StopOnSignal::asked()) {
    if (!*writer || number == 0)
      return std::unexpected(Failure{ExitCode::interrupted, fmt::format("stopped in {}", input)});
    const auto written = finish_stopped(**writer, *reader, output);
    if (!written) return failure(written.error());
    return stopped_with(fmt::format("the first {} frames", number), *written, output);
  }
  if (*writer)
    if (auto done = (*writer)->finish(); !done) return failure(done.error());
  return {};
}

}  // namespace dala::cli

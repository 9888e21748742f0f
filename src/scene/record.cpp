// A scene as a video file: frames are composited on the caller's thread and encoded on the
// writer's.
#include <cmath>

#include <dala/scene.hpp>

#include "core/error.hpp"
#include "scene/describe/node_traits.hpp"
#include "scene/objects/host_reader.hpp"
#include "scene/scene_state.hpp"

namespace dala {

Result<scene::RecordReport> Scene::record(const std::filesystem::path& file,
                                          const scene::RecordOptions& options) const {
  const double rate = options.frame_rate == 0 ? target_fps() : options.frame_rate;
  if (!(rate >= 0.01 && rate <= 1000))
    return fail(ErrorCode::invalid_argument, "{} frames a second; from 0.01 to 1000 can be", rate);
  const double seconds = std::chrono::duration<double>(options.duration).count();
  constexpr double longest = 1e6;
  if (!(seconds > 0 && seconds <= longest))
    return fail(ErrorCode::invalid_argument, "a recording of {} s; from above 0 to {} can be",
                seconds, longest);
  media::VideoWriterOptions video = options.video;
  video.frame_rate = rate;
  video.background = true;
  DALA_ASSIGN(const media::VideoWriter writer,
              media::VideoWriter::create(file, {width(), height()}, video));
  DALA_ASSIGN(const scene::HostReader reader, scene::HostReader::make(compute()));
  const auto frames = static_cast<std::uint64_t>(std::max(std::llround(seconds * rate), 1LL));
  const auto time_of = [&](std::uint64_t number) {
    return Time(std::llround(static_cast<double>(number) * 1e9 / rate));
  };
  for (std::uint64_t i = 0; i < frames; ++i) {
    DALA_TRY(render(options.start + time_of(i)));
    DALA_ASSIGN(const Buffer frame, this->frame());
    Result<void> written;
    DALA_TRY(reader.read(frame, [&](std::span<const std::uint8_t> rgba) {
      written = writer.write(rgba, time_of(i), time_of(i + 1) - time_of(i));
    }));
    DALA_TRY(written);
    if (options.on_progress &&
        !options.on_progress(static_cast<double>(i + 1) / static_cast<double>(frames)) &&
        i + 1 < frames) {
      DALA_ASSIGN(auto partial, writer.finish_partial());
      return scene::RecordReport{.file = std::move(partial), .frames = i + 1, .stopped = true};
    }
  }
  DALA_TRY(writer.finish(true));
  return scene::RecordReport{.file = file, .frames = frames};
}

std::vector<std::string> Scene::losses() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  std::vector<std::string> out;
  for (const auto& [id, entry] : state_->tree.entries()) {
    if (state_->renderer.audio_streams(id) == 0) continue;
    if (const scene::Video* video = scene::video_of(entry.node.content))
      out.push_back(format("the sound of {} is left out: scenes have none yet", video->source));
  }
  if (state_->options.background.a != 255)
    out.emplace_back("what can be seen through is put over black: videos have no alpha here");
  return out;
}

}  // namespace dala

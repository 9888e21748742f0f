#include "scene/nodes/played_video.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"

namespace dala::scene {

namespace {

// Of the video at a time of the scene; nothing before it starts.
std::optional<Time> video_time(const Video& video, Time pts) {
  if (video.paused) return video.offset;
  if (pts < video.start) return std::nullopt;
  const auto since = static_cast<double>((pts - video.start).count()) * video.rate;
  // A thousand years fit.
  return video.offset + Time(static_cast<Time::rep>(std::min(since, 9e18 / 4)));
}

}  // namespace

Result<void> PlayedVideo::prepare(const Compute& compute, const Video& video,
                                  const Opening& opening) {
  if (!player_ || !is_same_source(opened_, video)) {
    DALA_ASSIGN(player_, open_player(compute, video, opening));
  }
  opened_ = video;
  if (!std::exchange(taken_over_, false)) end_told_ = false;
  return {};
}

void PlayedVideo::take_over(PlayedVideo& lost) {
  player_ = std::move(lost.player_);
  opened_ = lost.opened_;
  end_told_ = lost.end_told_;
  laps_told_ = lost.laps_told_;
  taken_over_ = true;
  if (player_) player_->renew();
}

Result<std::optional<Shown>> PlayedVideo::show(const Compute& compute, NodeId node,
                                               const Video& video, const Showing& showing) {
  const std::optional<Time> time = video_time(video, showing.pts);
  if (!time) return std::nullopt;
  DALA_ASSIGN(const Player::Shown now, player_->at(*time, !showing.realtime));
  if (now.ended && !end_told_)
    showing.tell(
        {now.error ? Event::Kind::failed : Event::Kind::ended, node, showing.pts, now.error});
  end_told_ = now.ended;
  if (now.laps > laps_told_) showing.tell({Event::Kind::looped, node, showing.pts, {}});
  laps_told_ = now.laps;
  if (now.ended && video.at_end != AtEnd::last_frame) return ended(compute, video);
  if (!now.layer.buffer) return std::nullopt;
  return whole(now.layer);
}

Result<std::optional<Shown>> PlayedVideo::ended(const Compute& compute, const Video& video) {
  if (video.at_end == AtEnd::nothing) return std::nullopt;
  DALA_ASSIGN(const Layer layer, end_.of(compute, video.end_color));
  Shown out = whole(layer);
  // The colour at the end fills the box that the frames had.
  if (const Size size = player_->size(); size.width > 0) out.natural = size;
  return out;
}

}  // namespace dala::scene

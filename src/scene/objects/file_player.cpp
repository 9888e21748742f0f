#include "scene/objects/file_player.hpp"

#include <algorithm>
#include <utility>

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "scene/compose/rows.hpp"

namespace dala::scene {

namespace {

using std::chrono::milliseconds;

// To reach a frame that is farther ahead than this, the player seeks instead of decoding all frames
// in between.
constexpr Time far_ahead = std::chrono::seconds(3);

// One frame is on show, one is being filled, and one waits.
constexpr std::size_t fewest_textures = 3;

struct Textures {
  std::size_t count = 0;
  media::VideoMemory::Share memory = {};
};

// As many as are wanted, in half of what is left: the decoder needs some too, and so do the videos
// that come after it. Fewer where that is short. `on_host` counts those beside the textures.
Result<Textures> take_textures(const media::VideoMemory& memory, const media::VideoReader& reader,
                               std::size_t wanted, std::size_t on_host) {
  const media::FrameSize size = reader.info().size;
  const std::uint64_t bytes = std::uint64_t{size.width} * size.height * 4;
  const std::uint64_t used = std::min(memory.used(), memory.limit());
  const std::size_t count =
      std::clamp<std::uint64_t>((memory.limit() - used) / 2 / bytes, fewest_textures, wanted);
  for (const std::size_t tried : {count, fewest_textures})
    if (media::VideoMemory::Share share = memory.take((tried + on_host) * bytes))
      return Textures{tried, std::move(share)};
  return fail(ErrorCode::out_of_memory,
              "{} has frames of {} x {} pixels, of which {} are needed at the same time: {} bytes; "
              "{} of the {} for all videos of the scene are in use, which {} (--video-memory) "
              "raises",
              reader.source(), size.width, size.height, fewest_textures + on_host,
              (fewest_textures + on_host) * bytes, used, memory.limit(), memory.raised_by());
}

}  // namespace

Result<std::unique_ptr<Player>> FilePlayer::open(const Compute& compute, const Video& video,
                                                 const Opening& opening) {
  DALA_ASSIGN(media::VideoReader reader,
              media::VideoReader::open(
                  video.source, {.sources = opening.sources, .memory = opening.video_memory}));
  const media::FrameSize size = reader.info().size;
  // Frames become textures of a device by way of the host.
  const std::size_t on_host = compute.device_info().capabilities.host_memory ? 0 : 1;
  DALA_ASSIGN(Textures textures,
              take_textures(opening.video_memory, reader,
                            opening.decode_ahead + fewest_textures - 1, on_host));
  DALA_ASSIGN(TexturePool pool,
              TexturePool::create(compute, size.width, size.height, textures.count));
  auto player = std::make_unique<FilePlayer>(compute, std::move(reader), std::move(pool),
                                             std::move(textures.memory), video);
  DALA_TRY(player->start());
  return player;
}

FilePlayer::FilePlayer(Compute compute, media::VideoReader reader, TexturePool pool,
                       media::VideoMemory::Share memory, const Video& video)
    : compute_(std::move(compute)),
      reader_(std::move(reader)),
      pool_(std::move(pool)),
      memory_(std::move(memory)),
      live_(video.live),
      loop_(video.loop),
      length_(reader_.info().duration) {}

Result<void> FilePlayer::start() {
  if (compute_.device_info().capabilities.host_memory) {
    const std::string name = own_kernel_name("scene_video");
    const auto convert = [this](const HostCall& call) -> Result<void> {
      const std::span<std::byte> bytes = call.outputs[0].bytes;
      const std::span rgba(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
      DALA_TRY(reader_.read_into(frame_, rgba));
      premultiply(rgba);
      return {};
    };
    DALA_TRY(put_own_kernel(compute_, name,
                            {.family = "scene",
                             .summary = "The next frame of a video.",
                             .outputs = {{"output", DTypeSet(DType::u8), "a picture"}}},
                            convert));
    kernel_ = name;
  }
  DALA_ASSIGN(thread_, Thread::start("decoding a video", [this] { decode(); }));
  return {};
}

FilePlayer::~FilePlayer() {
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  reader_.interrupt();
  pool_.close();
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (!kernel_.empty()) remove_own_kernel(compute_, kernel_);
}

Size FilePlayer::size() const {
  const media::FrameSize size = reader_.info().size;
  return {static_cast<double>(size.width), static_cast<double>(size.height)};
}

std::uint64_t FilePlayer::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

// --- the thread that decodes ---

void FilePlayer::decode() {
  while (true) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stops_ || wanted_ || !ended_; });
      if (stops_) return;
    }
    go_to_wanted();
    if (const auto texture = free_texture()) read_next(*texture);
  }
}

void FilePlayer::go_to_wanted() {
  Place place;
  {
    const std::lock_guard lock(mutex_);
    if (!wanted_) return;
    place = *wanted_;
    while (!ready_.empty()) drop(0);
  }
  const auto done = reader_.seek(place.time);
  next_ = place;
  begins_ = place;
  const std::lock_guard lock(mutex_);
  head_ = place;
  // Unless a seek was requested meanwhile.
  if (wanted_ == place) wanted_.reset();
  ended_ = !done.has_value();
  error_.reset();
  if (!done) error_ = done.error();
  changed_.notify_all();
}

std::optional<Buffer> FilePlayer::free_texture() {
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (stops_ || wanted_ || ended_) return std::nullopt;
    }
    if (auto texture = pool_.acquire(live_ ? milliseconds(0) : milliseconds(50))) return texture;
    // For live sources, frames that were not shown are dropped to make room.
    const std::lock_guard lock(mutex_);
    if (live_ && ready_.size() > 1) {
      drop(1);
      ++dropped_;
    }
  }
}

void FilePlayer::premultiply(std::span<std::uint8_t> rgba) {
  auto* pixels = reinterpret_cast<std::uint32_t*>(rgba.data());
  const std::size_t count = rgba.size() / 4;
  opaque_ = frame_.opaque || is_opaque(pixels, count);
  if (!opaque_) premultiply_alpha(pixels, pixels, count);
}

Result<void> FilePlayer::fill(const Buffer& texture) {
  if (!kernel_.empty()) return compute_.run_kernel(kernel_, {}, texture);
  DALA_TRY(reader_.read(frame_));
  premultiply(frame_.picture.rgba);
  return texture.write_bytes(std::as_bytes(std::span(frame_.picture.rgba)));
}

void FilePlayer::read_next(const Buffer& texture) {
  auto more = reader_.prepare();
  std::optional<Error> error;
  if (!more) {
    error = std::move(more.error());
  } else if (*more) {
    if (auto filled = fill(texture); !filled) error = std::move(filled.error());
  }
  if (error || !*more) {
    static_cast<void>(pool_.release(texture));
    // The video is as good as before; `renew` comes back to this frame.
    if (error && error->code == ErrorCode::device_lost) return;
    end(std::move(error));
    return;
  }
  Decoded decoded{.texture = texture,
                  .place = {next_.lap, frame_.time},
                  .from = {next_.lap, frame_.time},
                  .duration = frame_.duration,
                  .opaque = opaque_,
                  .version = new_version()};
  if (begins_) decoded.from = std::min(*std::exchange(begins_, std::nullopt), decoded.place);
  next_.time = frame_.time + frame_.duration;
  const std::lock_guard lock(mutex_);
  head_ = decoded.place;
  ready_.push_back(std::move(decoded));
  changed_.notify_all();
}

void FilePlayer::end(std::optional<Error> error) {
  if (!error && loop_ && !live_ && next_.time > Time::zero()) {
    if (reader_.seek(Time::zero())) {
      const std::lock_guard lock(mutex_);
      if (length_ <= Time::zero()) length_ = next_.time;
      next_ = {next_.lap + 1, Time::zero()};
      begins_ = next_;
      return;
    }
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  error_ = std::move(error);
  changed_.notify_all();
}

// --- whoever renders ---

FilePlayer::Place FilePlayer::place_of(Time time) const {
  if (!loop_ || length_ <= Time::zero()) return {0, time};
  return {static_cast<std::uint64_t>(time / length_), time % length_};
}

void FilePlayer::drop(std::size_t index) {
  static_cast<void>(pool_.release(ready_[index].texture));
  ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(index));
}

bool FilePlayer::must_seek(Place place) const {
  if (wanted_) return *wanted_ != place;
  if (!ready_.empty() && place < ready_.front().from) return true;
  if (ended_) return false;
  return place.lap > head_.lap + 1 ||
         (place.lap == head_.lap && place.time > head_.time + far_ahead);
}

void FilePlayer::pass(Place place) {
  while (ready_.size() > 1 && ready_[1].place <= place) drop(0);
}

bool FilePlayer::has(Place place) const {
  if (wanted_) return false;
  if (ended_) return true;
  return ready_.size() > 1 || (!ready_.empty() && place < ready_.front().place);
}

Player::Shown FilePlayer::show(Place place) const {
  Shown shown{.laps = place.lap};
  if (error_) shown.error = error_;
  if (ready_.empty()) {
    shown.ended = ended_;
    return shown;
  }
  const Decoded& decoded = ready_.front();
  const media::FrameSize size = reader_.info().size;
  shown.layer = {decoded.texture, static_cast<std::int32_t>(size.width),
                 static_cast<std::int32_t>(size.height), decoded.opaque, decoded.version};
  shown.ended = ended_ && ready_.size() == 1 && place.lap == decoded.place.lap &&
                place.time >= decoded.place.time + decoded.duration;
  return shown;
}

// A file is read again from the frame that was shown last; a live source goes on with its next
// frame.
void FilePlayer::renew() {
  const std::lock_guard lock(mutex_);
  if (!live_) wanted_ = ready_.empty() ? head_ : ready_.front().place;
  while (!ready_.empty()) drop(0);
  changed_.notify_all();
}

Result<Player::Shown> FilePlayer::at(Time time, bool wait) {
  std::unique_lock lock(mutex_);
  if (live_) {
    // Only the newest frame is kept. The first was shown; each frame between it and the newest
    // counts as dropped.
    while (ready_.size() > 1) {
      drop(0);
      if (ready_.size() > 1) ++dropped_;
    }
    return show({});
  }
  while (true) {
    const Place place = place_of(std::max(time, Time::zero()));
    pass(place);
    if (must_seek(place)) {
      wanted_ = place;
      changed_.notify_all();
    }
    if (has(place) || !wait) return show(place);
    changed_.wait(lock);
  }
}

}  // namespace dala::scene

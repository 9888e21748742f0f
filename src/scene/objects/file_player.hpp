// Frames of a file, a URL or a device, decoded ahead on a thread of their own into a texture pool.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>

#include <dala/media/video.hpp>
#include <dala/scene/texture.hpp>

#include "core/threads/thread.hpp"
#include "scene/objects/player.hpp"

namespace dala::scene {

class FilePlayer final : public Player {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Player>> open(const Compute& compute,
                                                            const Video& video,
                                                            const Opening& opening);
  FilePlayer(Compute compute, media::VideoReader reader, TexturePool pool,
             media::VideoMemory::Share memory, const Video& video);
  FilePlayer(const FilePlayer&) = delete;
  FilePlayer& operator=(const FilePlayer&) = delete;
  ~FilePlayer() override;

  [[nodiscard]] Result<Shown> at(Time time, bool wait) override;
  void renew() override;
  [[nodiscard]] Size size() const override;
  [[nodiscard]] std::uint64_t dropped() const override;
  [[nodiscard]] std::size_t textures() const override { return pool_.count(); }
  [[nodiscard]] unsigned audio_streams() const override { return reader_.info().audio_streams; }

 private:
  // When a frame is shown: in which round of a loop, and when in it.
  struct Place {
    std::uint64_t lap = 0;
    Time time{};
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Decoded {
    Buffer texture;
    Place place;
    Place from;  // since when it is shown: of a first frame that may be before its time
    Time duration{};
    bool opaque = true;
    std::uint64_t version = 0;
  };

  // Begins to decode.
  [[nodiscard]] Result<void> start();
  void decode();
  // Called by the decoding thread. Empty where it has to stop or to seek.
  [[nodiscard]] std::optional<Buffer> free_texture();
  void go_to_wanted();
  void read_next(const Buffer& texture);
  // The frame that was decoded becomes what the texture holds.
  [[nodiscard]] Result<void> fill(const Buffer& texture);
  void premultiply(std::span<std::uint8_t> rgba);
  void end(std::optional<Error> error);
  // With the mutex held.
  [[nodiscard]] Place place_of(Time time) const;
  // Whether a seek is needed to reach that frame.
  [[nodiscard]] bool must_seek(Place place) const;
  // Releases the frames that are over by then.
  void pass(Place place);
  [[nodiscard]] bool has(Place place) const;
  void drop(std::size_t index);
  [[nodiscard]] Shown show(Place place) const;

  const Compute compute_;
  // Its name in the Compute: converts into a texture where that is the host's memory. A kernel
  // waits for those that still read the texture. Empty elsewhere.
  std::string kernel_;
  const media::VideoReader reader_;
  const TexturePool pool_;
  const media::VideoMemory::Share memory_;  // what the pool takes
  const bool live_;
  const bool loop_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Decoded> ready_;  // the first is the one on show
  std::optional<Place> wanted_;
  bool stops_ = false;
  bool ended_ = false;  // nothing more comes after what is ready
  std::optional<Error> error_;
  Time length_{};  // 0 while it is not known
  Place head_;     // how far it is decoded
  std::uint64_t dropped_ = 0;

  // Of the thread that decodes.
  media::VideoFrame frame_;  // its times, and its pixels where they are copied
  bool opaque_ = true;
  Place next_;                             // the lap at work, and the time after its last frame
  std::optional<Place> begins_ = Place{};  // the next frame is the first after this place
  Thread thread_;
};

}  // namespace dala::scene

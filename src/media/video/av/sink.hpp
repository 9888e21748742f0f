// A video that is written: frames to packets to a file that is open.
#pragma once

#include <map>

#include "media/video/av/colour.hpp"
#include "media/video/av/copied.hpp"
#include "media/video/av/encoder.hpp"
#include "media/video/av/encoder_thread.hpp"
#include "media/video/av/output.hpp"

namespace dala::media::video {

class AvSink final : public Sink {
 public:
  explicit AvSink(SinkOptions options);
  AvSink(const AvSink&) = delete;
  AvSink& operator=(const AvSink&) = delete;
  ~AvSink() override = default;
  [[nodiscard]] Result<void> open();

  [[nodiscard]] Result<void> write(std::span<const std::uint8_t> rgba, VideoTime time,
                                   VideoTime duration) override;
  [[nodiscard]] Result<void> finish(bool early) override;
  [[nodiscard]] const std::vector<std::string>& losses() const override { return options_.losses; }

 private:
  [[nodiscard]] Result<void> make_frame(AVFrame* frame) const;
  // Everything that the encoder and the file have to do with, on one thread.
  [[nodiscard]] Result<void> encode_pending(PendingFrame& pending);
  // Of a frame; nothing for the end.
  [[nodiscard]] Result<void> encode(AVFrame* frame);
  [[nodiscard]] Result<void> write_packet();
  [[nodiscard]] Result<void> copy_until(VideoTime time);
  [[nodiscard]] Result<void> finish_file(bool early);
  [[nodiscard]] std::unexpected<Error> could_not_write(const std::string& why) const;

  SinkOptions options_;
  std::unique_ptr<AVFormatContext, FreeOutput> output_;
  AVStream* stream_ = nullptr;
  CodecContext encoder_;
  FromRgba from_rgba_;
  CopiedStreams copied_;
  Packet packet_{av_packet_alloc()};
  PendingFrame own_;                                // where there is no thread
  std::map<std::int64_t, std::int64_t> durations_;  // by time, of the frames in the encoder
  std::int64_t last_step_ = 0;                      // up to the last frame in the encoder
  VideoTime last_time_{};                           // of those given
  std::int64_t last_tick_ = 0;
  bool has_frames_ = false;
  std::optional<EncoderThread> thread_;  // goes first
};

}  // namespace dala::media::video

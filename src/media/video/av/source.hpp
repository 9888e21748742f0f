// A video that is read: the demultiplexer, its decoder, and frames as RGBA.
#pragma once

#include <atomic>

#include "media/video/av/colour.hpp"
#include "media/video/av/decoder.hpp"
#include "media/video/av/input.hpp"

namespace dala::media::video {

class AvSource final : public VideoSource {
 public:
  explicit AvSource(std::string name) : name_(std::move(name)) {}
  [[nodiscard]] Result<void> open(Place place, const VideoReaderOptions& options);

  [[nodiscard]] const VideoInfo& info() const override { return info_; }
  [[nodiscard]] int orientation() const override { return orientation_; }
  [[nodiscard]] Result<bool> prepare() override;
  [[nodiscard]] Result<void> take(VideoFrame& frame, std::span<std::uint8_t> rgba) override;
  [[nodiscard]] Result<void> seek(VideoTime time) override;
  [[nodiscard]] std::uint64_t damaged() const override { return damaged_; }
  void interrupt() override { interrupted_ = true; }

 private:
  void describe();
  void describe_frame();
  void describe_losses();
  // The next decoded frame is in `frame_`; false at the end.
  [[nodiscard]] Result<bool> decode();
  [[nodiscard]] Result<void> feed();
  [[nodiscard]] Result<void> check_end() const;
  [[nodiscard]] Result<void> check_memory() const;
  [[nodiscard]] Result<void> from_hardware();
  [[nodiscard]] VideoTime next_time();
  [[nodiscard]] Result<void> skip_to(VideoTime time);

  std::string name_;
  std::atomic<bool> interrupted_ = false;
  Input input_;
  AVStream* stream_ = nullptr;
  Decoder decoder_;
  ToRgba to_rgba_;
  VideoInfo info_;
  int orientation_ = 1;
  Packet packet_{av_packet_alloc()};
  Frame frame_{av_frame_alloc()};
  Frame transferred_{av_frame_alloc()};
  Frame ahead_{av_frame_alloc()};  // the one after `frame_`, where a seek had to decode it
  VideoTime ahead_time_{};
  bool has_ahead_ = false;
  bool waiting_ = false;  // `frame_` is decoded and not yet read
  bool ended_ = false;    // no more packets
  bool cut_ = false;      // the last packet was not whole
  VideoTime reached_{};   // the end of the last packet of any stream
  VideoTime longest_{};   // from one frame to the next
  VideoTime time_{};      // of `frame_`
  bool has_time_ = false;
  std::uint64_t damaged_ = 0;
};

}  // namespace dala::media::video

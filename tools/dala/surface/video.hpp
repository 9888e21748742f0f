// The frames that a surface presents, as a video.
#pragma once

#include <filesystem>
#include <optional>

#include <dala/media/video.hpp>
#include <dala/surface/renderer.hpp>

namespace dala::cli {

// The video has the size of the first frame; others are put at its top left.
class VideoRenderer final : public Renderer {
 public:
  explicit VideoRenderer(std::filesystem::path file) : file_(std::move(file)) {}

  // When the frames that are presented from now on are shown; while the surface does nothing.
  void set_time(media::VideoTime time) { time_ = time; }
  // The file under its name. When nothing was presented there is none, and that is an error.
  [[nodiscard]] Result<void> finish_file();
  // The first error of a frame; later ones are left out.
  [[nodiscard]] const Result<void>& written() const { return written_; }

  [[nodiscard]] std::string_view name() const override { return "video"; }
  [[nodiscard]] Result<void> start() override { return {}; }
  [[nodiscard]] Result<void> resize(std::uint32_t, std::uint32_t) override { return {}; }
  [[nodiscard]] Result<void> present(const FrameView& frame) override;
  void finish() override {}

 private:
  [[nodiscard]] Result<void> write(const FrameView& frame);

  std::filesystem::path file_;
  std::optional<media::VideoWriter> writer_;
  media::FrameSize size_;
  media::VideoTime time_{};
  media::VideoTime last_{-1};
  std::vector<std::uint8_t> fitted_;
  Result<void> written_;
};

}  // namespace dala::cli

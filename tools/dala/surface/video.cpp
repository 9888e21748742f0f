#include "surface/video.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dala::cli {

namespace {

// Frames of one message have one time; each is shown for at least this long.
constexpr media::VideoTime shortest = std::chrono::milliseconds(1);

}  // namespace

Result<void> VideoRenderer::present(const FrameView& frame) {
  if (written_) written_ = write(frame);
  return written_;
}

Result<void> VideoRenderer::write(const FrameView& frame) {
  if (!writer_) {
    size_ = {frame.width, frame.height};
    auto made = media::VideoWriter::create(file_, size_);
    if (!made) return std::unexpected(made.error());
    writer_ = *made;
  }
  std::span<const std::uint8_t> pixels = frame.pixels;
  if (size_ != media::FrameSize{frame.width, frame.height}) {
    fitted_.assign(std::size_t{size_.width} * size_.height * 4, 0);
    const std::size_t row = std::size_t{std::min(size_.width, frame.width)} * 4;
    for (std::size_t y = 0; y < std::min(size_.height, frame.height); ++y)
      std::ranges::copy(frame.pixels.subspan(y * frame.width * 4, row),
                        fitted_.begin() + static_cast<std::ptrdiff_t>(y * size_.width * 4));
    pixels = fitted_;
  }
  last_ = last_.count() < 0 ? time_ : std::max(time_, last_ + shortest);
  return writer_->write(pixels, last_);
}

Result<void> VideoRenderer::finish_file() {
  if (!written_) return written_;
  if (!writer_)
    return std::unexpected(
        Error{ErrorCode::invalid_argument,
              fmt::format("{} would be empty: nothing was presented", file_.string())});
  return writer_->finish();
}

}  // namespace dala::cli

#include "media/video/av/colour.hpp"

extern "C" {
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <cstring>

#include "media/video/av/yuv_rows.hpp"

namespace dala::media::video {

namespace {

bool says_full_range(AVPixelFormat format) {
  return format == AV_PIX_FMT_YUVJ420P || format == AV_PIX_FMT_YUVJ422P ||
         format == AV_PIX_FMT_YUVJ444P || format == AV_PIX_FMT_YUVJ440P ||
         format == AV_PIX_FMT_YUVJ411P;
}

// What nearly all videos are.
bool is_plain(const AVFrame& frame, FrameSize size, FrameColours colours) {
  return (frame.format == AV_PIX_FMT_YUV420P || frame.format == AV_PIX_FMT_YUVJ420P) &&
         static_cast<std::uint32_t>(frame.width) == size.width &&
         static_cast<std::uint32_t>(frame.height) == size.height &&
         (colours.matrix == SWS_CS_ITU709 || colours.matrix == SWS_CS_ITU601);
}

void convert_plain(const AVFrame& frame, FrameSize size, FrameColours colours, std::uint8_t* out) {
  const FromYuv numbers = from_yuv(as_public(colours));
  const auto plane = [&](std::size_t index, std::size_t row) {
    return frame.data[index] + (static_cast<std::ptrdiff_t>(row) * frame.linesize[index]);
  };
  for (std::size_t y = 0; y < size.height; ++y)
    row_to_rgba({plane(0, y), plane(1, y / 2), plane(2, y / 2)}, size.width, numbers,
                out + (y * size.width * 4));
}

bool is_opaque(const std::uint8_t* rgba, std::size_t width) {
  std::uint32_t all = ~0U;
  for (std::size_t x = 0; x < width; ++x) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, rgba + (x * 4), sizeof pixel);
    all &= pixel;
  }
  std::uint8_t bytes[4];
  std::memcpy(bytes, &all, sizeof bytes);
  return bytes[3] == 255;
}

void put_over_black(const std::uint8_t* rgba, std::size_t width, std::uint8_t* out) {
  for (std::size_t i = 0; i < width * 4; ++i)
    out[i] = static_cast<std::uint8_t>(((rgba[i] * rgba[i | 3]) + 127) / 255);
}

}  // namespace

bool has_alpha(const AVFrame& frame) {
  const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  // Colours of a palette may have any.
  return format == nullptr || (format->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL)) != 0;
}

FrameColours colours_of(const AVFrame& frame) {
  const auto size =
      FrameSize{static_cast<std::uint32_t>(frame.width), static_cast<std::uint32_t>(frame.height)};
  const VideoColours usual = usual_colours(size);
  const bool full = frame.color_range == AVCOL_RANGE_JPEG ||
                    says_full_range(static_cast<AVPixelFormat>(frame.format));
  switch (frame.colorspace) {
    case AVCOL_SPC_BT709:
      return {SWS_CS_ITU709, full};
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M:
      return {SWS_CS_ITU601, full};
    case AVCOL_SPC_FCC:
      return {SWS_CS_FCC, full};
    case AVCOL_SPC_SMPTE240M:
      return {SWS_CS_SMPTE240M, full};
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL:
      return {SWS_CS_BT2020, full};
    default:
      return {usual.matrix == YuvMatrix::bt709 ? SWS_CS_ITU709 : SWS_CS_ITU601, full};
  }
}

VideoColours as_public(FrameColours colours) {
  const bool bt601 = colours.matrix == SWS_CS_ITU601 || colours.matrix == SWS_CS_FCC;
  return {.matrix = bt601 ? YuvMatrix::bt601 : YuvMatrix::bt709, .full_range = colours.full_range};
}

Result<void> ToRgba::convert(const AVFrame& frame, FrameSize size, std::span<std::uint8_t> out) {
  const FrameColours colours = colours_of(frame);
  if (is_plain(frame, size, colours)) {
    convert_plain(frame, size, colours, out.data());
    return {};
  }
  const int width = static_cast<int>(size.width);
  const int height = static_cast<int>(size.height);
  const auto format = static_cast<AVPixelFormat>(frame.format);
  scaler_.reset(sws_getCachedContext(
      scaler_.release(), frame.width, frame.height, format, width, height, AV_PIX_FMT_RGBA,
      SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, nullptr, nullptr, nullptr));
  if (scaler_ == nullptr)
    return fail(ErrorCode::unsupported, "frames in the layout {} cannot be read",
                av_get_pix_fmt_name(format) != nullptr ? av_get_pix_fmt_name(format) : "?");
  const int* table = sws_getCoefficients(colours.matrix);
  constexpr int one = 1 << 16;
  sws_setColorspaceDetails(scaler_.get(), table, colours.full_range ? 1 : 0, table, 1, 0, one, one);
  std::uint8_t* const to[] = {out.data(), nullptr, nullptr, nullptr};
  const int stride[] = {4 * width, 0, 0, 0};
  if (sws_scale(scaler_.get(), frame.data, frame.linesize, 0, frame.height, to, stride) != height)
    return fail(ErrorCode::internal, "a frame could not be converted to RGBA");
  return {};
}

void FromRgba::convert(std::span<const std::uint8_t> rgba, FrameSize size, VideoColours colours,
                       AVFrame& frame) {
  const ToYuv numbers = to_yuv(colours);
  const std::size_t stride = std::size_t{size.width} * 4;
  const auto plane = [&](std::size_t index, std::size_t row) {
    return frame.data[index] + (static_cast<std::ptrdiff_t>(row) * frame.linesize[index]);
  };
  for (std::size_t y = 0; y < size.height; y += 2) {
    const std::size_t second = std::min<std::size_t>(y + 1, size.height - 1);
    PixelRows rows{.rgba = {rgba.data() + (y * stride), rgba.data() + (second * stride)},
                   .y = {plane(0, y), plane(0, y + 1)},
                   .u = plane(1, y / 2),
                   .v = plane(2, y / 2)};
    // While they are near: most rows are opaque, and looking costs little then.
    opaque_.resize(2 * stride);
    for (std::size_t i = 0; i < 2; ++i)
      if (!is_opaque(rows.rgba[i], size.width)) {
        put_over_black(rows.rgba[i], size.width, opaque_.data() + (i * stride));
        rows.rgba[i] = opaque_.data() + (i * stride);
      }
    rows_to_yuv(rows, size.width, numbers);
    if (size.width % 2 != 0)
      for (std::uint8_t* row : rows.y) row[size.width] = row[size.width - 1];
  }
}

}  // namespace dala::media::video

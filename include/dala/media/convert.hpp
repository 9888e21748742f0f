// Frames in other layouts than RGBA, on the device.
//
//   auto nv12 = compute.buffer_from_bytes(camera, frame_shape(PixelFormat::nv12, {640, 480}),
//   DType::u8); auto rgba = dala::media::to_rgba(compute, *nv12, PixelFormat::nv12, {640, 480});
//   auto tensor = dala::media::from_rgba(compute, *rgba, PixelFormat::nchw);
//
// Colours of YUV are those of the chosen matrix and range; a pixel's colour is the mean of its
// block of four on the way there, and that of the block on the way back.
#pragma once

#include <array>
#include <cstdint>

#include <dala/compute.hpp>
#include <dala/core/export.hpp>
#include <dala/media/pipeline.hpp>

namespace dala::media {

enum class PixelFormat : std::uint8_t {
  rgba,    // u8 {height, width, 4}
  bgra,    // the same with blue first
  gray,    // u8 {height, width}, Rec. 601
  yuv420,  // u8, flat: the plane of Y, then U, then V, the latter half as wide and high, rounded up
  nv12,    // u8, flat: the plane of Y, then U and V in turn
  nchw,    // f32 {1, 3, height, width}
};

enum class YuvMatrix : std::uint8_t { bt601, bt709 };

struct ConvertOptions {
  YuvMatrix matrix = YuvMatrix::bt601;
  bool full_range = false;  // Y, U and V use 0 to 255, as in JPEG
  // Of nchw: (channel / 255 - mean) / deviation.
  std::array<float, 3> mean = {0, 0, 0};
  std::array<float, 3> deviation = {1, 1, 1};
};

[[nodiscard]] DALA_API Shape frame_shape(PixelFormat format, FrameSize size);
[[nodiscard]] DALA_API DType frame_dtype(PixelFormat format);

// `rgba` is u8 of {height, width, 4}. Gray, YUV and nchw have no alpha, and it is left out.
[[nodiscard]] DALA_API Result<Buffer> from_rgba(const Compute& compute, const Buffer& rgba,
                                                PixelFormat format,
                                                const ConvertOptions& options = {});
// What has no alpha becomes opaque.
[[nodiscard]] DALA_API Result<Buffer> to_rgba(const Compute& compute, const Buffer& frame,
                                              PixelFormat format, FrameSize size,
                                              const ConvertOptions& options = {});

}  // namespace dala::media

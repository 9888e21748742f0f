#include <dala/media/convert.hpp>

#include <string>

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "kernel/specialise.hpp"
#include "media/chain.hpp"
#include "media/convert/planes.hpp"

namespace dala::media {

namespace {

// One of the files beside this one.
KernelSource source(std::string_view name) {
  return {.text = std::string(kernel::builtin_text(dala::format("media/convert/{}", name)))};
}

std::string yuv_name(const char* direction, PixelFormat format) {
  return dala::format("media_{}_{}", direction, format == PixelFormat::nv12 ? "nv12" : "yuv420");
}

Result<KernelSource> yuv_source(const char* direction, PixelFormat format) {
  DALA_ASSIGN(std::string text,
              kernel::builtin_text(dala::format("media/convert/{}_yuv", direction),
                                   {{"INTERLEAVED", format == PixelFormat::nv12}}));
  return KernelSource{.text = std::move(text)};
}

// By rows: Y, U, V from red, green, blue, then what is added to Y; or back.
std::array<float, 10> yuv_matrix(const ConvertOptions& options, bool back) {
  const double kr = options.matrix == YuvMatrix::bt601 ? 0.299 : 0.2126;
  const double kb = options.matrix == YuvMatrix::bt601 ? 0.114 : 0.0722;
  const double kg = 1 - kr - kb;
  const double y = options.full_range ? 1 : 219.0 / 255;
  const double c = options.full_range ? 1 : 224.0 / 255;
  const double offset = options.full_range ? 0 : 16;
  const double u = c / (2 * (1 - kb));
  const double v = c / (2 * (1 - kr));
  const std::array<double, 10> exact =
      back ? std::array<double, 10>{1 / y,          0,     1 / v, 1 / y, -kb / (u * kg),
                                    -kr / (v * kg), 1 / y, 1 / u, 0,     offset}
           : std::array<double, 10>{y * kr,       y * kg,       y * kb,  -u * kr, -u * kg,
                                    u * (1 - kb), v * (1 - kr), -v * kg, -v * kb, offset};
  std::array<float, 10> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(exact[i]);
  return out;
}

Result<void> run(const Compute& compute, const std::string& label, const KernelSource& source,
                 const BufferList& inputs, const Buffer& output) {
  DALA_ASSIGN(const std::string kernel, register_generated(compute, label, source));
  return compute.run_kernel(kernel, inputs, output);
}

Result<void> to_planes(const HostCall& call) {
  const Shape& shape = call.inputs[0].shape;
  cpu::to_planes(call.inputs[0].values<const std::uint32_t>().data(),
                 static_cast<std::size_t>(shape[0] * shape[1]),
                 call.inputs[1].values<const float>().data(),
                 call.inputs[2].values<const float>().data(),
                 call.outputs[0].values<float>().data(), call.threads);
  return {};
}

Result<Buffer> table(const Compute& compute, std::span<const float> values) {
  return compute.buffer(values, {static_cast<std::int64_t>(values.size())});
}

// Scale and offset of nchw, there or back.
Result<std::array<Buffer, 2>> normalisation(const Compute& compute, const ConvertOptions& options,
                                            bool back) {
  std::array<float, 3> scale{};
  std::array<float, 3> offset{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (options.deviation[i] == 0)
      return fail(ErrorCode::param_out_of_range, "the deviation of a channel is 0");
    scale[i] = back ? 255 * options.deviation[i] : 1 / (255 * options.deviation[i]);
    offset[i] = back ? 255 * options.mean[i] : -options.mean[i] / options.deviation[i];
  }
  DALA_ASSIGN(auto first, table(compute, scale));
  DALA_ASSIGN(auto second, table(compute, offset));
  return std::array{first, second};
}

Result<void> check(const Buffer& buffer, PixelFormat format, FrameSize size) {
  if (!buffer) return fail(ErrorCode::invalid_handle, "the frame is an empty Buffer handle");
  const Shape wanted = frame_shape(format, size);
  if (buffer.shape() == wanted && buffer.dtype() == frame_dtype(format)) return {};
  return fail(ErrorCode::shape_mismatch, "the frame is {} of {}; it must be {} of {}",
              to_string(buffer.shape()), to_string(buffer.dtype()), to_string(wanted),
              to_string(frame_dtype(format)));
}

}  // namespace

Shape frame_shape(PixelFormat format, FrameSize size) {
  const std::int64_t w = size.width;
  const std::int64_t h = size.height;
  switch (format) {
    case PixelFormat::rgba:
    case PixelFormat::bgra:
      return {h, w, 4};
    case PixelFormat::gray:
      return {h, w};
    case PixelFormat::yuv420:
    case PixelFormat::nv12:
      return {(w * h) + (2 * ((w + 1) / 2) * ((h + 1) / 2))};
    case PixelFormat::nchw:
      return {1, 3, h, w};
  }
  std::unreachable();
}

DType frame_dtype(PixelFormat format) {
  return format == PixelFormat::nchw ? DType::f32 : DType::u8;
}

Result<Buffer> from_rgba(const Compute& compute, const Buffer& rgba, PixelFormat format,
                         const ConvertOptions& options) {
  if (!rgba || rgba.shape().rank() != 3 || rgba.shape()[2] != 4 || rgba.dtype() != DType::u8)
    return fail(ErrorCode::shape_mismatch, "the frame must be u8 of {{height, width, 4}}");
  const FrameSize size{static_cast<std::uint32_t>(rgba.shape()[1]),
                       static_cast<std::uint32_t>(rgba.shape()[0])};
  if (format == PixelFormat::rgba) return compute.copy(rgba);
  DALA_ASSIGN(auto out, compute.buffer_zeros(frame_shape(format, size), frame_dtype(format)));
  if (format == PixelFormat::bgra) {
    DALA_TRY(run(compute, "media_swap_red_and_blue", source("swap_red_and_blue"), rgba, out));
  } else if (format == PixelFormat::gray) {
    DALA_TRY(run(compute, "media_to_gray", source("to_gray"), rgba, out));
  } else if (format == PixelFormat::nchw) {
    DALA_ASSIGN(const auto by, normalisation(compute, options, false));
    DALA_TRY(run(compute, "media_to_nchw",
                 {.text = source("to_nchw").text,
                  .variants = {{.name = "vectors", .run = HostKernel(to_planes)}}},
                 {rgba, by[0], by[1]}, out));
  } else {
    DALA_ASSIGN(const auto matrix, table(compute, yuv_matrix(options, false)));
    DALA_ASSIGN(const KernelSource text, yuv_source("to", format));
    DALA_TRY(run(compute, yuv_name("to", format), text, {rgba, matrix}, out));
  }
  return out;
}

Result<Buffer> to_rgba(const Compute& compute, const Buffer& frame, PixelFormat format,
                       FrameSize size, const ConvertOptions& options) {
  DALA_TRY(check(frame, format, size));
  if (format == PixelFormat::rgba) return compute.copy(frame);
  DALA_ASSIGN(auto out, compute.buffer_zeros(frame_shape(size), DType::u8));
  if (format == PixelFormat::bgra) {
    DALA_TRY(run(compute, "media_swap_red_and_blue", source("swap_red_and_blue"), frame, out));
  } else if (format == PixelFormat::gray) {
    DALA_TRY(run(compute, "media_from_gray", source("from_gray"), frame, out));
  } else if (format == PixelFormat::nchw) {
    DALA_ASSIGN(const auto by, normalisation(compute, options, true));
    DALA_TRY(run(compute, "media_from_nchw", source("from_nchw"), {frame, by[0], by[1]}, out));
  } else {
    DALA_ASSIGN(const auto matrix, table(compute, yuv_matrix(options, true)));
    DALA_ASSIGN(const KernelSource text, yuv_source("from", format));
    DALA_TRY(run(compute, yuv_name("from", format), text, {frame, matrix}, out));
  }
  return out;
}

}  // namespace dala::media

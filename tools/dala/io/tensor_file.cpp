#include "io/tensor_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "files/png.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

bool is_npy(const std::string& file) {
  std::string found = std::filesystem::path(file).extension().string();
  std::ranges::transform(found, found.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return found == ".npy";
}

OutcomeOf<Buffer> load_picture(const Compute& compute, const std::string& file,
                               const TensorInfo& tensor) {
  const bool bytes = tensor.dtypes.contains(DType::u8);
  if (!bytes && !tensor.dtypes.contains(DType::f32))
    return file_failure(
        file, {ErrorCode::wrong_dtype, fmt::format("a picture can be u8 or f32, and '{}' takes {}",
                                                   tensor.name, join(tensor.dtypes))});
  const auto picture = files::read_png(file);
  if (!picture) return file_failure(file, picture.error());
  const Shape shape{picture->height, picture->width, 4};
  Result<Buffer> buffer;
  if (bytes) {
    buffer = compute.buffer<std::uint8_t>(picture->rgba, shape);
  } else {
    std::vector<float> values(picture->rgba.size());
    std::ranges::transform(picture->rgba, values.begin(),
                           [](std::uint8_t byte) { return static_cast<float>(byte) / 255.0F; });
    buffer = compute.buffer<float>(values, shape);
  }
  if (!buffer) return file_failure(file, buffer.error());
  return std::move(*buffer);
}

Result<std::vector<std::uint8_t>> picture_bytes(const Buffer& buffer) {
  if (buffer.dtype() == DType::u8) return buffer.read<std::uint8_t>();
  const auto values = buffer.read<float>();
  if (!values) return std::unexpected(values.error());
  std::vector<std::uint8_t> bytes(values->size());
  std::ranges::transform(*values, bytes.begin(), [](float value) {
    // fmax takes the other one of a NaN.
    const float inside = std::fmin(std::fmax(value, 0.0F), 1.0F);
    return static_cast<std::uint8_t>(std::lround(inside * 255.0F));
  });
  return bytes;
}

std::vector<std::uint8_t> as_rgba(const std::vector<std::uint8_t>& bytes, unsigned channels) {
  if (channels == 4) return bytes;
  std::vector<std::uint8_t> rgba;
  rgba.reserve(bytes.size() / channels * 4);
  for (std::size_t i = 0; i < bytes.size(); i += channels) {
    for (unsigned c = 0; c < 3; ++c) rgba.push_back(bytes[i + (channels == 1 ? 0 : c)]);
    rgba.push_back(255);
  }
  return rgba;
}

Outcome save_picture(const Buffer& buffer, const std::string& file) {
  const Shape& shape = buffer.shape();
  const auto bytes = picture_bytes(buffer);
  if (!bytes) return file_failure(file, bytes.error());
  const auto width = static_cast<std::uint32_t>(shape[1]);
  const auto height = static_cast<std::uint32_t>(shape[0]);
  const unsigned channels = shape.rank() == 2 ? 1 : static_cast<unsigned>(shape[2]);
  const auto written = *media::still_format(file) == media::StillFormat::png
                           ? files::write_png(file, width, height, channels, *bytes)
                           : media::write_picture(file, {as_rgba(*bytes, channels), width, height});
  if (!written) return file_failure(file, written.error());
  return {};
}

}  // namespace

std::unexpected<Failure> file_failure(const std::string& file, Error error) {
  if (error.message.find(file) == std::string::npos)
    error.message = fmt::format("{}: {}", file, error.message);
  return failure(error);
}

Outcome check_inputs(std::span<const std::string> files) {
  for (const std::string& file : files)
    if (!is_npy(file) && !media::is_still_file(file))
      return usage_error(fmt::format(
          "'{}' is neither .npy nor a picture (.png, .jpg, .webp and others), which can be read",
          file));
  return {};
}

Outcome check_outputs(std::span<const std::string> files) {
  for (const std::string& file : files)
    if (!is_npy(file) && !media::still_format(file))
      return usage_error(fmt::format(
          "'{}' is neither .npy nor .png, .jpg, .jpeg or .webp, which can be written", file));
  return {};
}

OutcomeOf<Buffer> load_tensor(const Compute& compute, const std::string& file,
                              const TensorInfo& tensor) {
  if (media::is_still_file(file)) return load_picture(compute, file, tensor);
  auto buffer = compute.load_npy(file);
  if (!buffer) return file_failure(file, buffer.error());
  return std::move(*buffer);
}

Outcome check_can_save(const std::string& file, const Buffer& buffer) {
  if (!media::still_format(file)) return {};
  if (buffer.dtype() != DType::u8 && buffer.dtype() != DType::f32)
    return file_failure(file, {ErrorCode::wrong_dtype,
                               fmt::format("a picture can be u8 or f32, and the output is {}",
                                           to_string(buffer.dtype()))});
  const Shape& shape = buffer.shape();
  const bool flat = shape.rank() == 2;
  const bool deep = shape.rank() == 3 && (shape[2] == 1 || shape[2] == 3 || shape[2] == 4);
  constexpr auto most = static_cast<std::int64_t>(files::max_png_pixels);
  const auto side = [&](std::int64_t size) { return size >= 1 && size <= most; };
  if ((!flat && !deep) || !side(shape[0]) || !side(shape[1]) || shape[0] > most / shape[1])
    return file_failure(
        file, {ErrorCode::shape_mismatch,
               fmt::format("a picture is {{h, w}}, {{h, w, 1}}, {{h, w, 3}} or {{h, w, 4}} of at "
                           "most {} pixels, and the output is {}",
                           most, to_string(shape))});
  return {};
}

Outcome save_tensor(const Compute& compute, const Buffer& buffer, const std::string& file) {
  if (auto can = check_can_save(file, buffer); !can) return can;
  if (media::still_format(file)) return save_picture(buffer, file);
  if (auto saved = compute.save_npy(buffer, file); !saved) return file_failure(file, saved.error());
  return {};
}

Outcome save_and_say(const Compute& compute, const Buffer& buffer, const std::string& file) {
  if (auto saved = save_tensor(compute, buffer, file); !saved) return saved;
  say("wrote {}: {} {}\n", file, to_string(buffer.dtype()), to_string(buffer.shape()));
  return {};
}

}  // namespace dala::cli

#include "tensor_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "files/png.hpp"
#include "text.hpp"

namespace dala::cli {
namespace {

bool has_extension(const std::string& file, std::string_view extension) {
  std::string found = std::filesystem::path(file).extension().string();
  std::ranges::transform(found, found.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return found == extension;
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

Outcome save_picture(const Buffer& buffer, const std::string& file) {
  const Shape& shape = buffer.shape();
  const auto bytes = picture_bytes(buffer);
  if (!bytes) return file_failure(file, bytes.error());
  const auto written = files::write_png(
      file, static_cast<std::uint32_t>(shape[1]), static_cast<std::uint32_t>(shape[0]),
      shape.rank() == 2 ? 1 : static_cast<unsigned>(shape[2]), *bytes);
  if (!written) return file_failure(file, written.error());
  return {};
}

}  // namespace

std::unexpected<Failure> file_failure(const std::string& file, Error error) {
  if (error.message.find(file) == std::string::npos)
    error.message = fmt::format("{}: {}", file, error.message);
  return failure(error);
}

Outcome check_extension(const std::string& file) {
  if (has_extension(file, ".npy") || has_extension(file, ".png")) return {};
  return usage_error(
      fmt::format("'{}' is neither .npy nor .png, the files that can be read and written", file));
}

OutcomeOf<Buffer> load_tensor(const Compute& compute, const std::string& file,
                              const TensorInfo& tensor) {
  if (has_extension(file, ".png")) return load_picture(compute, file, tensor);
  auto buffer = compute.load_npy(file);
  if (!buffer) return file_failure(file, buffer.error());
  return std::move(*buffer);
}

Outcome check_can_save(const std::string& file, const Buffer& buffer) {
  if (!has_extension(file, ".png")) return {};
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
  if (has_extension(file, ".png")) return save_picture(buffer, file);
  if (auto saved = compute.save_npy(buffer, file); !saved) return file_failure(file, saved.error());
  return {};
}

Outcome save_and_say(const Compute& compute, const Buffer& buffer, const std::string& file) {
  if (auto saved = save_tensor(compute, buffer, file); !saved) return saved;
  fmt::print("wrote {}: {} {}\n", file, to_string(buffer.dtype()), to_string(buffer.shape()));
  return {};
}

}  // namespace dala::cli

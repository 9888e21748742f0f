#include "ml/pre/preprocess.hpp"

#include <cmath>

#include <dala/ml/tasks.hpp>

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"

namespace dala::ml {

namespace {

constexpr float filled = -2;

void add_axis(const AxisPlacement& axis, std::uint32_t count, std::span<float> pixels,
              std::span<float> shares) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i < axis.first || i >= axis.first + axis.count) {
      pixels[i] = filled;
      continue;
    }
    const double at = axis.back(i + 0.5) - 0.5;
    const double first = std::floor(at);
    pixels[i] = static_cast<float>(first);
    shares[i] = static_cast<float>(at - first);
  }
}

// As preprocess.dk reads it.
std::vector<float> make_table(const CardInput& input, const Placement& placement) {
  const std::size_t parts = std::size_t{input.width} + input.height;
  std::vector<float> table((2 * parts) + 10);
  const std::span<float> all = table;
  add_axis(placement.x, input.width, all.first(input.width), all.subspan(parts, input.width));
  add_axis(placement.y, input.height, all.subspan(input.width, input.height),
           all.subspan(parts + input.width, input.height));
  for (std::size_t c = 0; c < 3; ++c) {
    const std::span<float> numbers = all.subspan((2 * parts) + (3 * c), 3);
    numbers[0] = static_cast<float>(input.bgr ? 2 - c : c);
    numbers[1] = static_cast<float>(1 / (255 * input.deviation[c]));
    numbers[2] = static_cast<float>(-input.mean[c] / input.deviation[c]);
  }
  table.back() = input.fill;
  return table;
}

}  // namespace

Result<media::FrameSize> size_of_frame(const Buffer& frame) {
  if (!frame) return fail(ErrorCode::invalid_handle, "the frame is an empty Buffer handle");
  const Shape& shape = frame.shape();
  const auto side = [&](std::size_t axis) {
    return shape[axis] >= 1 && shape[axis] <= media::max_picture_side;
  };
  if (frame.dtype() != DType::u8 || shape.rank() != 3 || shape[2] != 4 || !side(0) || !side(1))
    return fail(ErrorCode::shape_mismatch,
                "the frame is {} of {}; it must be u8 of {{height, width, 4}}, each side from 1 to "
                "{}",
                to_string(frame.dtype()), to_string(shape), media::max_picture_side);
  return media::FrameSize{static_cast<std::uint32_t>(shape[1]),
                          static_cast<std::uint32_t>(shape[0])};
}

Shape tensor_shape(const CardInput& input) { return {1, 3, input.height, input.width}; }

Result<Preprocess> Preprocess::make(const Compute& compute, const CardInput& input,
                                    media::FrameSize size) {
  Preprocess made;
  DALA_ASSIGN(made.kernel_,
              register_generated(compute, "ml_preprocess",
                                 {.text = std::string(kernel::builtin_text("ml/pre/preprocess"))}));
  made.size_ = size;
  made.placement_ = place(input, size);
  const std::vector<float> table = make_table(input, made.placement_);
  DALA_ASSIGN(made.table_, compute.buffer<float>(table, {static_cast<std::int64_t>(table.size())}));
  return made;
}

Command Preprocess::command(const Buffer& frame, const Buffer& tensor) const {
  return {.kernel = kernel_, .inputs = {frame, table_}, .outputs = tensor};
}

Result<Command> preprocess_command(const Compute& compute, const CardInput& input,
                                   const Buffer& frame, const Buffer& tensor) {
  DALA_ASSIGN(const media::FrameSize size, size_of_frame(frame));
  if (!tensor || tensor.dtype() != DType::f32 || tensor.shape() != tensor_shape(input))
    return fail(ErrorCode::shape_mismatch, "the tensor is {} of {}; it must be f32 of {}",
                to_string(tensor.dtype()), to_string(tensor.shape()),
                to_string(tensor_shape(input)));
  DALA_ASSIGN(const Preprocess made, Preprocess::make(compute, input, size));
  return made.command(frame, tensor);
}

}  // namespace dala::ml

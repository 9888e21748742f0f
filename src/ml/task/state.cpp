#include "ml/task/state.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/image.hpp"
#include "ml/graph/element_type.hpp"

namespace dala::ml {

namespace {

std::string names(std::span<const ModelTensor> tensors) {
  std::string text;
  for (const ModelTensor& tensor : tensors) text += (text.empty() ? "" : ", ") + tensor.name;
  return text;
}

bool takes(const ModelTensor& tensor, const Shape& shape) {
  if (computed_in(tensor.dtype) != DType::f32 || tensor.dims.size() != shape.rank()) return false;
  for (std::size_t i = 0; i < shape.rank(); ++i)
    if (tensor.dims[i] != -1 && tensor.dims[i] != shape[i]) return false;
  return true;
}

}  // namespace

Result<void> TaskModel::State::check() {
  if (card_.input.width == 0 && card_.outputs.empty()) return {};
  // Cards that were read are good; this one may have been made by the program.
  const auto side = [](std::uint32_t size) { return size >= 1 && size <= media::max_picture_side; };
  if (!side(card_.input.width) || !side(card_.input.height))
    return fail(ErrorCode::invalid_argument, "the card of {} has an input of {} x {}", card_.name,
                card_.input.width, card_.input.height);
  const ModelInfo& info = model_.info();
  if (info.inputs.size() != 1 || info.inputs[0].name != card_.input.name)
    return fail(ErrorCode::bad_file, "{}: the card wants one input called {}; the model has {}",
                card_.name, card_.input.name, names(info.inputs));
  const Shape wanted = tensor_shape(card_.input);
  if (!takes(info.inputs[0], wanted))
    return fail(ErrorCode::bad_file,
                "{}: the model's input {} does not take f32 of {}, as its "
                "card says",
                card_.name, card_.input.name, to_string(wanted));
  for (const CardOutput& output : card_.outputs) {
    const auto found = std::ranges::find(info.outputs, output.name, &ModelTensor::name);
    if (found == info.outputs.end())
      return fail(ErrorCode::bad_file, "{}: the card names an output {}; the model has {}",
                  card_.name, output.name, names(info.outputs));
    outputs_.push_back(static_cast<std::size_t>(found - info.outputs.begin()));
  }
  return {};
}

Result<void> TaskModel::State::check_has_input() const {
  if (card_.input.width > 0) return {};
  return fail(ErrorCode::invalid_argument,
              "{} has no card that says how it wants to see pictures; give it tensors with predict",
              card_.name);
}

Result<Buffer> TaskModel::State::frame_of(const PictureRef& picture) {
  if (picture.frame() != nullptr) return *picture.frame();
  const ImageView& given = picture.image();
  DALA_TRY(check_image(given, "a picture"));
  const Shape shape{given.height, given.width, 4};
  if (upload_ && upload_.shape() == shape) {
    DALA_TRY(upload_.write(given.rgba));
  } else {
    DALA_ASSIGN(upload_, model_.compute().buffer(given.rgba, shape));
  }
  return upload_;
}

Result<void> TaskModel::State::fit(media::FrameSize size) {
  if (preprocess_ && preprocess_->size() == size) return {};
  DALA_ASSIGN(preprocess_, Preprocess::make(model_.compute(), card_.input, size));
  return {};
}

Result<void> TaskModel::State::bring(const PictureRef& picture) {
  DALA_TRY(check_has_input());
  DALA_ASSIGN(const Buffer frame, frame_of(picture));
  DALA_ASSIGN(const media::FrameSize size, size_of_frame(frame));
  DALA_TRY(fit(size));
  const Compute& compute = model_.compute();
  if (!tensor_) {
    DALA_ASSIGN(tensor_, compute.buffer_zeros(tensor_shape(card_.input), DType::f32));
  }
  // Not waited for: whoever reads the tensor does, and gets the error if there is one.
  DALA_TRY(compute.submit(preprocess_->command(frame, tensor_)));
  return {};
}

Result<Buffer> TaskModel::State::preprocess(const PictureRef& picture) {
  const std::scoped_lock lock(mutex_);
  DALA_TRY(bring(picture));
  return model_.compute().copy(tensor_);
}

Result<Command> TaskModel::State::preprocess_command(const Buffer& frame, const Buffer& tensor) {
  DALA_TRY(check_has_input());
  DALA_ASSIGN(const media::FrameSize size, size_of_frame(frame));
  const std::scoped_lock lock(mutex_);
  DALA_TRY(fit(size));
  if (!tensor || tensor.dtype() != DType::f32 || tensor.shape() != tensor_shape(card_.input))
    return fail(ErrorCode::shape_mismatch, "{} sees pictures as f32 of {}", card_.name,
                to_string(tensor_shape(card_.input)));
  return preprocess_->command(frame, tensor);
}

Result<Look> TaskModel::State::look(const PictureRef& picture) {
  const std::scoped_lock lock(mutex_);
  DALA_TRY(bring(picture));
  const DType wanted = model_.info().inputs[0].dtype;
  Buffer given = tensor_;
  if (wanted != DType::f32) {
    DALA_ASSIGN(given, model_.compute().cast(tensor_, wanted));
  }
  DALA_ASSIGN(auto outputs, model_.predict(given));
  return Look{std::move(outputs), preprocess_->size(), preprocess_->placement()};
}

Result<Buffer> TaskModel::State::output(const Look& look, std::string_view role,
                                        std::size_t rank) const {
  const auto found = std::ranges::find(card_.outputs, role, &CardOutput::role);
  if (found == card_.outputs.end())
    return fail(ErrorCode::invalid_argument, "the card of {} does not say which output is {}",
                card_.name, role);
  const auto index = static_cast<std::size_t>(found - card_.outputs.begin());
  const Buffer& buffer = look.outputs[outputs_[index]];
  if (computed_in(buffer.dtype()) == DType::f32 && buffer.shape().rank() == rank &&
      buffer.shape()[0] == 1)
    return buffer.dtype() == DType::f32 ? buffer : model_.compute().cast(buffer, DType::f32);
  return fail(ErrorCode::shape_mismatch,
              "{}: the output {} is {} of {}; the answer needs f32 of rank {}, and 1 first",
              card_.name, found->name, to_string(buffer.dtype()), to_string(buffer.shape()), rank);
}

}  // namespace dala::ml

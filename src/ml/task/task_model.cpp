#include "core/error.hpp"
#include "core/handle.hpp"
#include "ml/task/state.hpp"

namespace dala::ml {

Result<TaskModel> TaskModel::make(Model model, ModelCard card, std::vector<std::string> labels) {
  if (labels.empty()) labels = card.labels;
  auto state = std::make_shared<State>(std::move(model), std::move(card), std::move(labels));
  DALA_TRY(state->check());
  return TaskModel(std::move(state));
}

const Model& TaskModel::model() const {
  if (state_ == nullptr) return nothing<Model>(nullptr);
  return state_->model();
}

const ModelCard& TaskModel::card() const {
  if (state_ == nullptr) return nothing<ModelCard>();
  return state_->card();
}

std::span<const std::string> TaskModel::labels() const {
  if (state_ == nullptr) return {};
  return state_->labels();
}

std::string TaskModel::label(std::size_t id) const {
  if (id < labels().size()) return labels()[id];
  return format("{} {}",
                card().task == Task::faces || card().task == Task::pose ? "point" : "class", id);
}

Result<Buffer> TaskModel::preprocess(const PictureRef& picture) const {
  if (state_ == nullptr) return empty_handle("TaskModel");
  return state_->preprocess(picture);
}

Result<Command> TaskModel::preprocess_command(const Buffer& frame, const Buffer& tensor) const {
  if (state_ == nullptr) return empty_handle("TaskModel");
  return state_->preprocess_command(frame, tensor);
}

Result<std::vector<Buffer>> TaskModel::predict_frame(const PictureRef& picture) const {
  if (state_ == nullptr) return empty_handle("TaskModel");
  DALA_ASSIGN(auto look, state_->look(picture));
  return std::move(look.outputs);
}

}  // namespace dala::ml

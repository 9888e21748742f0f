// The state behind a TaskModel: the model, and the preprocessing for the last picture size.
#pragma once

#include <mutex>
#include <optional>

#include <dala/ml/tasks.hpp>

#include "ml/pre/preprocess.hpp"

namespace dala::ml {

// The model's answer to a picture.
struct Look {
  std::vector<Buffer> outputs;  // in the order of the model
  media::FrameSize size;
  Placement placement;
};

class TaskModel::State {
 public:
  State(Model model, ModelCard card, std::vector<std::string> labels)
      : model_(std::move(model)), card_(std::move(card)), labels_(std::move(labels)) {}

  // That the model has what the card names.
  [[nodiscard]] Result<void> check();

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const ModelCard& card() const { return card_; }
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }

  [[nodiscard]] Result<Buffer> preprocess(const PictureRef& picture);
  [[nodiscard]] Result<Command> preprocess_command(const Buffer& frame, const Buffer& tensor);
  [[nodiscard]] Result<Look> look(const PictureRef& picture);
  // The output that plays this role; f32 of this rank.
  [[nodiscard]] Result<Buffer> output(const Look& look, std::string_view role,
                                      std::size_t rank) const;

 private:
  [[nodiscard]] Result<void> check_has_input() const;
  // The frame on the device; one from the host's memory is written into a buffer that is kept.
  [[nodiscard]] Result<Buffer> frame_of(const PictureRef& picture);
  [[nodiscard]] Result<void> fit(media::FrameSize size);
  [[nodiscard]] Result<void> bring(const PictureRef& picture);

  Model model_;
  ModelCard card_;
  std::vector<std::string> labels_;
  std::vector<std::size_t> outputs_;  // of the model, for each of the card
  std::mutex mutex_;                  // for what follows: the tensor is one picture's at a time
  std::optional<Preprocess> preprocess_;
  Buffer upload_;
  Buffer tensor_;
};

}  // namespace dala::ml

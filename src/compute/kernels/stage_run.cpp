#include "compute/kernels/stage_run.hpp"

#include <algorithm>

namespace dala {

StageRun::StageRun(std::vector<Stage> stages, const StageConstants* constants)
    : stages_(std::move(stages)), constants_(constants) {
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const BufferList& inputs = stages_[i].command->inputs;
    for (std::size_t k = i == 0 ? 0 : 1; k < inputs.size(); ++k)
      if (std::ranges::find(inputs_, inputs[k]) == inputs_.end()) inputs_.push_back(inputs[k]);
  }
}

StageRun StageRun::first(std::size_t count) const {
  return StageRun({stages_.begin(), stages_.begin() + static_cast<std::ptrdiff_t>(count)},
                  constants_);
}

std::size_t StageRun::input(std::size_t stage, std::size_t number) const {
  const auto found = std::ranges::find(inputs_, stages_[stage].command->inputs[number]);
  return static_cast<std::size_t>(found - inputs_.begin());
}

std::size_t StageRun::param(std::size_t stage) const {
  std::size_t first = 0;
  for (std::size_t i = 0; i < stage; ++i) first += stages_[i].params;
  return first;
}

}  // namespace dala

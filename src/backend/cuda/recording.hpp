// Launches as a CUDA graph: the device gets all of them with one call.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/cuda/driver/session.hpp"
#include "backend/device.hpp"

namespace dala::backend::cuda {

class GraphRecording final : public Recording {
 public:
  ~GraphRecording() override;
  GraphRecording(const GraphRecording&) = delete;
  GraphRecording& operator=(const GraphRecording&) = delete;

  [[nodiscard]] static Result<std::unique_ptr<Recording>> make(
      std::shared_ptr<Session> session, std::span<const RecordedLaunch> launches);

  [[nodiscard]] Result<void> replay() override;
  [[nodiscard]] const char* name() const override { return "CUDA graph"; }

 private:
  GraphRecording(std::shared_ptr<Session> session, std::span<const RecordedLaunch> launches);
  [[nodiscard]] Result<void> record(const Use& use);

  std::shared_ptr<Session> session_;
  std::vector<RecordedLaunch> launches_;
  GraphExecHandle graph_ = nullptr;
  std::uint64_t generation_ = 0;  // of the context the graph is in
};

}  // namespace dala::backend::cuda

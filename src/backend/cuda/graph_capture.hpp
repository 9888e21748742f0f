// Launches captured as a CUDA graph: the device gets all of them with one call.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/cuda/driver/session.hpp"
#include "backend/device.hpp"

namespace dala::backend::cuda {

class GraphCapture final : public LaunchCapture {
 public:
  ~GraphCapture() override;
  GraphCapture(const GraphCapture&) = delete;
  GraphCapture& operator=(const GraphCapture&) = delete;

  [[nodiscard]] static Result<std::unique_ptr<LaunchCapture>> make(
      std::shared_ptr<Session> session, std::span<const CapturedLaunch> launches);

  [[nodiscard]] Result<void> replay() override;
  [[nodiscard]] const char* name() const override { return "CUDA graph"; }

 private:
  GraphCapture(std::shared_ptr<Session> session, std::span<const CapturedLaunch> launches);
  [[nodiscard]] Result<void> capture_launches(const Use& use);

  std::shared_ptr<Session> session_;
  std::vector<CapturedLaunch> launches_;
  GraphExecHandle graph_ = nullptr;
  std::uint64_t generation_ = 0;  // of the context the graph is in
};

}  // namespace dala::backend::cuda

#include "backend/cuda/graph_capture.hpp"

#include "core/error.hpp"

namespace dala::backend::cuda {

GraphCapture::GraphCapture(std::shared_ptr<Session> session,
                           std::span<const CapturedLaunch> launches)
    : session_(std::move(session)), launches_(launches.begin(), launches.end()) {}

GraphCapture::~GraphCapture() {
  if (graph_ == nullptr) return;
  // The driver keeps a graph that still runs until it is done.
  if (const auto use = session_->use(); use && use->generation() == generation_)
    use->driver().GraphExecDestroy(graph_);
}

Result<std::unique_ptr<LaunchCapture>> GraphCapture::make(
    std::shared_ptr<Session> session, std::span<const CapturedLaunch> launches) {
  std::unique_ptr<GraphCapture> made(new GraphCapture(std::move(session), launches));
  DALA_ASSIGN(const Use use, made->session_->use());
  DALA_TRY(made->capture_launches(use));
  return made;
}

Result<void> GraphCapture::capture_launches(const Use& use) {
  DALA_ASSIGN(Capture capture, Capture::begin(use));
  for (const CapturedLaunch& launch : launches_) DALA_TRY(launch.executable->launch(launch.call));
  DALA_ASSIGN(GraphHandle taken, capture.end(use));
  const Status made = use.driver().GraphInstantiate(&graph_, taken, 0);
  use.driver().GraphDestroy(taken);
  DALA_TRY(use.check(made, "making a CUDA graph"));
  generation_ = use.generation();
  return {};
}

Result<void> GraphCapture::replay() {
  DALA_ASSIGN(const Use use, session_->use());
  if (generation_ != use.generation()) {
    graph_ = nullptr;  // went with its context
    DALA_TRY(capture_launches(use));
  }
  return use.check(use.driver().GraphLaunch(graph_, use.stream()), "launching a CUDA graph");
}

}  // namespace dala::backend::cuda

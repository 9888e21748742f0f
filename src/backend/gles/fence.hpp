// Fences on OpenGL ES: a sync object among the commands, which the GL thread looks at.
#pragma once

#include <memory>

#include "backend/device.hpp"
#include "backend/gles/context/gl_thread.hpp"

namespace dala::backend::gles {

class SyncFence final : public Fence, private GlCommand, private Waiting {
 public:
  explicit SyncFence(std::shared_ptr<GlThread> thread) : thread_(std::move(thread)) {}
  // The destructor waits where the fence is marked and not passed yet, because the GL thread still
  // refers to it.
  ~SyncFence() override;
  SyncFence(const SyncFence&) = delete;
  SyncFence& operator=(const SyncFence&) = delete;

  [[nodiscard]] Result<void> mark() override;
  [[nodiscard]] bool is_passed() override { return passed_.is_set(); }
  [[nodiscard]] Result<void> wait() override;

 private:
  void run(Session& session) override;
  void resume(Session& session) override;

  std::shared_ptr<GlThread> thread_;
  Signal passed_;
  Result<void> result_;
  std::uint64_t generation_ = 0;  // of the context that the sync object is in
  bool marked_ = false;
};

}  // namespace dala::backend::gles

// Fences on CUDA: an event in the stream that everything goes into.
#pragma once

#include <memory>

#include "backend/cuda/driver/session.hpp"
#include "backend/device.hpp"

namespace dala::backend::cuda {

class EventFence final : public Fence {
 public:
  explicit EventFence(std::shared_ptr<Session> session) : session_(std::move(session)) {}
  ~EventFence() override;
  EventFence(const EventFence&) = delete;
  EventFence& operator=(const EventFence&) = delete;

  [[nodiscard]] Result<void> mark() override;
  [[nodiscard]] bool is_passed() override;
  [[nodiscard]] Result<void> wait() override;

 private:
  std::shared_ptr<Session> session_;
  EventHandle event_ = nullptr;
  std::uint64_t generation_ = 0;  // of the context that the event is in
};

}  // namespace dala::backend::cuda

// Device memory from the driver's stream-ordered pool, and how the host gets at it: through pinned
// memory, in pieces, so that copying on the host and moving over the bus go on at the same time.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <span>

#include "backend/cuda/driver/session.hpp"
#include "backend/device.hpp"
#include "core/memory_budget.hpp"

namespace dala::backend::cuda {

class CudaMemory final : public Memory {
 public:
  ~CudaMemory() override;
  CudaMemory(const CudaMemory&) = delete;
  CudaMemory& operator=(const CudaMemory&) = delete;

  // Zeroed.
  [[nodiscard]] static Result<std::unique_ptr<Memory>> make(std::shared_ptr<Session> session,
                                                            std::shared_ptr<MemoryBudget> budget,
                                                            std::size_t bytes);

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::byte* host() const override { return nullptr; }

  // For reading. Error `device_lost` where what it held is gone with an earlier context.
  [[nodiscard]] Result<Pointer> contents(const Use& use) const;
  // For writing: after a lost context there is new memory, zeroed.
  [[nodiscard]] Result<Pointer> target(const Use& use);

 private:
  CudaMemory(std::shared_ptr<Session> session, std::shared_ptr<MemoryBudget> budget,
             std::size_t size);
  [[nodiscard]] Result<void> take(const Use& use);

  std::shared_ptr<Session> session_;
  std::shared_ptr<MemoryBudget> budget_;
  std::size_t size_;
  Pointer pointer_ = 0;
  std::uint64_t generation_ = 0;
};

[[nodiscard]] inline CudaMemory& as_cuda(Memory& memory) {
  return static_cast<CudaMemory&>(memory);
}
[[nodiscard]] inline const CudaMemory& as_cuda(const Memory& memory) {
  return static_cast<const CudaMemory&>(memory);
}

// Pinned memory on the way between host and device.
class Staging {
 public:
  explicit Staging(std::shared_ptr<Session> session) : session_(std::move(session)) {}
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // Returns when `from` may change; the device may still be at it.
  [[nodiscard]] Result<void> write(Memory& to, std::span<const std::byte> from);
  [[nodiscard]] Result<void> read(const Memory& from, std::span<std::byte> to);

 private:
  static constexpr std::size_t piece_bytes = std::size_t{4} << 20U;
  struct Piece {
    std::byte* memory = nullptr;
    EventHandle done = nullptr;  // with the last copy that used it
  };
  [[nodiscard]] Result<void> make(const Use& use);
  void drop(const Driver& driver);

  std::shared_ptr<Session> session_;
  std::mutex mutex_;
  std::uint64_t generation_ = 0;
  std::array<Piece, 2> pieces_;
};

[[nodiscard]] Result<void> copy_memory(Session& session, const Memory& from, Memory& to,
                                       std::size_t bytes);

}  // namespace dala::backend::cuda

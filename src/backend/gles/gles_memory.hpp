// Buffers of the context as device memory. The host does not see them.
#pragma once

#include <memory>
#include <span>

#include "backend/device.hpp"
#include "backend/gles/context/gl_thread.hpp"
#include "core/memory_budget.hpp"

namespace dala::backend::gles {

class GlesMemory final : public Memory {
 public:
  ~GlesMemory() override;
  GlesMemory(const GlesMemory&) = delete;
  GlesMemory& operator=(const GlesMemory&) = delete;

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::byte* host() const override { return nullptr; }
  // To be used on the GL thread, by commands posted before this memory goes.
  [[nodiscard]] BufferObject* object() const;

 private:
  struct Owned;
  friend Result<std::unique_ptr<Memory>> allocate_memory(const std::shared_ptr<GlThread>& thread,
                                                         std::shared_ptr<MemoryBudget> budget,
                                                         std::size_t bytes);
  GlesMemory(std::shared_ptr<GlThread> thread, std::shared_ptr<MemoryBudget> budget, Owned* owned,
             std::size_t size);

  std::shared_ptr<GlThread> thread_;
  std::shared_ptr<MemoryBudget> budget_;
  Owned* owned_;  // goes on the GL thread, after all that was posted before
  std::size_t size_;
};

[[nodiscard]] inline BufferObject* object_of(const Memory& memory) {
  return static_cast<const GlesMemory&>(memory).object();
}

// Zeroed.
[[nodiscard]] Result<std::unique_ptr<Memory>> allocate_memory(
    const std::shared_ptr<GlThread>& thread, std::shared_ptr<MemoryBudget> budget,
    std::size_t bytes);

[[nodiscard]] Result<void> write_memory(GlThread& thread, const Memory& to,
                                        std::span<const std::byte> from);
// Other commands go on while this waits for those before it.
[[nodiscard]] Result<void> read_memory(GlThread& thread, const Memory& from,
                                       std::span<std::byte> to);
// Until the device has done all that was posted so far, with what went wrong in it.
[[nodiscard]] Result<void> wait_for_all(GlThread& thread);
[[nodiscard]] Result<void> copy_memory(GlThread& thread, const Memory& from, const Memory& to,
                                       std::size_t bytes);

}  // namespace dala::backend::gles

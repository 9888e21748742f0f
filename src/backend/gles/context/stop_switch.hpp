// Two words that the host and a running shader see at once: the host sets the first to end the
// shader, which sets the second when it has left something out
// (kernel/legalize/call_specialisation.hpp).
#pragma once

#include <cstdint>
#include <mutex>

#include "backend/gles/context/context.hpp"

namespace dala::backend::gles {

class StopSwitch {
 public:
  StopSwitch() = default;
  StopSwitch(const StopSwitch&) = delete;
  StopSwitch& operator=(const StopSwitch&) = delete;

  // The rest but `ask` is for the context's thread. Both words 0, for the next launch. Error
  // `unsupported` where the driver has no memory of this kind.
  [[nodiscard]] Result<void> reset(const Context& context);
  [[nodiscard]] GLuint buffer() const { return buffer_; }
  [[nodiscard]] bool was_heeded();
  // Before the context goes.
  void close(const Context& context);

  // From any thread, and again until the shader has ended: where the device's atomics go over a bus
  // one of them may write back what it read before.
  void ask();

 private:
  GLuint buffer_ = 0;
  std::mutex mutex_;  // of the words, which go with the context
  volatile std::uint32_t* words_ = nullptr;
};

}  // namespace dala::backend::gles

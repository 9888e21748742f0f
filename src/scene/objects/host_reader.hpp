// Pictures of a device for code of the host: without a copy where they are in its memory.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <dala/compute.hpp>

namespace dala::scene {

// One thread at a time.
class HostReader {
 public:
  using Look = std::function<void(std::span<const std::uint8_t>)>;

  [[nodiscard]] static Result<HostReader> make(const Compute& compute);

  // Whether nothing is copied.
  [[nodiscard]] bool in_place() const;
  // Calls look(bytes) when everything submitted before that writes the buffer is done.
  [[nodiscard]] Result<void> read(const Buffer& buffer, const Look& look) const;

 private:
  struct State;
  explicit HostReader(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

}  // namespace dala::scene

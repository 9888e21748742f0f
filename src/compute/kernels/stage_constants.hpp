// Buffers of a pipeline that nobody ever writes, and what is in them: variants may lay such numbers
// out in an order of their own.
#pragma once

#include <cstddef>
#include <map>
#include <span>

#include <dala/compute/buffer.hpp>

namespace dala {

class StageConstants {
 public:
  // The bytes are there until the pipeline is planned.
  void add(const Buffer& buffer, std::span<const std::byte> bytes) {
    bytes_[buffer.state().get()] = bytes;
  }
  // Nothing of a buffer that is none of them.
  [[nodiscard]] std::span<const std::byte> find(const Buffer& buffer) const {
    const auto found = bytes_.find(buffer.state().get());
    return found == bytes_.end() ? std::span<const std::byte>() : found->second;
  }

 private:
  std::map<const Buffer::State*, std::span<const std::byte>> bytes_;
};

}  // namespace dala

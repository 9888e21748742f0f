// How many parts an ONNX file has, before it is read: each becomes an object many times larger than
// the two bytes that it may take in the file.
#pragma once

#include <span>

#include "core/error.hpp"

namespace dala::ml {

inline constexpr std::size_t most_parts = 2'000'000;

// Error when there are more. Says nothing about files that are damaged.
[[nodiscard]] Result<void> check_parts(std::span<const std::byte> file);

}  // namespace dala::ml

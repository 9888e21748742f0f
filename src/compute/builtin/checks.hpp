// What the shape rules of several built-in kernels have in common. Messages start with the name of
// the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "backend/device.hpp"
#include "core/error.hpp"

namespace dala {

// All inputs and the output have one dtype.
[[nodiscard]] Result<void> check_same_dtype(const backend::KernelCall& call);

// The output's shape is `expected`; `because` says where that comes from ("input's shape").
[[nodiscard]] Result<void> check_output_shape(const backend::KernelCall& call,
                                              const Shape& expected, std::string_view because);

// The same with a text that is made only when it is needed, because making it allocates.
template <typename MakeText>
  requires std::is_invocable_v<MakeText>
[[nodiscard]] Result<void> check_output_shape(const backend::KernelCall& call,
                                              const Shape& expected, MakeText&& because) {
  if (call.outputs[0].shape == expected) return {};
  return check_output_shape(call, expected, std::string_view(because()));
}

// One input, and an output of the same dtype and shape.
[[nodiscard]] Result<void> check_like_input(const backend::KernelCall& call);

// Where `axis` points, negative ones counting from the end. A scalar counts as one dimension of
// size 1, so that code for any rank needs no special case.
[[nodiscard]] Result<std::size_t> resolve_axis(std::string_view kernel, std::int64_t axis,
                                               const Shape& shape);

// Whether both are the same memory. Memory that is not there yet is shared with nothing.
[[nodiscard]] inline bool same_memory(const backend::TensorRef& a, const backend::TensorRef& b) {
  return a.memory != nullptr && a.memory == b.memory;
}

}  // namespace dala

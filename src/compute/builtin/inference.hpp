// What the built-in kernels have in common when they say what their outputs are. Messages start
// with the name of the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "backend/device.hpp"
#include "compute/kernels/inferred_output.hpp"
#include "core/error.hpp"

namespace dala {

// The dtype that all inputs have; an error where they differ.
[[nodiscard]] Result<DType> common_dtype(const backend::KernelCall& call);

// An output of the input's dtype and shape.
[[nodiscard]] Result<InferredOutputs> like_input(const backend::KernelCall& call);

// Where `axis` points, negative ones counting from the end. A scalar counts as one dimension of
// size 1, so that code for any rank needs no special case.
[[nodiscard]] Result<std::size_t> resolve_axis(std::string_view kernel, std::int64_t axis,
                                               const Shape& shape);

}  // namespace dala

// The maths functions on scalars.
#pragma once

#include <cstdint>
#include <span>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

using ScalarBits = std::uint64_t;  // see ir/scalar_ops.hpp

// All but `dot`, `length`, `normalize` and `select`, which are not done lane by lane.
[[nodiscard]] ScalarBits apply(ir::MathOp op, ir::Scalar scalar, std::span<const ScalarBits> args);

}  // namespace dala::kernel

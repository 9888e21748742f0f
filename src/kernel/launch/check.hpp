// Whether a launch fits a kernel. Everything that comes from outside passes here once, in the
// compute layer; what lies below relies on it.
#pragma once

#include <dala/core/error.hpp>
#include <dala/core/kernel_info.hpp>
#include <dala/core/params.hpp>

#include "kernel/ir/ir.hpp"
#include "kernel/launch/host_launch.hpp"

namespace dala::kernel {

// A tensor of this type and shape, in the place of `tensor`.
[[nodiscard]] Result<void> check_tensor(const ir::Module& module, const ir::Tensor& tensor,
                                        DType dtype, const Shape& shape);

// Whether all positions in a domain of this shape fit s32.
[[nodiscard]] Result<void> check_grid(const ir::Module& module, const Shape& domain);

[[nodiscard]] Result<void> check_param(const ir::Module& module, const ir::Param& param,
                                       const ParamValue& given);

// All of it: how many tensors and parameters there are, and each of them.
[[nodiscard]] Result<void> check_launch(const ir::Module& module, const HostLaunch& launch);

}  // namespace dala::kernel

// Whether a launch fits a kernel. Everything that comes from outside passes here once, in the
// compute layer; what lies below relies on it.
#pragma once

#include <dala/core/error.hpp>
#include <dala/core/kernel_info.hpp>
#include <dala/core/params.hpp>

#include "kernel/ir/ir.hpp"
#include "kernel/launch/host_launch.hpp"

namespace dala::kernel {

// Whether indices of this type count the elements of a tensor, and along each axis the units of a
// kernel in a domain of this shape.
[[nodiscard]] bool counts_elements(ir::Scalar index, const Shape& shape);
[[nodiscard]] bool counts_units(const ir::Module& module, ir::Scalar index, const Shape& domain);

// A tensor of this type and shape, in the place of `tensor`, but for how large it is.
[[nodiscard]] Result<void> check_tensor(const ir::Module& module, const ir::Tensor& tensor,
                                        DType dtype, const Shape& shape);

// Whether the module's indices count its elements; and, where it is the domain, all units.
[[nodiscard]] Result<void> check_size(const ir::Module& module, std::size_t tensor,
                                      const Shape& shape);

[[nodiscard]] Result<void> check_param(const ir::Module& module, const ir::Param& param,
                                       const ParamValue& given);

// All of it: how many tensors and parameters there are, and each of them.
[[nodiscard]] Result<void> check_launch(const ir::Module& module, const HostLaunch& launch);

}  // namespace dala::kernel

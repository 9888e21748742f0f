// A launch fitted to a kernel: checked, and put in the order of the module. Shared by all that run
// kernels on host memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <dala/error.hpp>
#include <dala/kernel.hpp>

#include "kernel/interpret/grid.hpp"
#include "kernel/interpret/launch.hpp"
#include "kernel/ir/ir.hpp"

namespace dala::kernel {

struct Binding {
  std::array<const HostTensor*, ir::max_tensors> tensors = {};  // by Module::tensors
  std::array<std::uint64_t, ir::max_params> params = {};        // see ir/scalar_ops.hpp
  Grid grid = {};
};

// What a tensor of this type and shape would be refused for.
[[nodiscard]] Result<void> check_tensor(const ir::Module& module, const ir::Tensor& tensor,
                                        DType dtype, const Shape& shape);

// The value as the kernel sees it.
[[nodiscard]] Result<std::uint64_t> bind_param(const ir::Module& module, const ir::Param& param,
                                               const ParamValue& given);

[[nodiscard]] Result<Binding> bind(const ir::Module& module, const Launch& launch);

}  // namespace dala::kernel

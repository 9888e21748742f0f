// A launch in the order of the module, which every backend starts from. Nothing is checked again
// here (check.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include <dala/core/params.hpp>
#include <dala/core/shape.hpp>

#include "kernel/ir/ir.hpp"
#include "kernel/launch/grid.hpp"

namespace dala::kernel {

// A parameter as the kernel sees it, in the form of ir/scalar_ops.hpp.
[[nodiscard]] std::uint64_t param_bits(const ir::Param& param, const ParamValue& given);

// `Call` has `inputs`, `outputs` and `params`; its tensors have a `shape`. It must outlive this.
template <typename Call>
class Binding {
 public:
  using Tensor = std::remove_reference_t<decltype(std::declval<const Call&>().inputs[0])>;

  Binding(const ir::Module& module, const Call& call)
      : tensor_count_(module.tensors.size()), param_count_(module.params.size()) {
    std::size_t input = 0;
    std::size_t output = 0;
    for (std::size_t i = 0; i < tensor_count_; ++i)
      tensors_[i] = module.tensors[i].is_output ? &call.outputs[output++] : &call.inputs[input++];
    for (std::size_t i = 0; i < param_count_; ++i)
      params_[i] = param_bits(module.params[i], call.params[i]);
    grid_ = make_grid(module, tensors_[module.domain]->shape);
  }

  // In the order of Module::tensors.
  [[nodiscard]] std::span<Tensor* const> tensors() const {
    return std::span(tensors_).first(tensor_count_);
  }
  // In the order of Module::params.
  [[nodiscard]] std::span<const std::uint64_t> params() const {
    return std::span(params_).first(param_count_);
  }
  [[nodiscard]] const Grid& grid() const { return grid_; }

 private:
  std::size_t tensor_count_;
  std::size_t param_count_;
  std::array<Tensor*, ir::max_tensors> tensors_ = {};
  std::array<std::uint64_t, ir::max_params> params_ = {};
  Grid grid_;
};

}  // namespace dala::kernel

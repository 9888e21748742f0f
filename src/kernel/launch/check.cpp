#include "kernel/launch/check.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/launch/grid.hpp"

namespace dala::kernel {

namespace {

Result<void> check_length(const ir::Module& module, const ir::Tensor& tensor,
                          const HostTensor& given) {
  const std::size_t bytes = static_cast<std::size_t>(given.shape.elements()) * size_of(given.dtype);
  if (given.bytes.size() == bytes) return {};
  return fail(ErrorCode::wrong_length, "kernel `{}`: tensor `{}` has {} bytes, shape {} needs {}",
              module.name, tensor.name, given.bytes.size(), to_string(given.shape), bytes);
}

}  // namespace

bool counts_elements(ir::Scalar index, const Shape& shape) {
  // An empty tensor can have axes that are longer than it has elements.
  const std::int64_t most = most_elements(index);
  return shape.elements() <= most &&
         std::ranges::all_of(shape.dims(), [most](std::int64_t size) { return size <= most; });
}

bool counts_units(const ir::Module& module, ir::Scalar index, const Shape& domain) {
  const Grid grid = make_grid(module, domain);
  for (std::size_t i = 0; i < 3; ++i)
    if (grid.count[i] > most_elements(index) / grid.dim[i]) return false;
  return true;
}

Result<void> check_tensor(const ir::Module& module, const ir::Tensor& tensor, DType dtype,
                          const Shape& shape) {
  if (ir::scalar_of(dtype) != tensor.scalar)
    return fail(ErrorCode::wrong_dtype, "kernel `{}`: tensor `{}` holds {}, got {}", module.name,
                tensor.name, to_string(ir::Type{tensor.scalar}), to_string(dtype));
  DALA_TRY(shape.validate(dtype));
  if (tensor.rank != 0 && shape.rank() != tensor.rank)
    return fail(ErrorCode::shape_mismatch,
                "kernel `{}` uses {} indices for tensor `{}`, which has shape {}", module.name,
                tensor.rank, tensor.name, to_string(shape));
  return {};
}

Result<void> check_size(const ir::Module& module, std::size_t tensor, const Shape& shape) {
  if (!counts_elements(module.index, shape))
    return fail(ErrorCode::invalid_shape,
                "kernel `{}`: tensor `{}` is {}; positions are {}, so at most {} elements are "
                "possible",
                module.name, module.tensors[tensor].name, to_string(shape),
                to_string(ir::Type{module.index}), most_elements(module.index));
  if (tensor != module.domain || counts_units(module, module.index, shape)) return {};
  return fail(
      ErrorCode::invalid_shape,
      "kernel `{}` would need more units along one axis of {} than the {} that positions of "
      "{} count",
      module.name, to_string(shape), most_elements(module.index),
      to_string(ir::Type{module.index}));
}

Result<void> check_param(const ir::Module& module, const ir::Param& p, const ParamValue& given) {
  const auto* integer = given.get_if<std::int64_t>();
  const bool is_number = integer != nullptr || given.get_if<double>() != nullptr;
  if (ir::is_float(p.scalar) && is_number) return {};
  if (p.scalar == ir::Scalar::boolean && given.get_if<bool>() != nullptr) return {};
  if (!ir::is_integer(p.scalar) || integer == nullptr)
    return fail(ErrorCode::wrong_param_type, "kernel `{}`: parameter `{}` is {}, got {}",
                module.name, p.name, to_string(ir::Type{p.scalar}), to_string(given));
  const auto bits = static_cast<std::uint64_t>(*integer);
  if (ir::wrap(p.scalar, bits) != bits)
    return fail(ErrorCode::param_out_of_range, "kernel `{}`: parameter `{}` is {}, outside {}",
                module.name, p.name, *integer, to_string(ir::Type{p.scalar}));
  return {};
}

Result<void> check_launch(const ir::Module& module, const HostLaunch& launch) {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  for (const ir::Tensor& t : module.tensors) ++(t.is_output ? outputs : inputs);
  if (inputs != launch.inputs.size() || outputs != launch.outputs.size())
    return fail(ErrorCode::wrong_arity, "kernel `{}` takes {} inputs and {} outputs, got {} and {}",
                module.name, inputs, outputs, launch.inputs.size(), launch.outputs.size());
  if (module.params.size() != launch.params.size())
    return fail(ErrorCode::missing_param, "kernel `{}` takes {} parameters, got {}", module.name,
                module.params.size(), launch.params.size());
  std::size_t input = 0;
  std::size_t output = 0;
  for (std::size_t i = 0; i < module.tensors.size(); ++i) {
    const ir::Tensor& t = module.tensors[i];
    const HostTensor& given = t.is_output ? launch.outputs[output++] : launch.inputs[input++];
    DALA_TRY(check_tensor(module, t, given.dtype, given.shape));
    DALA_TRY(check_length(module, t, given));
    DALA_TRY(check_size(module, i, given.shape));
  }
  for (std::size_t i = 0; i < launch.params.size(); ++i)
    DALA_TRY(check_param(module, module.params[i], launch.params[i]));
  return {};
}

}  // namespace dala::kernel

#include "kernel/interpret/binding.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

Result<void> check_tensor(const ir::Module& module, const ir::Tensor& tensor, DType dtype,
                          const Shape& shape) {
  if (ir::scalar_of(dtype) != tensor.scalar)
    return fail(ErrorCode::wrong_dtype, "kernel `{}`: tensor `{}` holds {}, got {}", module.name,
                tensor.name, to_string(ir::Type{tensor.scalar}), to_string(dtype));
  DALA_TRY(shape.validate(dtype));
  // An empty tensor can have axes that are longer than it has elements.
  constexpr std::int64_t longest = std::numeric_limits<std::int32_t>::max();
  if (shape.elements() > longest ||
      std::ranges::any_of(shape.dims(), [](std::int64_t size) { return size > longest; }))
    return fail(ErrorCode::invalid_shape,
                "kernel `{}`: tensor `{}` is {}; positions are s32, so at most {} elements are "
                "possible",
                module.name, tensor.name, to_string(shape), longest);
  if (tensor.rank != 0 && shape.rank() != tensor.rank)
    return fail(ErrorCode::shape_mismatch,
                "kernel `{}` uses {} indices for tensor `{}`, which has shape {}", module.name,
                tensor.rank, tensor.name, to_string(shape));
  return {};
}

namespace {

Result<void> check_length(const ir::Module& module, const ir::Tensor& tensor,
                          const HostTensor& given) {
  const std::size_t bytes = static_cast<std::size_t>(given.shape.elements()) * size_of(given.dtype);
  if (given.bytes.size() == bytes) return {};
  return fail(ErrorCode::wrong_length, "kernel `{}`: tensor `{}` has {} bytes, shape {} needs {}",
              module.name, tensor.name, given.bytes.size(), to_string(given.shape), bytes);
}

Result<std::uint64_t> integer_param(const ir::Module& module, const ir::Param& p,
                                    std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  if (ir::wrap(p.scalar, bits) != bits)
    return fail(ErrorCode::param_out_of_range, "kernel `{}`: parameter `{}` is {}, outside {}",
                module.name, p.name, value, to_string(ir::Type{p.scalar}));
  return bits;
}

}  // namespace

Result<std::uint64_t> bind_param(const ir::Module& module, const ir::Param& p,
                                 const ParamValue& given) {
  const auto* integer = given.get_if<std::int64_t>();
  const auto* number = given.get_if<double>();
  const auto* boolean = given.get_if<bool>();
  if (ir::is_float(p.scalar) && (number != nullptr || integer != nullptr)) {
    const double value = number != nullptr ? *number : static_cast<double>(*integer);
    if (p.scalar == ir::Scalar::f64) return ir::bits_from(value);
    return ir::bits_from(static_cast<float>(value));
  }
  if (ir::is_integer(p.scalar) && integer != nullptr) return integer_param(module, p, *integer);
  if (p.scalar == ir::Scalar::boolean && boolean != nullptr) return *boolean ? 1U : 0U;
  return fail(ErrorCode::wrong_param_type, "kernel `{}`: parameter `{}` is {}, got {}", module.name,
              p.name, to_string(ir::Type{p.scalar}), to_string(given));
}

Result<Binding> bind(const ir::Module& module, const Launch& launch) {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  for (const ir::Tensor& t : module.tensors) ++(t.is_output ? outputs : inputs);
  if (inputs != launch.inputs.size() || outputs != launch.outputs.size())
    return fail(ErrorCode::wrong_arity, "kernel `{}` takes {} inputs and {} outputs, got {} and {}",
                module.name, inputs, outputs, launch.inputs.size(), launch.outputs.size());
  if (module.params.size() != launch.params.size())
    return fail(ErrorCode::missing_param, "kernel `{}` takes {} parameters, got {}", module.name,
                module.params.size(), launch.params.size());
  Binding binding;
  std::size_t input = 0;
  std::size_t output = 0;
  for (std::size_t i = 0; i < module.tensors.size(); ++i) {
    const ir::Tensor& t = module.tensors[i];
    const HostTensor& given = t.is_output ? launch.outputs[output++] : launch.inputs[input++];
    DALA_TRY(check_tensor(module, t, given.dtype, given.shape));
    DALA_TRY(check_length(module, t, given));
    binding.tensors[i] = &given;
  }
  for (std::size_t i = 0; i < launch.params.size(); ++i) {
    DALA_ASSIGN(binding.params[i], bind_param(module, module.params[i], launch.params[i]));
  }
  DALA_ASSIGN(binding.grid, make_grid(module, binding.tensors[module.domain]->shape));
  return binding;
}

}  // namespace dala::kernel

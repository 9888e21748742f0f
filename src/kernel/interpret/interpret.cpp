#include "kernel/interpret/interpret.hpp"

#include <exception>
#include <limits>

#include "core/error.hpp"
#include "kernel/interpret/executor.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

namespace {

Result<void> check_tensor(const ir::Module& module, const ir::Tensor& t, const HostTensor& given) {
  if (ir::scalar_of(given.dtype) != t.scalar)
    return fail(ErrorCode::wrong_dtype, "kernel `{}`: tensor `{}` holds {}, got {}", module.name,
                t.name, to_string(ir::Type{t.scalar}), to_string(given.dtype));
  DALA_TRY(given.shape.validate(given.dtype));
  if (given.shape.elements() > std::numeric_limits<std::int32_t>::max())
    return fail(ErrorCode::invalid_shape,
                "kernel `{}`: tensor `{}` has {} elements; positions are s32, so at most {} are "
                "possible",
                module.name, t.name, given.shape.elements(),
                std::numeric_limits<std::int32_t>::max());
  if (t.rank != 0 && given.shape.rank() != t.rank)
    return fail(ErrorCode::shape_mismatch,
                "kernel `{}` uses {} indices for tensor `{}`, which has shape {}", module.name,
                t.rank, t.name, to_string(given.shape));
  const std::size_t bytes = static_cast<std::size_t>(given.shape.elements()) * size_of(given.dtype);
  if (given.bytes.size() != bytes)
    return fail(ErrorCode::wrong_length, "kernel `{}`: tensor `{}` has {} bytes, shape {} needs {}",
                module.name, t.name, given.bytes.size(), to_string(given.shape), bytes);
  return {};
}

Result<std::vector<TensorView>> bind_tensors(const ir::Module& module, const Launch& launch,
                                             Shape& domain) {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  for (const ir::Tensor& t : module.tensors) ++(t.is_output ? outputs : inputs);
  if (inputs != launch.inputs.size() || outputs != launch.outputs.size())
    return fail(ErrorCode::wrong_arity, "kernel `{}` takes {} inputs and {} outputs, got {} and {}",
                module.name, inputs, outputs, launch.inputs.size(), launch.outputs.size());
  std::vector<TensorView> views;
  std::size_t input = 0;
  std::size_t output = 0;
  for (const ir::Tensor& t : module.tensors) {
    const HostTensor& given = t.is_output ? launch.outputs[output++] : launch.inputs[input++];
    DALA_TRY(check_tensor(module, t, given));
    if (views.size() == module.domain) domain = given.shape;
    views.emplace_back(given, t.scalar);
  }
  return views;
}

Result<std::uint64_t> integer_param(const ir::Module& module, const ir::Param& p,
                                    std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  if (ir::wrap(p.scalar, bits) != bits)
    return fail(ErrorCode::param_out_of_range, "kernel `{}`: parameter `{}` is {}, outside {}",
                module.name, p.name, value, to_string(ir::Type{p.scalar}));
  return bits;
}

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

Result<void> run(const ir::Module& module, const Launch& launch) {
  Shape domain;
  DALA_ASSIGN(std::vector<TensorView> tensors, bind_tensors(module, launch, domain));
  if (module.params.size() != launch.params.size())
    return fail(ErrorCode::missing_param, "kernel `{}` takes {} parameters, got {}", module.name,
                module.params.size(), launch.params.size());
  std::vector<std::uint64_t> params;
  for (std::size_t i = 0; i < launch.params.size(); ++i) {
    DALA_ASSIGN(const std::uint64_t bits, bind_param(module, module.params[i], launch.params[i]));
    params.push_back(bits);
  }
  DALA_ASSIGN(const Grid grid, make_grid(module, domain));
  return Executor(module, std::move(tensors), std::move(params), grid, launch.step_limit).run();
}

}  // namespace

Result<void> interpret(const ir::Module& module, const Launch& launch) noexcept {
  try {
    return run(module, launch);
  } catch (const std::exception&) {
    // Only allocation can fail here. The message is short enough to need none.
    return std::unexpected(Error{ErrorCode::out_of_memory, "no memory"});
  }
}

}  // namespace dala::kernel

#include "kernel/launch/binding.hpp"

#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

std::uint64_t param_bits(const ir::Param& p, const ParamValue& given) {
  const auto* integer = given.get_if<std::int64_t>();
  if (ir::is_float(p.scalar)) {
    const auto* number = given.get_if<double>();
    return ir::real_bits(p.scalar, number != nullptr ? *number : static_cast<double>(*integer));
  }
  if (integer != nullptr) return static_cast<std::uint64_t>(*integer);
  return *given.get_if<bool>() ? 1U : 0U;
}

}  // namespace dala::kernel

#include "kernel/specialise.hpp"

#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

namespace {

// As it is written in a source; nothing where a constant of this type does not hold it.
std::optional<std::string> written(const Constant& constant, std::string_view type_name) {
  const auto type = ir::type_from_name(type_name);
  if (!type || !type->is_scalar()) return std::nullopt;
  const ir::Scalar scalar = type->scalar;
  if (const auto* truth = std::get_if<bool>(&constant.value)) {
    if (scalar != ir::Scalar::boolean) return std::nullopt;
    return *truth ? "true" : "false";
  }
  if (const auto* whole = std::get_if<std::int64_t>(&constant.value)) {
    const auto bits = static_cast<std::uint64_t>(*whole);
    if (!ir::is_integer(scalar) || ir::wrap(scalar, bits) != bits) return std::nullopt;
    return ir::spelled(scalar, bits);
  }
  const double real = std::get<double>(constant.value);
  const std::uint64_t bits = ir::is_float(scalar) ? ir::real_bits(scalar, real) : 0;
  if (!ir::is_float(scalar) || !std::isfinite(ir::real_value(scalar, bits))) return std::nullopt;
  return ir::spelled(scalar, bits);
}

Result<void> set(std::string& text, const Constant& constant) {
  const std::string begin = format("\nconst {}: ", constant.name);
  const std::size_t found = ("\n" + text).find(begin);  // counts as places in `text` do
  if (found == std::string::npos)
    return fail(ErrorCode::internal, "the source declares no constant {}", constant.name);
  const std::size_t type = found + begin.size() - 1;
  const std::size_t equals = text.find(" = ", type);
  const std::size_t end = text.find(";\n", type);
  if (equals == std::string::npos || end == std::string::npos || end < equals)
    return fail(ErrorCode::internal, "the constant {} is not declared on one line", constant.name);
  const std::string type_name = text.substr(type, equals - type);
  const auto value = written(constant, type_name);
  if (!value)
    return fail(ErrorCode::internal, "the constant {} of type {} does not hold the value given",
                constant.name, type_name);
  text.replace(equals + 3, end - equals - 3, *value);
  return {};
}

}  // namespace

Result<std::string> specialised(std::string_view text, std::initializer_list<Constant> constants) {
  std::string made(text);
  for (const Constant& constant : constants) DALA_TRY(set(made, constant));
  return made;
}

Result<std::string> builtin_text(std::string_view name, std::initializer_list<Constant> constants) {
  const std::string_view text = builtin_text(name);
  if (text.empty()) return fail(ErrorCode::internal, "there is no source {}", name);
  return specialised(text, constants);
}

}  // namespace dala::kernel

#include "kernel/ir/type.hpp"

#include <array>

#include "core/format.hpp"

namespace dala::kernel::ir {

namespace {

struct Named {
  std::string_view name;
  Type type;
};

constexpr std::array names = {
#define ELEMENT(name, spelled, ...) Named{spelled, {Scalar::name}},
#include <dala/core/scalar_types.inc>
    Named{"vec2", {Scalar::f32, 2}},  Named{"vec3", {Scalar::f32, 3}},
    Named{"vec4", {Scalar::f32, 4}},  Named{"ivec2", {Scalar::s32, 2}},
    Named{"ivec3", {Scalar::s32, 3}}, Named{"ivec4", {Scalar::s32, 4}},
    Named{"uvec2", {Scalar::u32, 2}}, Named{"uvec3", {Scalar::u32, 3}},
    Named{"uvec4", {Scalar::u32, 4}}, Named{"()", {Scalar::none}},
    Named{"?", {Scalar::error}},
};

}  // namespace

Scalar scalar_of(DType dtype) {
  switch (dtype) {
#define ELEMENT(name, ...) \
  case DType::name:        \
    return Scalar::name;
#include <dala/core/scalar_types.inc>
  }
  std::unreachable();
}

std::optional<DType> dtype_of(Scalar scalar) {
  for (DType dtype : all_dtypes)
    if (scalar_of(dtype) == scalar) return dtype;
  return std::nullopt;
}

std::string to_string(Type type) {
  if (type.is_array()) return format("[{}; {}]", to_string(type.element()), type.length);
  for (const Named& n : names)
    if (n.type == type) return std::string(n.name);
  return "?";
}

std::string scalar_names() {
  std::string text;
  for (const Scalar scalar : all_scalars) {
    const bool is_last = scalar == all_scalars.back();
    text += format("{}{}", text.empty() ? "" : is_last ? " and " : ", ", to_string(Type{scalar}));
  }
  return text;
}

std::vector<std::string_view> type_names() {
  std::vector<std::string_view> out;
  for (const Named& n : names)
    if (has_value(n.type.scalar)) out.push_back(n.name);
  return out;
}

std::optional<Type> type_from_name(std::string_view name) {
  for (const Named& n : names)
    if (n.name == name && has_value(n.type.scalar)) return n.type;
  return std::nullopt;
}

}  // namespace dala::kernel::ir

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
    Named{"bool", {Scalar::boolean}}, Named{"u8", {Scalar::u8}},
    Named{"s32", {Scalar::s32}},      Named{"u32", {Scalar::u32}},
    Named{"s64", {Scalar::s64}},      Named{"f32", {Scalar::f32}},
    Named{"f64", {Scalar::f64}},      Named{"vec2", {Scalar::f32, 2}},
    Named{"vec3", {Scalar::f32, 3}},  Named{"vec4", {Scalar::f32, 4}},
    Named{"ivec2", {Scalar::s32, 2}}, Named{"ivec3", {Scalar::s32, 3}},
    Named{"ivec4", {Scalar::s32, 4}}, Named{"uvec2", {Scalar::u32, 2}},
    Named{"uvec3", {Scalar::u32, 3}}, Named{"uvec4", {Scalar::u32, 4}},
    Named{"()", {Scalar::none}},      Named{"?", {Scalar::error}},
};

}  // namespace

std::size_t bytes_of(Scalar s) {
  if (s == Scalar::boolean) return 1;
  if (s == Scalar::f64) return 8;
  return s == Scalar::f32 ? 4 : bits_of(s) / 8;
}

Scalar scalar_of(DType dtype) {
  switch (dtype) {
#define X(name, type, doc) \
  case DType::name:        \
    return Scalar::name;
    DALA_DTYPES(X)
#undef X
  }
  return Scalar::error;
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

std::optional<Type> type_from_name(std::string_view name) {
  for (const Named& n : names)
    if (n.name == name && is_number(n.type.scalar)) return n.type;
  if (name == "bool") return bool_type;
  return std::nullopt;
}

}  // namespace dala::kernel::ir

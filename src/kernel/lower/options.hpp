// What a registration says about a kernel besides its source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <dala/core/params.hpp>

#include "kernel/ir/type.hpp"

namespace dala::kernel {

struct RegisteredParam {
  std::string name;
  ParamType type = ParamType::number;
};

// The name of the type that positions and sizes have.
inline constexpr std::string_view index_name = "index";

struct CompileOptions {
  std::string kernel_name = {};  // of a kernel whose header has no name
  // What `params.NAME` can mean in that header form: number is f32, integer s32, boolean bool.
  std::vector<RegisteredParam> params = {};
  // Names that stand for types, as T in the kernels that come with the library.
  struct NamedType {
    std::string name;
    ir::Scalar scalar = ir::Scalar::f32;
  };
  std::vector<NamedType> types = {};
  bool is_library = false;  // only functions, no kernel
  // The type of positions, sizes and `index`. s64: for tensors of more elements than s32 counts.
  ir::Scalar index = ir::Scalar::s32;
  bool cuts_indices = false;  // for tests: indices kept in s32 are truncated, not an error
};

}  // namespace dala::kernel

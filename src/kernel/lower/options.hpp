// What a registration says about a kernel besides its text.
#pragma once

#include <string>
#include <vector>

#include <dala/core/params.hpp>

#include "kernel/ir/type.hpp"

namespace dala::kernel {

struct RegisteredParam {
  std::string name;
  ParamType type = ParamType::number;
};

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
};

}  // namespace dala::kernel

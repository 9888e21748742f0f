// Functions that a pass adds to a module: those of kernels/runtime, and those it builds itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/ir/builder.hpp"

namespace dala::kernel {

class Runtime {
 public:
  explicit Runtime(ir::Module& module) : module_(module), before_(module.functions.size()) {}
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  // Puts all functions in order: they call only earlier ones.
  ~Runtime();

  // A function of kernels/runtime/LIBRARY.dk, in which T is this type. In texts it is called
  // NAME_TYPE, or just NAME where the library is for one type.
  std::uint32_t function(std::string_view library, std::string_view name,
                         ir::Scalar type = ir::Scalar::none);

  // A function with these arguments, whose body `fill(Builder&)` adds statements to; made once for
  // each name.
  template <typename Fill>
  std::uint32_t make(const std::string& name, const std::vector<ir::Type>& arguments,
                     ir::Type result, Fill&& fill) {
    if (const std::uint32_t known = find(name); known != ir::none) return known;
    ir::Function made = begin(name, arguments, result);
    ir::Builder builder(module_, made);
    made.body = builder.nested([&] { fill(builder); });
    return add(std::move(made));
  }

  // Turns the expression into a call with the operands it has.
  void call(ir::ExprId id, std::uint32_t function);

 private:
  [[nodiscard]] std::uint32_t find(std::string_view name) const;
  static ir::Function begin(const std::string& name, const std::vector<ir::Type>& arguments,
                            ir::Type result);
  std::uint32_t add(ir::Function function);
  std::uint32_t import(const ir::Module& library, std::uint32_t index, std::string_view suffix);

  ir::Module& module_;
  std::size_t before_;  // functions that were there already
};

}  // namespace dala::kernel

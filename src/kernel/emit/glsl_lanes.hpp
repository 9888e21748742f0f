// Kernels that run in lanes (lanes.hpp): the body is a function of the elements' values.
#pragma once

#include <set>

#include "kernel/emit/glsl_printer.hpp"
#include "kernel/emit/lanes.hpp"

namespace dala::kernel {

class GlslLanes final : public GlslPrinter {
 public:
  GlslLanes(const ir::Module& source, const ir::Module& module) : GlslPrinter(source, module) {}

 private:
  std::optional<Piece> load_own_way(const ir::Expr& e) override;
  bool store_own_way(const ir::Stmt& s) override;
  std::string kernel_function(const std::string& body) override;

  [[nodiscard]] bool is_u8(std::uint32_t tensor) const {
    return module().tensors[tensor].scalar == ir::Scalar::u8;
  }
  [[nodiscard]] std::string value_name(std::uint32_t tensor) const;
  [[nodiscard]] std::string lane_name(std::uint32_t tensor, std::uint32_t lane) const;
  [[nodiscard]] std::string element_type(std::uint32_t tensor);
  std::string unchecked(const std::string& values, const std::string& calls);
  std::string load(std::uint32_t tensor);
  std::string store(std::uint32_t tensor);

  std::set<std::uint32_t> loaded_;
  std::set<std::uint32_t> stored_;
};

}  // namespace dala::kernel

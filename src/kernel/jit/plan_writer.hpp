// Puts a kernel's plan into its object file.
#pragma once

#include "kernel/jit/codegen.hpp"

namespace dala::kernel::jit {

struct PlanWriter {
  explicit PlanWriter(Codegen& of) : codegen(of) {}

  // With all that the generator knows of the kernel.
  void write() const;

  Codegen& codegen;
  // As in Plan.
  llvm::Function* cubes = nullptr;
  llvm::Function* inner = nullptr;
  llvm::Function* edge = nullptr;
  std::int64_t weight = 1;
  std::int64_t edge_weight = 1;
  std::int64_t at_once = 1;

 private:
  [[nodiscard]] llvm::Constant* number(std::int64_t value) const;
  // A pointer to the values.
  [[nodiscard]] llvm::Constant* table(const char* name,
                                      const std::vector<llvm::Constant*>& values) const;
  [[nodiscard]] llvm::Constant* tensors(const char* name,
                                        const std::vector<std::uint32_t>& all) const;
};

}  // namespace dala::kernel::jit

// Sums, differences and products of two tensors of the same shape, by a kernel that moves 16 bytes
// at a time (src/backend/cuda/elementwise.cu).
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>

#include "backend/cuda/program.hpp"
#include "backend/portable/builtin_variant.hpp"

namespace dala::backend::cuda {

class ElementwiseVectors final : public BuiltinVariant {
 public:
  // `sign`: the operation in C++. `setting` must outlive it.
  ElementwiseVectors(const ProgramSetting& setting, std::string_view kernel, std::string_view sign)
      : setting_(&setting), kernel_(kernel), sign_(sign) {}

  [[nodiscard]] std::string_view kernel() const override { return kernel_; }
  [[nodiscard]] std::string_view name() const override { return "16 bytes at a time"; }
  [[nodiscard]] std::string_view why() const override { return "CUDA C++ variant"; }
  [[nodiscard]] std::string_view rejects(const KernelCall& call) const override;
  [[nodiscard]] Result<void> prepare(const KernelCall& call) override;
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;

 private:
  const ProgramSetting* setting_;
  std::string_view kernel_;
  std::string_view sign_;
  std::mutex mutex_;
  std::array<std::unique_ptr<Kernel>, all_dtypes.size()> kernels_;
};

}  // namespace dala::backend::cuda

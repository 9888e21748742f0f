// Sums, differences and products of two tensors of the same shape, by a kernel that moves 16 bytes
// at a time (src/backend/cuda/elementwise.cu).
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>

#include "backend/cuda/program.hpp"

namespace dala::backend::cuda {

class ElementwiseVectors final : public Executable {
 public:
  // `setting` must outlive it.
  explicit ElementwiseVectors(const ProgramSetting& setting) : setting_(&setting) {}

  [[nodiscard]] std::string_view name() const override { return "16 bytes at a time"; }
  // Whether it has a variant of the kernel at all.
  [[nodiscard]] static bool knows(const KernelCall& call);
  // Why it rejects a call of such a kernel; empty where it takes it.
  [[nodiscard]] std::string_view rejects(const KernelCall& call) const;
  // Before the first launch.
  [[nodiscard]] Result<void> prepare(const KernelCall& call);
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;

 private:
  static constexpr std::size_t operations = 3;

  const ProgramSetting* setting_;
  std::mutex mutex_;
  std::array<std::array<std::unique_ptr<Kernel>, all_dtypes.size()>, operations> kernels_;
};

}  // namespace dala::backend::cuda

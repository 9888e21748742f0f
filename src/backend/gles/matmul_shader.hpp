// The matrix product of f32 by a hand-tuned shader for GPUs: a workgroup of 256 invocations
// computes 128 by 128 elements of the output, 64 in each invocation, and loads the next tiles of a
// and b while it multiplies the current ones (double buffering).
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "backend/gles/program.hpp"
#include "backend/portable/builtin_variant.hpp"

namespace dala::backend::gles {

class MatmulShader final : public BuiltinVariant {
 public:
  // `setting` must outlive it.
  explicit MatmulShader(const ProgramSetting& setting) : setting_(&setting) {}

  [[nodiscard]] std::string_view kernel() const override { return "matmul"; }
  [[nodiscard]] std::string_view name() const override { return "tiles in registers"; }
  [[nodiscard]] std::string_view why() const override { return "GLSL variant for GPUs"; }
  [[nodiscard]] std::string_view rejects(const KernelCall& call) const override;
  // Error `compile_failed` with what the driver says.
  [[nodiscard]] Result<void> prepare(const KernelCall& call) override;
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;

 private:
  const ProgramSetting* setting_;
  std::mutex mutex_;
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace dala::backend::gles

// The matrix product of f32 by a shader written for GPUs by hand: 128 by 128 elements of the output
// in a group, 64 of them in each of its 256 invocations, with the next parts of a and b on their
// way from memory while the present ones are multiplied.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "backend/gles/program.hpp"

namespace dala::backend::gles {

class MatmulShader final : public Executable {
 public:
  // `setting` must outlive it.
  explicit MatmulShader(const ProgramSetting& setting) : setting_(&setting) {}

  [[nodiscard]] std::string_view name() const override { return "tiles in registers"; }
  // Why it cannot take a call of the kernel `matmul`; empty when it can.
  [[nodiscard]] std::string_view refuses(const KernelCall& call) const;
  // Before the first launch. Error `compile_failed` with what the driver says.
  [[nodiscard]] Result<void> prepare();
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;

 private:
  const ProgramSetting* setting_;
  std::mutex mutex_;
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace dala::backend::gles

// The built-in kernels on OpenGL ES: by their texts (backend/portable), as shaders.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <mutex>

#include "backend/gles/program.hpp"
#include "backend/portable/portable.hpp"

namespace dala::backend::gles {

class Builtin final : public Executable {
 public:
  // Both must outlive it.
  Builtin(Device& device, const ProgramSetting& setting) : device_(&device), setting_(&setting) {}

  // Error `unsupported` with the reason where the CPU twin must do it.
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call);

  [[nodiscard]] std::string_view name() const override { return "shader"; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;

 private:
  struct Known {
    PortableText text;
    Result<std::unique_ptr<ShaderProgram>> program;
  };

  [[nodiscard]] Result<const ShaderProgram*> program_for(const PortableText& text) const;
  [[nodiscard]] Result<void> ensure_scratch(const PortablePlan& plan) const;
  // With null memory for what there is none of yet.
  [[nodiscard]] TensorRef resolve(const Operand& operand, const KernelCall& call) const;

  Device* device_;
  const ProgramSetting* setting_;
  // Steps of one call follow each other without those of another in between: they share scratch.
  mutable std::mutex mutex_;
  mutable std::deque<Known> known_;
  mutable std::array<std::unique_ptr<Memory>, PortablePlan::scratches> scratch_;
};

}  // namespace dala::backend::gles

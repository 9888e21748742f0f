// Kernels of the kernel language on OpenGL ES: as compute shaders, or on the CPU fallback where ES
// has no such type or the device is too small for it.
#pragma once

#include <memory>
#include <string>

#include "backend/device.hpp"
#include "backend/fallback/host_fallback.hpp"
#include "backend/gles/driver/loop_limit.hpp"
#include "backend/gles/kernel.hpp"
#include "backend/portable/builtin.hpp"
#include "kernel/legalize/call_specialisation.hpp"

namespace dala::backend::gles {

// What the programs of a device share.
struct ProgramSetting {
  std::shared_ptr<Launcher> launcher;
  HostFallback* fallback = nullptr;
  Limits limits;
  kernel::DiskCache cache;
  std::chrono::nanoseconds time_limit{};
  bool stops = false;     // Description::stops
  bool software = false;  // Description::software
};

// `setting` must outlive the program.
[[nodiscard]] std::unique_ptr<Program> make_program(
    std::shared_ptr<const kernel::ir::Module> module, const ProgramSetting& setting);

// A kernel of the language as a shader, for the calls it takes.
class ShaderProgram final : public CompiledSource {
 public:
  // Made for calls with this specialisation. Error `unsupported` with what ES or the device lacks
  // for any call of it.
  [[nodiscard]] static Result<std::unique_ptr<ShaderProgram>> make(
      std::shared_ptr<const kernel::ir::Module> module, const ProgramSetting& setting,
      const kernel::CallSpecialisation& specialisation);

  [[nodiscard]] std::string_view name() const override { return "shader"; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;
  [[nodiscard]] std::string rejects(const KernelCall& call) const override;
  [[nodiscard]] std::string_view why() const override;

 private:
  ShaderProgram(std::shared_ptr<const kernel::ir::Module> module, const ProgramSetting& setting,
                std::unique_ptr<Kernel> kernel, const kernel::CallSpecialisation& specialisation);
  // One launch of the shader, within what is left of the time limit.
  template <typename Fill>
  [[nodiscard]] Result<void> launch_part(Fill&& fill, std::chrono::nanoseconds& left) const;

  std::shared_ptr<const kernel::ir::Module> module_;
  const ProgramSetting& setting_;
  Limits limits_;
  std::unique_ptr<Kernel> kernel_;
  mutable CallRounds rounds_;
  bool divisible_;  // large tensors can be computed in several launches
  kernel::ir::Groups groups_;
  bool stoppable_;
};

}  // namespace dala::backend::gles

// Kernels of the kernel language on CUDA: as CUDA C++, or on the CPU fallback where a cube is too
// large for the device.
#pragma once

#include <memory>
#include <string>

#include "backend/cuda/kernel.hpp"
#include "backend/fallback/host_fallback.hpp"
#include "backend/meaning.hpp"
#include "backend/portable/builtin.hpp"

namespace dala::backend::cuda {

// What the programs of a device share.
struct ProgramSetting {
  std::shared_ptr<Session> session;
  HostFallback* fallback = nullptr;
  kernel::DiskCache cache;
};

// `setting` must outlive the program.
[[nodiscard]] std::unique_ptr<Program> make_program(
    std::shared_ptr<const kernel::ir::Module> module, const ProgramSetting& setting);

// A variant that is CUDA C++.
[[nodiscard]] Result<std::unique_ptr<Program>> make_native_program(
    std::shared_ptr<const Meaning> meaning, std::string name, const NativeKernel& native,
    const ProgramSetting& setting);

// A kernel of the kernel language, emitted as CUDA C++.
class CudaText final : public CompiledSource {
 public:
  // Error `unsupported` with what the device lacks for it.
  [[nodiscard]] static Result<std::unique_ptr<CudaText>> make(
      std::shared_ptr<const kernel::ir::Module> module, const ProgramSetting& setting);

  [[nodiscard]] std::string_view name() const override { return "CUDA"; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;
  [[nodiscard]] std::string rejects(const KernelCall&) const override { return {}; }
  [[nodiscard]] std::string_view why() const override;

 private:
  CudaText(std::shared_ptr<const kernel::ir::Module> module, std::shared_ptr<Session> session,
           std::unique_ptr<Kernel> kernel);

  std::shared_ptr<const kernel::ir::Module> module_;
  std::shared_ptr<Session> session_;
  std::unique_ptr<Kernel> kernel_;
};

}  // namespace dala::backend::cuda

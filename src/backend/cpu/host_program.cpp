#include "backend/cpu/host_program.hpp"

#include <algorithm>

#include "backend/host_function.hpp"

namespace dala::backend::cpu {

namespace {

class HostProgram final : public Program, public Executable {
 public:
  HostProgram(std::string name, HostKernel function, WorkerPool& pool)
      : name_(std::move(name)), function_(std::move(function)), pool_(&pool) {}

  [[nodiscard]] Result<Decision> prepare(const KernelCall&) override {
    return Decision{.chosen = this, .why = "C++ with this processor's vectors"};
  }
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    const auto is_empty = [](const TensorRef& output) { return output.shape.elements() == 0; };
    if (std::ranges::all_of(call.outputs, is_empty)) return {};
    return run_host_function(function_, call, *pool_);
  }

 private:
  std::string name_;
  HostKernel function_;
  WorkerPool* pool_;
};

}  // namespace

std::unique_ptr<Program> make_host_program(const VariantCode& code, WorkerPool& pool) {
  return std::make_unique<HostProgram>(code.name, std::get<HostKernel>(code.run), pool);
}

}  // namespace dala::backend::cpu

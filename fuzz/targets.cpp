#include "targets.hpp"

#include "backend/device.hpp"
#include "backend/registry/registry.hpp"
#include "core/error.hpp"
#include "core/worker_pool.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/launch/binding.hpp"
#include "kernel/legalize/legalize.hpp"
#include "kernel/native/run.hpp"

namespace dala::fuzz {

namespace {

std::vector<Shape> shapes_of(const kernel::ir::Module& module, const kernel::HostLaunch& launch) {
  std::vector<Shape> shapes;
  for (const HostTensor* tensor : kernel::Binding(module, launch).tensors())
    shapes.push_back(tensor->shape);
  return shapes;
}

// Generated code with the interpreter's maths, so that every bit must be the same.
Result<void> run_jit(const kernel::ir::Module& module, const kernel::HostLaunch& launch) {
  static WorkerPool no_threads(1);
  std::vector<const Shape*> shapes;
  std::size_t input = 0;
  std::size_t output = 0;
  for (const kernel::ir::Tensor& t : module.tensors)
    shapes.push_back(t.is_output ? &launch.outputs[output++].shape : &launch.inputs[input++].shape);
  DALA_ASSIGN(kernel::jit::Compiler * compiler, kernel::jit::compiler());
  DALA_ASSIGN(const auto object,
              compiler->compile(module, kernel::variant_for(module, shapes), {.exact_math = true}));
  DALA_ASSIGN(const auto code, compiler->load(object));
  return kernel::run_native(module, *code, launch, no_threads);
}

// As texts are printed from it: what a pass changes must not change what the kernel does.
Result<void> run_legalized(const kernel::ir::Module& module, const kernel::TargetInfo& target,
                           const kernel::Form& form, const kernel::HostLaunch& launch) {
  kernel::HostLaunch longer = launch;
  longer.step_limit *= 100;  // a remainder of floats alone is a loop
  return kernel::interpret(kernel::legalize(module, target, form), longer);
}

// A device, with what it cannot do itself left out: the CPU does that, and is tested by itself.
class OnDevice {
 public:
  explicit OnDevice(std::string_view id) : device_(backend::open_device(id, {}, pool_)) {}

  [[nodiscard]] Result<void> run(const std::shared_ptr<const kernel::ir::Module>& module,
                                 const kernel::HostLaunch& launch) {
    if (!device_) return std::unexpected(device_.error());
    backend::Device& device = **device_;
    DALA_ASSIGN(const auto program, device.compile(module));
    std::vector<std::unique_ptr<backend::Memory>> memory;
    std::vector<backend::TensorRef> inputs;
    std::vector<backend::TensorRef> outputs;
    const auto upload = [&](const HostTensor& t, auto& to) -> Result<void> {
      DALA_ASSIGN(memory.emplace_back(), device.allocate(t.bytes.size()));
      to.push_back({memory.back().get(), t.dtype, t.shape});
      return device.write(*memory.back(), t.bytes);
    };
    for (const HostTensor& t : launch.inputs) DALA_TRY(upload(t, inputs));
    for (const HostTensor& t : launch.outputs) DALA_TRY(upload(t, outputs));
    const backend::KernelCall call{"program", inputs, outputs, launch.params};
    DALA_ASSIGN(const backend::Decision decision, program->prepare(call));
    if (decision.bytes_moved > 0) return kernel::interpret(*module, launch);
    DALA_TRY(decision.chosen->launch(call));
    for (std::size_t i = 0; i < outputs.size(); ++i)
      DALA_TRY(device.read(*outputs[i].memory, launch.outputs[i].bytes));
    return {};
  }

 private:
  WorkerPool pool_{1};
  Result<std::shared_ptr<backend::Device>> device_;
};

}  // namespace

const std::vector<Target>& targets() {
  using Module = std::shared_ptr<const kernel::ir::Module>;
  static const std::vector<Target> all = {
      // Against itself: the same program gives the same result every time.
      {"interpreter", true, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         return kernel::interpret(*module, launch);
       }},
      {"cuda", false, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         static OnDevice cuda("cuda");
         return cuda.run(module, launch);
       }},
      {"gles", false, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         static OnDevice gles("gles");
         return gles.run(module, launch);
       }},
      {"legalized", true, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         kernel::TargetInfo target = kernel::target_info(kernel::Language::glsl);
         target.rounds_to_nearest = false;
         const kernel::Form form = kernel::form_for(*module, shapes_of(*module, launch));
         return run_legalized(*module, target, form, launch);
       }},
      {"legalized-cuda", true, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         const auto& target = kernel::target_info(kernel::Language::cuda);
         return run_legalized(*module, target, {}, launch);
       }},
      {"jit", true, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         return run_jit(*module, launch);
       }},
  };
  return all;
}

}  // namespace dala::fuzz

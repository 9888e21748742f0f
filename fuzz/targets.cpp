#include "targets.hpp"

#include <utility>

#include "backend/device.hpp"
#include "backend/registry/registry.hpp"
#include "core/error.hpp"
#include "core/text/printed.hpp"
#include "core/threads/worker_pool.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/launch/binding.hpp"
#include "kernel/launch/prints.hpp"
#include "kernel/legalize/legalize.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/native/run.hpp"

namespace dala::fuzz {

namespace {

std::vector<Shape> shapes_of(const kernel::ir::Module& module, const kernel::HostLaunch& launch) {
  std::vector<Shape> shapes;
  for (const HostTensor* tensor : kernel::Binding(module, launch).tensors())
    shapes.push_back(tensor->shape);
  return shapes;
}

Result<std::string> run_interpreted(const kernel::ir::Module& module, kernel::HostLaunch launch) {
  kernel::PrintBuffer buffer(module);
  launch.prints = buffer.words;
  DALA_TRY(kernel::interpret(module, launch));
  return kernel::printed_lines(module, buffer.words);
}

// Of a kernel without `print`, which has a buffer for what it would print instead.
template <typename Run>
Result<std::string> run_legal(const kernel::ir::Module& module, kernel::HostLaunch launch,
                              const Run& run) {
  kernel::PrintBuffer buffer(module);
  std::vector<HostTensor> outputs(launch.outputs.begin(), launch.outputs.end());
  if (kernel::has_print_buffer(module)) outputs.push_back(buffer.tensor());
  launch.outputs = outputs;
  DALA_TRY(run(module, launch));
  return kernel::printed_lines(module, buffer.words);
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
              compiler->compile(module, kernel::channel_specialisation_for(module, shapes),
                                {.exact_math = true}));
  DALA_ASSIGN(const auto code, compiler->load(object));
  return kernel::run_native(module, *code, launch, no_threads);
}

// The IR after legalisation, as the printers get it: passes must not change what the kernel does.
Result<std::string> run_legalized(const kernel::ir::Module& module,
                                  const kernel::TargetInfo& target,
                                  const kernel::HostLaunch& launch) {
  kernel::HostLaunch longer = launch;
  longer.step_limit *= 100;  // a remainder of floats alone is a loop
  const kernel::CallSpecialisation specialisation =
      kernel::specialisation_for(module, shapes_of(module, launch));
  const kernel::ir::Module legal = kernel::legalize(module, target, specialisation);
  // Elements that a target does not have are others of their size, and so are parameters.
  std::vector<HostTensor> inputs(launch.inputs.begin(), launch.inputs.end());
  std::vector<HostTensor> outputs(launch.outputs.begin(), launch.outputs.end());
  std::size_t input = 0;
  std::size_t output = 0;
  for (std::size_t i = 0; i < module.tensors.size(); ++i) {
    HostTensor& tensor = module.tensors[i].is_output ? outputs[output++] : inputs[input++];
    tensor.dtype = *kernel::ir::dtype_of(legal.tensors[i].scalar);
  }
  std::vector<ParamValue> params(launch.params.begin(), launch.params.end());
  for (std::size_t i = 0; i < params.size(); ++i)
    if (legal.params[i].scalar != module.params[i].scalar)
      params[i] = static_cast<std::int64_t>(kernel::param_bits(module.params[i], params[i]));
  longer.inputs = inputs;
  longer.outputs = outputs;
  longer.params = params;
  return run_legal(legal, longer, kernel::interpret);
}

// A device, without the programs that it cannot run itself: the CPU runs those, and is tested as a
// target of its own.
class OnDevice {
 public:
  explicit OnDevice(std::string_view id) : device_(backend::open_device(id, {}, pool_)) {
    send_printed_to([](std::string_view lines) { printed_here() += lines; });
  }

  [[nodiscard]] Result<std::string> run(const std::shared_ptr<const kernel::ir::Module>& module,
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
    if (decision.bytes_moved > 0) return run_interpreted(*module, launch);
    printed_here().clear();
    DALA_TRY(decision.chosen->launch(call));
    for (std::size_t i = 0; i < outputs.size(); ++i)
      DALA_TRY(device.read(*outputs[i].memory, launch.outputs[i].bytes));
    return std::exchange(printed_here(), {});
  }

 private:
  // A launch shows it on the thread that launches.
  static std::string& printed_here() {
    thread_local std::string lines;
    return lines;
  }

  WorkerPool pool_{1};
  Result<std::shared_ptr<backend::Device>> device_;
};

}  // namespace

const std::vector<Target>& targets() {
  using Module = std::shared_ptr<const kernel::ir::Module>;
  static const std::vector<Target> narrow = {
      // Against itself: the same program gives the same result every time.
      {"interpreter", true, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         return run_interpreted(*module, launch);
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
         return run_legalized(*module, target, launch);
       }},
      {"legalized-cuda", true, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         return run_legalized(*module, kernel::target_info(kernel::Language::cuda), launch);
       }},
      {"jit", true, true,
       [](const Module& module, const kernel::HostLaunch& launch) {
         kernel::ir::Module legal = *module;
         kernel::legalize_prints(legal, {});
         return run_legal(legal, launch, run_jit);
       }},
  };
  // Each once more with indices of 64 bits, where it has them.
  static const std::vector<Target> all = [] {
    std::vector<Target> out = narrow;
    for (const Target& target : narrow) {
      if (target.name == "gles") continue;
      out.push_back(target);
      out.back().name += "-wide";
      out.back().wide_indices = true;
    }
    return out;
  }();
  return all;
}

}  // namespace dala::fuzz

#include "targets.hpp"

#include "core/error.hpp"
#include "core/worker_pool.hpp"
#include "kernel/native/run.hpp"

namespace dala::fuzz {

namespace {

// Generated code with the interpreter's maths, so that every bit must be the same.
Result<void> run_jit(const kernel::ir::Module& module, const kernel::Launch& launch) {
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

}  // namespace

const std::vector<Target>& targets() {
  using Module = std::shared_ptr<const kernel::ir::Module>;
  static const std::vector<Target> all = {
      // Against itself: the same program gives the same result every time.
      {"interpreter",
       [](const Module& module, const kernel::Launch& launch) {
         return kernel::interpret(*module, launch);
       }},
      {"jit",
       [](const Module& module, const kernel::Launch& launch) { return run_jit(*module, launch); }},
  };
  return all;
}

}  // namespace dala::fuzz

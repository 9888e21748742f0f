#include "compute/kernels/wide_form.hpp"

#include <algorithm>

#include <dala/compute/command.hpp>

#include "core/error.hpp"
#include "kernel/compile.hpp"
#include "kernel/launch/check.hpp"
#include "kernel/launch/grid.hpp"

namespace dala {

const Result<WideForm::Module>& WideForm::locked_module() {
  if (module_) return *module_;
  const kernel::Source source(file_, text_);
  kernel::Compiled compiled = kernel::compile(source, kernel::with_wide_indices(options_));
  if (compiled.module != nullptr)
    module_ = std::move(compiled.module);
  else
    module_ = fail(ErrorCode::bad_kernel, "{}", kernel::render(source, compiled.diagnostics));
  return *module_;
}

Result<WideForm::Module> WideForm::module() {
  const std::lock_guard lock(mutex_);
  return locked_module();
}

Result<backend::Program*> WideForm::program_for(backend::Device& device) {
  const std::lock_guard lock(mutex_);
  DALA_ASSIGN(const Module module, locked_module());
  if (program_ == nullptr) {
    DALA_ASSIGN(program_, device.compile(module));
  }
  return program_.get();
}

namespace {

bool is_large(const Shape& shape) {
  return !kernel::counts_elements(kernel::ir::Scalar::s32, shape);
}

}  // namespace

bool has_large_tensors(const Command& stage) {
  return std::ranges::any_of(stage.inputs, is_large, &Buffer::shape) ||
         std::ranges::any_of(stage.outputs, is_large, &Buffer::shape);
}

bool has_large_tensors(const backend::KernelCall& call) {
  return std::ranges::any_of(call.inputs, is_large, &backend::TensorRef::shape) ||
         std::ranges::any_of(call.outputs, is_large, &backend::TensorRef::shape);
}

std::string why_wide_indices(const kernel::ir::Module& module, const backend::KernelCall& call) {
  using kernel::ir::Scalar;
  std::size_t input = 0;
  std::size_t output = 0;
  for (std::size_t i = 0; i < module.tensors.size(); ++i) {
    const kernel::ir::Tensor& t = module.tensors[i];
    const Shape& shape = (t.is_output ? call.outputs[output++] : call.inputs[input++]).shape;
    if (!kernel::counts_elements(Scalar::s32, shape))
      return format("`{}` is {}, and s32 counts {} elements", t.name, to_string(shape),
                    kernel::most_elements(Scalar::s32));
    if (i == module.domain && !kernel::counts_units(module, Scalar::s32, shape))
      return format("in {} it has more units along one axis than the {} that s32 counts",
                    to_string(shape), kernel::most_elements(Scalar::s32));
  }
  for (std::size_t i = 0; i < module.params.size(); ++i) {
    const kernel::ir::Param& p = module.params[i];
    const auto* given = call.params[i].get_if<std::int64_t>();
    if (p.is_index && given != nullptr && *given != static_cast<std::int32_t>(*given))
      return format("`{}` is {}, which s32 does not hold", p.name, *given);
  }
  return {};
}

}  // namespace dala

#include "compute/kernels/source_kernel.hpp"

#include <algorithm>
#include <limits>

#include "compute/kernels/variant.hpp"
#include "core/dispatch.hpp"
#include "core/error.hpp"
#include "kernel/analysis/elementwise.hpp"
#include "kernel/analysis/own_outputs.hpp"
#include "kernel/compile.hpp"
#include "kernel/launch/check.hpp"

namespace dala {

namespace {

namespace ir = kernel::ir;

ParamType type_of(ir::Scalar scalar) {
  if (scalar == ir::Scalar::boolean) return ParamType::boolean;
  return ir::is_float(scalar) ? ParamType::number : ParamType::integer;
}

void limit_range(ParamInfo& info, ir::Scalar scalar) {
  // Integers of parameters are s64 anyway.
  if (!ir::is_integer(scalar) || ir::bits_of(scalar) == 64) return;
  dala::visit_number(*ir::dtype_of(scalar), [&]<typename T>(Type<T>) {
    info.min = std::max(info.min, static_cast<double>(std::numeric_limits<T>::min()));
    info.max = std::min(info.max, static_cast<double>(std::numeric_limits<T>::max()));
  });
}

Result<ParamInfo> describe_param(const ir::Param& param, const KernelSource& source) {
  ParamInfo info{.name = param.name, .type = type_of(param.scalar), .required = true};
  const auto given = std::ranges::find(source.params, param.name, &ParamInfo::name);
  if (given != source.params.end()) {
    if (given->type != info.type)
      return fail(ErrorCode::wrong_param_type,
                  "parameter \"{}\" is registered as {}, but the source has it as {}", param.name,
                  to_string(given->type), to_string(ir::Type{param.scalar}));
    info = *given;
    info.required = !given->fallback.has_value();
  }
  if (!param.is_index) limit_range(info, param.scalar);
  return info;
}

Result<KernelInfo> describe(std::string_view name, const KernelSource& source,
                            const ir::Module& module) {
  KernelInfo info{.name = std::string(name),
                  .family = "text",
                  .summary = source.summary,
                  .outputs = {},
                  .in_place = kernel::is_elementwise(module)};
  for (const ir::Tensor& t : module.tensors) {
    const TensorInfo tensor{t.name, DTypeSet(*ir::dtype_of(t.scalar)), {}};
    (t.is_output ? info.outputs : info.inputs).push_back(tensor);
  }
  for (const ir::Param& p : module.params) {
    DALA_ASSIGN(auto param, describe_param(p, source));
    info.params.push_back(std::move(param));
  }
  for (const ParamInfo& given : source.params)
    if (std::ranges::find(module.params, given.name, &ir::Param::name) == module.params.end())
      return fail(ErrorCode::unknown_param,
                  "parameter \"{}\" is registered, but the source has no such parameter",
                  given.name);
  return info;
}

}  // namespace

Result<SourceKernel> compile_source(std::string_view name, const KernelSource& source) {
  kernel::CompileOptions options{.kernel_name = std::string(name)};
  for (const ParamInfo& p : source.params) options.params.push_back({p.name, p.type});
  const kernel::Source text(source.file.empty() ? std::string(name) : source.file, source.text);
  const kernel::Compiled compiled = kernel::compile(text, options);
  if (compiled.module == nullptr)
    return fail(ErrorCode::bad_kernel, "{}", kernel::render(text, compiled.diagnostics));
  DALA_ASSIGN(KernelInfo info, describe(name, source, *compiled.module));
  return SourceKernel{std::move(info), compiled.module,
                      std::make_shared<WideForm>(text.name(), source.text, std::move(options))};
}

Result<KernelEntry> entry_from_source(std::string_view name, const KernelSource& source,
                                      backend::Device& device) {
  DALA_ASSIGN(SourceKernel text, compile_source(name, source));
  DALA_ASSIGN(std::shared_ptr<backend::Program> program, device.compile(text.module));
  DALA_ASSIGN(auto variants, compile_variants(text.module, source.variants, device));
  const auto at_own_place = kernel::outputs_at_own_place(*text.module);
  return KernelEntry{std::move(text.info), LanguageKernel{.text = source.text,
                                                          .module = std::move(text.module),
                                                          .program = std::move(program),
                                                          .wide = std::move(text.wide),
                                                          .variants = std::move(variants),
                                                          .infer = source.infer,
                                                          .at_own_place = at_own_place}};
}

Result<void> check_source_inputs(const ir::Module& module, const backend::KernelCall& call) {
  std::size_t input = 0;
  for (const ir::Tensor& t : module.tensors) {
    if (t.is_output) continue;
    const backend::TensorRef& given = call.inputs[input++];
    DALA_TRY(kernel::check_tensor(module, t, given.dtype, given.shape));
  }
  for (std::size_t i = 0; i < module.params.size(); ++i) {
    ir::Param param = module.params[i];
    if (param.is_index) param.scalar = ir::Scalar::s64;  // there is a form for it
    DALA_TRY(kernel::check_param(module, param, call.params[i]));
  }
  return {};
}

Result<void> check_source_outputs(const ir::Module& module, const backend::KernelCall& call) {
  std::size_t output = 0;
  for (const ir::Tensor& t : module.tensors) {
    if (!t.is_output) continue;
    const backend::TensorRef& given = call.outputs[output++];
    DALA_TRY(kernel::check_tensor(module, t, given.dtype, given.shape));
  }
  return {};
}

Result<void> check_source_sizes(const ir::Module& module, const backend::KernelCall& call) {
  std::size_t input = 0;
  std::size_t output = 0;
  for (std::size_t i = 0; i < module.tensors.size(); ++i) {
    const backend::TensorRef& given =
        module.tensors[i].is_output ? call.outputs[output++] : call.inputs[input++];
    DALA_TRY(kernel::check_size(module, i, given.shape));
  }
  return {};
}

}  // namespace dala

#include "compute/kernels/variant.hpp"

#include "backend/meaning.hpp"
#include "compute/kernels/wide_form.hpp"
#include "core/check_params.hpp"
#include "core/error.hpp"
#include "core/overloaded.hpp"

namespace dala {

namespace {

Acceptance ask(const KernelVariant& variant, const backend::KernelCall& call,
               const Capabilities& device) {
  SmallVector<HostTensor, kernel::ir::max_tensors> tensors;
  for (const auto side : {call.inputs, call.outputs})
    for (const backend::TensorRef& t : side) tensors.push_back({t.dtype, t.shape, {}});
  const std::span<const HostTensor> all = tensors.view();
  const std::size_t inputs = call.inputs.size();
  return variant.accepts({all.first(inputs), all.subspan(inputs), call.params, {}}, device);
}

}  // namespace

std::string_view why_not_on(const std::variant<HostKernel, NativeKernel>& run,
                            const Capabilities& device) {
  if (device.reference) return "this device runs every kernel by its source";
  return std::visit(
      Overloaded{[&](const HostKernel&) -> std::string_view {
                   return device.host_memory
                              ? ""
                              : "it is C++ for the host, which does not see the device's memory";
                 },
                 [&](const NativeKernel& native) -> std::string_view {
                   return native.language == device.language
                              ? ""
                              : "it is CUDA C++, which this device does not take";
                 }},
      run);
}

Result<std::vector<EntryVariant>> compile_variants(
    const std::shared_ptr<const kernel::ir::Module>& module,
    std::span<const KernelVariant> variants, backend::Device& device) {
  std::vector<EntryVariant> out;
  for (const KernelVariant& variant : variants) {
    EntryVariant& made = out.emplace_back(EntryVariant{
        variant, nullptr, std::string(why_not_on(variant.run, device.info().capabilities))});
    if (!made.why_not.empty()) continue;
    auto program = device.compile_variant(backend::meaning_of(module),
                                          {variant.name, variant.run, variant.off_by});
    if (program)
      made.program = std::move(*program);
    else if (program.error().code == ErrorCode::unsupported)
      made.why_not = program.error().message;
    else
      return std::unexpected(std::move(program.error()));
  }
  return out;
}

const EntryVariant* find_variant(const LanguageKernel& kernel, const backend::KernelCall& call,
                                 const Capabilities& device, backend::Decision& rejections) {
  const bool is_large = !kernel.variants.empty() && has_large_tensors(call);
  for (const EntryVariant& one : kernel.variants) {
    std::string_view reason = one.why_not;
    if (reason.empty() && is_large) reason = only_in_source;
    if (reason.empty() && one.variant.accepts) reason = ask(one.variant, call, device).reason;
    if (reason.empty()) return &one;
    rejections.reject(one.variant.name, reason);
  }
  return nullptr;
}

const EntryVariant* find_variant(const LanguageKernel& kernel, const KernelInfo& info,
                                 const Command& stage, const Capabilities& device,
                                 backend::Decision& rejections) {
  if (kernel.variants.empty()) return nullptr;
  SmallVector<backend::TensorRef, 4> inputs;
  SmallVector<backend::TensorRef, 2> outputs;
  for (const Buffer& b : stage.inputs) inputs.push_back({nullptr, b.dtype(), b.shape()});
  for (const Buffer& b : stage.outputs) outputs.push_back({nullptr, b.dtype(), b.shape()});
  SmallVector<ParamValue, 8> params;
  if (!check_params(info.name, info.params, stage.params, params)) return nullptr;
  return find_variant(kernel, {info.name, inputs.view(), outputs.view(), params.view()}, device,
                      rejections);
}

Result<backend::Decision> prepare_variant(const LanguageKernel& kernel,
                                          const backend::KernelCall& call,
                                          const Capabilities& device) {
  backend::Decision rejections;
  const EntryVariant* const variant = find_variant(kernel, call, device, rejections);
  backend::Program& program = variant != nullptr ? *variant->program : *kernel.program;
  DALA_ASSIGN(backend::Decision decision, program.prepare(call));
  for (std::size_t i = 0; i < decision.rejection_count; ++i)
    rejections.reject(decision.rejections[i].implementation, decision.rejections[i].reason);
  decision.rejections = rejections.rejections;
  decision.rejection_count = rejections.rejection_count;
  return decision;
}

}  // namespace dala

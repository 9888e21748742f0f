#include "compute/generated.hpp"

#include <atomic>

#include "compute/kernels/source_kernel.hpp"
#include "compute/runtime.hpp"
#include "core/error.hpp"

namespace dala {

namespace {

// Each part is preceded by its length, so that different lists of parts give different strings.
void append(std::string& content, std::string_view part) {
  content += format("{} {}\n", part.size(), part);
}

void append(std::string& content, const ParamInfo& param) {
  append(content, param.name);
  content +=
      format("{} {} {} {} ", static_cast<int>(param.type), param.required, param.min, param.max);
  append(content, param.fallback.has_value() ? to_string(param.fallback) : std::string());
}

void append(std::string& content, const NativeKernel& native) {
  append(content, native.source);
  append(content, native.entry);
  content += format("{} {} {} {} {}", native.blocks[0], native.blocks[1], native.blocks[2],
                    native.threads, native.shared_bytes);
}

// A variant is identified by its name: its function does what the source does and depends on
// nothing else.
std::string content_of(const KernelSource& source) {
  std::string content;
  append(content, source.text);
  for (const ParamInfo& param : source.params) append(content, param);
  for (const KernelVariant& variant : source.variants) {
    append(content, variant.name);
    if (const auto* native = std::get_if<NativeKernel>(&variant.run)) append(content, *native);
  }
  return content;
}

std::string content_of(const KernelInfo& info, std::string_view given) {
  std::string content;
  append(content, given);
  for (const auto* tensors : {&info.inputs, &info.outputs}) {
    content += format("{} tensors\n", tensors->size());
    for (const TensorInfo& tensor : *tensors) {
      append(content, tensor.name);
      for (const DType dtype : all_dtypes)
        if (tensor.dtypes.contains(dtype)) append(content, to_string(dtype));
    }
  }
  for (const ParamInfo& param : info.params) append(content, param);
  return content;
}

}  // namespace

Result<std::string> register_generated(const Compute& compute, std::string_view label,
                                       const KernelSource& source,
                                       std::shared_ptr<const StageDescription> description) {
  DALA_ASSIGN(Compute::Runtime* const runtime, compute.live());
  return runtime->registry.add_generated(label, content_of(source), [&]() -> Result<KernelEntry> {
    DALA_ASSIGN(KernelEntry made, entry_from_source(label, source, *runtime->device));
    std::get<LanguageKernel>(made.kind).description = std::move(description);
    return made;
  });
}

Result<std::string> register_generated(const Compute& compute, const KernelInfo& info,
                                       std::string_view content, const HostKernel& run) {
  DALA_ASSIGN(Compute::Runtime* const runtime, compute.live());
  return runtime->registry.add_generated(
      info.name, content_of(info, content),
      [&]() -> Result<KernelEntry> { return KernelEntry{info, FunctionKernel{run}}; });
}

std::string own_kernel_name(std::string_view label) {
  static std::atomic<std::uint64_t> next{0};
  // The letter distinguishes it from a hash.
  return format("{}{}n{}", label, generated_mark, next++);
}

Result<void> put_own_kernel(const Compute& compute, const std::string& name,
                            const KernelSource& source) {
  DALA_ASSIGN(Compute::Runtime* const runtime, compute.live());
  DALA_ASSIGN(KernelEntry entry, entry_from_source(label_of(name), source, *runtime->device));
  return runtime->registry.put_own(name, std::move(entry));
}

Result<void> put_own_kernel(const Compute& compute, const std::string& name, KernelInfo info,
                            HostKernel run) {
  DALA_ASSIGN(Compute::Runtime* const runtime, compute.live());
  info.name = label_of(name);
  return runtime->registry.put_own(name, {std::move(info), FunctionKernel{std::move(run)}});
}

void remove_own_kernel(const Compute& compute, std::string_view name) {
  if (const auto runtime = compute.live()) (*runtime)->registry.remove_own(name);
}

}  // namespace dala

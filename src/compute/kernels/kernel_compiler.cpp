#include <dala/compute/kernel_compiler.hpp>

#include <algorithm>
#include <array>

#include "compute/kernels/source_kernel.hpp"
#include "core/check_params.hpp"
#include "core/error.hpp"
#include "kernel/compile.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/interpret/interpret.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/launch/check.hpp"
#include "kernel/native/jit.hpp"

namespace dala {

namespace {

constexpr std::array<std::string_view, 6> target_names = {"ir",   "llvm", "asm",
                                                          "glsl", "cuda", "msl"};
constexpr std::string_view unnamed = "kernel";

Result<std::string> list_native(const kernel::ir::Module& module, kernel::jit::Listing form) {
  DALA_ASSIGN(kernel::jit::Compiler * compiler, kernel::jit::compiler());
  return compiler->list(module, {}, form);
}

}  // namespace

Result<KernelInfo> check_kernel(const KernelSource& source) {
  DALA_ASSIGN(SourceKernel text, compile_source(unnamed, source));
  text.info.name = text.module->name;
  return std::move(text.info);
}

std::string_view to_string(KernelTarget target) {
  return target_names[static_cast<std::size_t>(target)];
}

std::optional<KernelTarget> kernel_target_from_string(std::string_view text) {
  const auto found = std::ranges::find(target_names, text);
  if (found == target_names.end()) return std::nullopt;
  return static_cast<KernelTarget>(found - target_names.begin());
}

Result<std::string> emit_kernel(const KernelSource& source, KernelTarget target) {
  DALA_ASSIGN(SourceKernel text, compile_source(unnamed, source));
  if (kernel::forces_wide_indices()) {
    DALA_ASSIGN(text.module, text.wide->module());
  }
  switch (target) {
    case KernelTarget::ir:
      return kernel::ir::print(*text.module);
    case KernelTarget::llvm:
      return list_native(*text.module, kernel::jit::Listing::llvm);
    case KernelTarget::assembly:
      return list_native(*text.module, kernel::jit::Listing::assembly);
    case KernelTarget::glsl:
      return kernel::emit(*text.module, kernel::Language::glsl);
    case KernelTarget::cuda:
      return kernel::emit(*text.module, kernel::Language::cuda);
    case KernelTarget::msl:
      return kernel::emit(*text.module, kernel::Language::msl);
  }
  std::unreachable();
}

Result<void> interpret_kernel(const KernelSource& source, const BufferList& inputs,
                              const BufferList& outputs, const Params& params) {
  DALA_ASSIGN(SourceKernel text, compile_source(unnamed, source));
  SmallVector<ParamValue, 8> values;
  DALA_TRY(check_params(text.info.name, text.info.params, params, values));
  std::vector<std::vector<std::byte>> contents;
  std::vector<HostTensor> tensors[2];
  for (const auto* list : {&inputs, &outputs})
    for (const Buffer& buffer : list->view()) {
      DALA_ASSIGN(auto bytes, buffer.read_bytes());
      contents.push_back(std::move(bytes));
      tensors[list == &outputs ? 1 : 0].push_back(
          {buffer.dtype(), buffer.shape(), contents.back()});
    }
  if (tensors[0].size() == text.info.inputs.size() &&
      tensors[1].size() == text.info.outputs.size()) {
    const auto refs = [](const BufferList& list) {
      SmallVector<backend::TensorRef, 8> out;
      for (const Buffer& b : list.view()) out.push_back({nullptr, b.dtype(), b.shape()});
      return out;
    };
    const auto in = refs(inputs);
    const auto out = refs(outputs);
    const backend::KernelCall call{unnamed, in.view(), out.view(), values.view()};
    if (kernel::forces_wide_indices() || !why_wide_indices(*text.module, call).empty()) {
      DALA_ASSIGN(text.module, text.wide->module());
    }
  }
  const kernel::HostLaunch launch{tensors[0], tensors[1], values.view()};
  DALA_TRY(kernel::check_launch(*text.module, launch));
  DALA_TRY(kernel::interpret(*text.module, launch));
  for (std::size_t i = 0; i < outputs.view().size(); ++i)
    DALA_TRY(outputs.view()[i].write_bytes(tensors[1][i].bytes));
  return {};
}

}  // namespace dala

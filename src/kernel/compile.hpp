// The front end: kernel source to IR, or to diagnostics.
//
//   Compiled compiled = compile(Source("blur.dk", text), {});
//   if (!compiled.module) std::cerr << render(source, compiled.diagnostics);
#pragma once

#include <memory>
#include <vector>

#include "kernel/ir/ir.hpp"
#include "kernel/lower/options.hpp"
#include "kernel/source/diagnostic.hpp"

namespace dala::kernel {

struct Compiled {
  std::shared_ptr<const ir::Module> module;  // null when there are diagnostics
  std::vector<Diagnostic> diagnostics;
};

// For the version of the same kernel with indices of 64 bits.
[[nodiscard]] CompileOptions with_wide_indices(CompileOptions options);
// Whether every launch is to take that version: DALA_WIDE_INDICES=1, so that tests need no tensors
// of gigabytes.
[[nodiscard]] bool forces_wide_indices();

// Never throws; the source may be any text at all.
[[nodiscard]] Compiled compile(const Source& source, const CompileOptions& options) noexcept;

}  // namespace dala::kernel

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

// Never throws; any text at all may be given.
[[nodiscard]] Compiled compile(const Source& source, const CompileOptions& options) noexcept;

}  // namespace dala::kernel

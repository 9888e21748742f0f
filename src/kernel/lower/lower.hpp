// Syntax tree to IR: names get meanings, expressions get types, literals get values.
#pragma once

#include <memory>

#include "kernel/ir/ir.hpp"
#include "kernel/lower/options.hpp"
#include "kernel/source/diagnostic.hpp"
#include "kernel/syntax/tree.hpp"

namespace dala::kernel {

// Null when anything was reported.
[[nodiscard]] std::shared_ptr<const ir::Module> lower(const Source& source,
                                                      const syntax::Tree& tree,
                                                      const CompileOptions& options,
                                                      Diagnostics& diagnostics);

}  // namespace dala::kernel

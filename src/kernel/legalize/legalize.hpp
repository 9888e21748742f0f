// IR that a target can take as it is.
//
// Each pass replaces operations where they stand, so an expression keeps its number: what was found
// out about the kernel before holds for the legal one. What takes more than an operation becomes a
// call of a runtime function, written in the kernel language (kernels/runtime).
#pragma once

#include <span>
#include <string_view>

#include "kernel/ir/ir.hpp"
#include "kernel/legalize/call_specialisation.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

struct LegalizePass {
  std::string_view name;
  void (*run)(ir::Module& module, const TargetInfo& target,
              const CallSpecialisation& specialisation);
};

// In the order in which they run.
[[nodiscard]] std::span<const LegalizePass> legalize_passes();

[[nodiscard]] ir::Module legalize(const ir::Module& module, const TargetInfo& target,
                                  const CallSpecialisation& specialisation = {});

}  // namespace dala::kernel

#include "kernel/legalize/legalize.hpp"

#include <array>

#include "kernel/ir/verify.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

std::span<const LegalizePass> legalize_passes() {
  static constexpr std::array passes = {
#define PASS(name)                                                     \
  LegalizePass{#name, [](ir::Module& module, const TargetInfo& target, \
                         const CallSpecialisation&) { legalize_##name(module, target); }},
#define CALL_PASS(name) LegalizePass{#name, &legalize_##name},
#include "kernel/legalize/passes.inc"
  };
  return passes;
}

ir::Module legalize(const ir::Module& module, const TargetInfo& target,
                    const CallSpecialisation& specialisation) {
  ir::Module legal = module;
  for (const LegalizePass& pass : legalize_passes()) {
    pass.run(legal, target, specialisation);
    ir::verify_after(pass.name, legal);
  }
  return legal;
}

}  // namespace dala::kernel

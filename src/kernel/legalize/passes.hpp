// The passes of legalisation, by name.
#pragma once

#include "kernel/ir/ir.hpp"
#include "kernel/legalize/call_specialisation.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

#define PASS(name) void legalize_##name(ir::Module& module, const TargetInfo& target);
#define CALL_PASS(name)                                              \
  void legalize_##name(ir::Module& module, const TargetInfo& target, \
                       const CallSpecialisation& specialisation);
#include "kernel/legalize/passes.inc"

}  // namespace dala::kernel

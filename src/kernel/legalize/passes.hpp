// The passes of legalisation, by name.
#pragma once

#include "kernel/ir/ir.hpp"
#include "kernel/legalize/form.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

#define PASS(name) void legalize_##name(ir::Module& module, const TargetInfo& target);
#define FORM_PASS(name) \
  void legalize_##name(ir::Module& module, const TargetInfo& target, const Form& form);
#include "kernel/legalize/passes.inc"

}  // namespace dala::kernel

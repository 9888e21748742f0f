#include "kernel/legalize/legalize_only.hpp"

#include "kernel/ir/verify.hpp"

namespace dala::kernel {

ir::Module legalize_only(const ir::Module& module, const TargetInfo& target,
                         std::initializer_list<Pass> passes) {
  ir::Module legal = module;
  for (const Pass& pass : passes) {
    pass.run(legal, target);
    ir::verify_after(pass.name, legal);
  }
  return legal;
}

}  // namespace dala::kernel

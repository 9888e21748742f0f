// A few passes by themselves, for those that generate code for most operations anyway.
#pragma once

#include <initializer_list>
#include <string_view>

#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

struct Pass {
  std::string_view name;
  void (*run)(ir::Module& module, const TargetInfo& target);
};

namespace pass {
#define PASS(name) inline constexpr Pass name{#name, &legalize_##name};
#define CALL_PASS(name)
#include "kernel/legalize/passes.inc"
}  // namespace pass

// In the order given; what each makes is verified.
[[nodiscard]] ir::Module legalize_only(const ir::Module& module, const TargetInfo& target,
                                       std::initializer_list<Pass> passes);

}  // namespace dala::kernel

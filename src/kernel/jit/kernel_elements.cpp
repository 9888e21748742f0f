// Kernels without cubes: their parts, and the plan by which these are run.
#include <algorithm>

#include "kernel/analysis/independent_accesses.hpp"
#include "kernel/jit/domain_parts.hpp"
#include "kernel/jit/plan_writer.hpp"
#include "kernel/jit/wide_emitter.hpp"

namespace dala::kernel::jit {

namespace {

// A vector of neighbours takes as long as one of them, and most have that many at least.
constexpr std::int64_t neighbours_side_by_side = 8;

// Invocations between two looks; whole vectors of them, as long as that is possible.
std::int64_t at_once(std::int64_t weight, std::int64_t lanes) {
  const std::int64_t many = std::max<std::int64_t>(1, 4 * fuel_load / weight);
  if (lanes != 0) return std::max<std::int64_t>(1, many / lanes) * lanes;
  return many < 64 ? many : many / 64 * 64;
}

}  // namespace

void emit_element_kernel(Codegen& codegen) {
  PlanWriter plan(codegen);
  plan.inner = codegen.wide_lanes != 0 ? emit_wide_inner(codegen) : emit_inner(codegen);
  if (!codegen.conditions.empty()) plan.edge = emit_edge(codegen);
  plan.edge_weight = codegen.weights.of(codegen.module.kernel.body);
  plan.weight = plan.edge_weight;
  plan.at_once = at_once(plan.weight, codegen.wide_lanes);
  const bool is_straight =
      !codegen.has_loops && accesses_are_apart(codegen.module, codegen.analysis);
  if (is_straight) plan.weight = std::max<std::int64_t>(1, plan.weight / neighbours_side_by_side);
  plan.write();
}

}  // namespace dala::kernel::jit

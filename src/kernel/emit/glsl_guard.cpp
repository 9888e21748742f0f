#include "kernel/emit/glsl_guard.hpp"

#include "core/format.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

// Loops of so few rounds, inner ones included, go without a look.
constexpr std::int64_t few_rounds = 4096;

bool waits_in(const ir::Module& module, const std::vector<ir::StmtId>& body) {
  return ir::any_stmt(module, body, ir::is_meeting);
}

// Read by an atomic, because compilers may take a plain load out of a loop that does not write.
constexpr std::string_view alone = R"(
bool dala_is_stopped = false;
uint dala_rounds = 0u;

bool dala_stops() {
  if (dala_is_stopped) return true;
  ++dala_rounds;
  if ((dala_rounds & 1023u) != 0u) return false;
  if (atomicOr(dala_stop, 0u) == 0u) return false;
  dala_stopped = 1u;
  dala_is_stopped = true;
  return true;
}
)";

// In loops in which units wait for each other, all must leave in the same round.
constexpr std::string_view together = R"(
shared uint dala_stop_all;
bool dala_all_stopped = false;
uint dala_turns = 0u;

bool dala_all_stop() {
  if (gl_LocalInvocationIndex == 0u) dala_stop_all = atomicOr(dala_stop, 0u);
  memoryBarrierShared();
  barrier();
  bool dala_now = dala_stop_all != 0u;
  barrier();
  if (dala_now) {
    dala_stopped = 1u;
    dala_all_stopped = true;
    dala_is_stopped = true;
  }
  return dala_now;
}

bool dala_stops_together() {
  if (dala_all_stopped) return true;
  ++dala_turns;
  if ((dala_turns & 63u) != 0u) return false;
  return dala_all_stop();
}
)";

}  // namespace

GlslGuard::GlslGuard(const ir::Module& module, bool stoppable)
    : module_(module), stoppable_(stoppable) {
  if (!stoppable) return;
  waits_ = !module.shared.empty() || waits_in(module, module.kernel.body);
  rounds_ = loop_rounds(module);
}

std::string GlslGuard::declaration(std::uint32_t binding) const {
  if (!stoppable_) return {};
  return format(
      "layout(std430, binding = {}) coherent buffer dala_switch {{ uint dala_stop; uint "
      "dala_stopped; }};\n{}{}",
      binding, alone, waits_ ? together : "");
}

std::string GlslGuard::at_start() const {
  if (!stoppable_) return {};
  if (waits_) return "  if (dala_all_stop()) return;\n";
  return "  if (dala_stop != 0u) {\n    dala_stopped = 1u;\n    return;\n  }\n";
}

std::string GlslGuard::in(ir::StmtId loop) const {
  // Loops of functions that a pass has added are short.
  const bool is_of_source = stoppable_ && loop < rounds_.of_loop.size();
  if (!is_of_source || rounds_.of_loop[loop] <= few_rounds) return {};
  return waits_in(module_, module_.stmts[loop].body) ? "if (dala_stops_together()) break;"
                                                     : "if (dala_stops()) break;";
}

}  // namespace dala::kernel

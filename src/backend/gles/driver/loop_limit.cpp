#include "backend/gles/driver/loop_limit.hpp"

#include <array>

#include "backend/gles/driver/trial.hpp"
#include "core/error.hpp"
#include "core/forever.hpp"
#include "kernel/analysis/loop_rounds.hpp"
#include "kernel/launch/binding.hpp"

namespace dala::backend::gles {

namespace {

// The multiplications keep compilers from replacing the loop by its result.
constexpr const char* counting_shader = R"(#version 310 es
precision highp int;
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer block_rounds { uint wanted; uint done; uint left; };
void main() {
  uint x = left;
  uint i = 0u;
  while (i < wanted) {
    x = x * 1664525u + 1013904223u;
    ++i;
  }
  done = i;
  left = x;
}
)";

constexpr std::uint32_t wanted = 1U << 18U;
// Assumed where the trial itself fails: the limit of Mesa's llvmpipe.
constexpr std::int64_t usual_limit = 65535;

Result<std::int64_t> measure(Session& session) {
  const std::array<std::uint32_t, 3> words = {wanted, 0, 1};
  DALA_ASSIGN(const auto after, run_trial(session, counting_shader, words));
  const std::uint32_t done = after[1];
  if (done == 0) return fail(ErrorCode::internal, "a loop did not run");
  return done == wanted ? kernel::endless : std::int64_t{done};
}

}  // namespace

std::int64_t loop_limit(GlThread& thread) {
  if (const std::int64_t found = thread.known_loop_limit(); found != 0) return found;
  static const Forever<Trial<std::int64_t>> trial;
  const std::int64_t limit = trial->outcome(thread, measure, usual_limit);
  thread.known_loop_limit() = limit;
  return limit;
}

CallRounds::CallRounds(const kernel::ir::Module& module)
    : module_(module), of_all_calls_(kernel::loop_rounds(module).in_all) {}

std::int64_t CallRounds::of(const KernelCall& call) {
  if (of_all_calls_ <= unlimited_rounds) return of_all_calls_;
  bool like_last = of_last_ >= 0;
  shapes_.resize(module_.tensors.size());
  params_.resize(module_.params.size());
  const kernel::Binding binding(module_, call);
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const Shape& shape = binding.tensors()[i]->shape;
    like_last = like_last && shapes_[i] == shape;
    shapes_[i] = shape;
  }
  for (std::size_t i = 0; i < params_.size(); ++i) {
    like_last = like_last && params_[i] == binding.params()[i];
    params_[i] = binding.params()[i];
  }
  if (!like_last)
    of_last_ = kernel::loop_rounds(module_, {.params = params_, .shapes = shapes_}).in_all;
  return of_last_;
}

std::string rejection_of_rounds(std::int64_t rounds, GlThread& thread) {
  if (rounds <= unlimited_rounds) return {};
  const std::int64_t limit = loop_limit(thread);
  // Ends of loops that come from floats may be a little off.
  if (limit >= kernel::endless || rounds <= limit - limit / 16) return {};
  return format(
      "its loops may take more rounds than the {} after which this driver ends them, and the rest "
      "would be left out",
      limit);
}

}  // namespace dala::backend::gles

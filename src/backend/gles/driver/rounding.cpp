#include "backend/gles/driver/rounding.hpp"

#include <bit>
#include <cmath>

#include "backend/gles/driver/trial.hpp"
#include "core/error.hpp"
#include "core/forever.hpp"

namespace dala::backend::gles {

namespace {

// Written as emit/glsl_printer.hpp writes them.
constexpr const char* trial_shader = R"(#version 310 es
#ifdef GL_EXT_gpu_shader5
#extension GL_EXT_gpu_shader5 : require
#define DALA_PRECISE precise
#else
#define DALA_PRECISE
#endif
precision highp float;
precision highp int;
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer block_pairs { uint words[]; };
void main() {
  uint at = 2u * gl_WorkGroupID.x;
  float a = uintBitsToFloat(words[at]);
  DALA_PRECISE float quotient = a / uintBitsToFloat(words[at + 1u]);
  words[at] = floatBitsToUint(quotient);
  words[at + 1u] = floatBitsToUint(sqrt(a));
}
)";

// Numbers from 1 to 2 with any fraction. A product with a rounded reciprocal is wrong for more than
// one pair in ten of them.
constexpr std::uint32_t pairs = 1024;

std::vector<std::uint32_t> numbers() {
  std::vector<std::uint32_t> words(std::size_t{2} * pairs);
  std::uint32_t state = 1;
  for (std::uint32_t& word : words) {
    state = state * 1664525U + 1013904223U;
    word = 0x3f800000U | state >> 9U;
  }
  return words;
}

Result<bool> try_some(Session& session) {
  const std::vector<std::uint32_t> given = numbers();
  DALA_ASSIGN(const auto found, run_trial(session, trial_shader, given, pairs));
  for (std::size_t i = 0; i < given.size(); i += 2) {
    const auto a = std::bit_cast<float>(given[i]);
    const auto b = std::bit_cast<float>(given[i + 1]);
    if (found[i] != std::bit_cast<std::uint32_t>(a / b)) return false;
    if (found[i + 1] != std::bit_cast<std::uint32_t>(std::sqrt(a))) return false;
  }
  return true;
}

}  // namespace

bool rounds_to_nearest(GlThread& thread) {
  using Rounding = GlThread::Rounding;
  if (const Rounding known = thread.known_rounding(); known != Rounding::unknown)
    return known == Rounding::nearest;
  static const Forever<Trial<bool>> trial;
  const bool rounds = trial->outcome(thread, try_some, false);
  thread.known_rounding() = rounds ? Rounding::nearest : Rounding::other;
  return rounds;
}

}  // namespace dala::backend::gles

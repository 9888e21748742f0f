// What functions of other languages are called here.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace dala::kernel {

// What to write instead, or nothing.
[[nodiscard]] constexpr std::string_view own_way(std::string_view function) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 24> known = {{
      {"lerp", "mix(a, b, t)"},
      {"saturate", "clamp(x, 0.0, 1.0)"},
      {"frac", "fract(x)"},
      {"fabs", "abs(x)"},
      {"fmin", "min(a, b)"},
      {"fmax", "max(a, b)"},
      {"fmod", "a % b"},
      {"mod", "a % b"},
      {"mad", "fma(a, b, c)"},
      {"mul_add", "fma(a, b, c)"},
      {"powf", "pow(x, y)"},
      {"powi", "pow(x, y)"},
      {"ln", "log(x)"},
      {"logf", "log(x)"},
      {"expf", "exp(x)"},
      {"sqrtf", "sqrt(x)"},
      {"inversesqrt", "rsqrt(x)"},
      {"float", "x as f32"},
      {"int", "x as s32"},
      {"uint", "x as u32"},
      {"syncthreads", "sync_cube()"},
      {"barrier", "sync_cube()"},
      {"printf", "print(\"x is {}\", x)"},
      {"println", "print(\"x is {}\", x)"},
  }};
  for (const auto& [theirs, ours] : known)
    if (theirs == function) return ours;
  return {};
}

}  // namespace dala::kernel

#include "kernel/emit/names.hpp"

#include <algorithm>

#include "core/format.hpp"

namespace dala::kernel {

namespace {

// Without what belongs to the compiler (`__`, a leading `_`), to GLSL (`gl_`) or to our own helpers
// (`dala_`).
std::string plain(std::string_view wanted) {
  std::string out;
  for (char c : wanted)
    if (c != '_' || out.empty() || out.back() != '_') out += c;
  if (out.starts_with('_') || out.starts_with("gl_") || out.starts_with("dala_"))
    out.insert(0, out.starts_with('_') ? "v" : "v_");
  return out;
}

}  // namespace

bool Names::is_reserved(std::string_view name) const {
  return std::ranges::binary_search(reserved_, name);
}

std::string Names::claim(std::string_view wanted) {
  std::string base = plain(wanted);
  if (is_reserved(base)) base += '_';
  std::string name = base;
  // A second underscore in a row would be reserved again.
  const std::string_view joint = base.ends_with('_') ? "" : "_";
  for (unsigned i = 2; taken_.contains(name); ++i) name = format("{}{}{}", base, joint, i);
  taken_.insert(name);
  return name;
}

}  // namespace dala::kernel

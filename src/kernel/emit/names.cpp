#include "kernel/emit/names.hpp"

#include <algorithm>

#include "core/format.hpp"

namespace dala::kernel {

namespace {

// C and C++ reserve names with two underscores in a row.
std::string with_single_underscores(std::string_view wanted) {
  std::string out;
  for (char c : wanted)
    if (c != '_' || out.empty() || out.back() != '_') out += c;
  return out;
}

// A name that is not reserved by its spelling: by two underscores or a leading one in C++, by `gl_`
// in GLSL, by `dala_` for the helpers of emitted code.
std::string plain(std::string_view wanted) {
  std::string out = with_single_underscores(wanted);
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
  return free(std::move(base));
}

std::string Names::claim_own(std::string_view wanted) {
  return free(with_single_underscores(wanted));
}

std::string Names::free(std::string base) {
  std::string name = base;
  // A second underscore in a row would be reserved again.
  const std::string_view joint = base.ends_with('_') ? "" : "_";
  for (unsigned i = 2; taken_.contains(name); ++i) name = format("{}{}{}", base, joint, i);
  taken_.insert(name);
  return name;
}

}  // namespace dala::kernel

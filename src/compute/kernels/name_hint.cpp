#include "compute/kernels/name_hint.hpp"

#include <atomic>

namespace dala {

namespace {

constinit std::atomic<NameHint> given{nullptr};

}  // namespace

bool give_name_hint(NameHint hint) {
  given = hint;
  return true;
}

std::string name_hint(std::string_view name) {
  const NameHint hint = given;
  return hint == nullptr ? std::string() : hint(name);
}

}  // namespace dala

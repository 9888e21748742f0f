// Makes a failing program smaller while it still fails in the same way.
#pragma once

#include "check/compare.hpp"

namespace dala::fuzz {

[[nodiscard]] Program shrink(Program program, const Target& target, Failure::Kind kind);

}  // namespace dala::fuzz

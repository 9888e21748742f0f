// The IR as text, for people and for goldens. Every type can be read off: literals carry theirs and
// locals are listed with it. Temporaries of the compiler are %1, %2, ...
#pragma once

#include <string>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::ir {

[[nodiscard]] std::string print(const Module& module);

}  // namespace dala::kernel::ir

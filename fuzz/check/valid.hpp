// Whether a module keeps what ir.hpp promises, so that nothing behind the front end has to ask.
#pragma once

#include <optional>
#include <string>

#include "kernel/ir/ir.hpp"

namespace dala::fuzz {

// What is wrong, or nothing. That locals are written before they are read is not looked at.
[[nodiscard]] std::optional<std::string> find_fault(const kernel::ir::Module& module);

}  // namespace dala::fuzz

// Whether a module keeps what ir.hpp promises, so that nothing behind the front end has to ask.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::ir {

// What is wrong, or nothing. That locals are written before they are read is not looked at.
[[nodiscard]] std::optional<std::string> find_fault(const Module& module);

// Called with what every pass made. In debug builds, and wherever DALA_VERIFY_IR is 1 as it is in
// all tests, a module with a fault ends the program with the fault and the module on standard
// error: it is a mistake of the pass, and whatever came of it later would be harder to understand.
void verify_after(std::string_view pass, const Module& module);

}  // namespace dala::kernel::ir

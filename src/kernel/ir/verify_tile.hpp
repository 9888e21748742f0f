// The verifier's checks of `tile` statements.
#pragma once

#include <optional>
#include <string_view>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::ir {

// What is wrong with the statement, or nothing. The verifier has checked its expressions, and
// checks its indices itself.
[[nodiscard]] std::optional<std::string_view> fault_of_tile(const Module& module, const Stmt& s);

}  // namespace dala::kernel::ir

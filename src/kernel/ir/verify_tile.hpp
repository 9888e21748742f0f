// What the verifier asks of `tile` statements.
#pragma once

#include <optional>
#include <string_view>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::ir {

// What is wrong with it, or nothing. Its expressions have been looked at; where its indices lead is
// for the verifier to see.
[[nodiscard]] std::optional<std::string_view> fault_of_tile(const Module& module, const Stmt& s);

}  // namespace dala::kernel::ir

// Tokens to a syntax tree.
#pragma once

#include <span>

#include "kernel/source/diagnostic.hpp"
#include "kernel/syntax/tree.hpp"

namespace dala::kernel::syntax {

// After a mistake it goes on with the next statement, so that several are found at once. With
// mistakes reported the tree is only good for finding more of them.
//
// The functions of `prelude` are added to those of the source.
[[nodiscard]] Tree parse(std::span<const Token> tokens, Diagnostics& diagnostics,
                         std::span<const Token> prelude = {});

}  // namespace dala::kernel::syntax

// Text to tokens.
#pragma once

#include <vector>

#include "kernel/source/diagnostic.hpp"
#include "kernel/syntax/token.hpp"

namespace dala::kernel::syntax {

// Ends with an `end` token. Tokens point into `source`. Comments are `// ...` and `/* ... */`.
[[nodiscard]] std::vector<Token> lex(const Source& source, Diagnostics& diagnostics);

}  // namespace dala::kernel::syntax

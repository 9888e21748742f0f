// Functions of the language that are written in it: the files beside this one. A module has those
// that its source calls.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kernel/syntax/token.hpp"

namespace dala::kernel::prelude {

// All files in one text, made by cmake/DalaKernels.cmake.
[[nodiscard]] std::string_view text();

[[nodiscard]] std::vector<std::string_view> names();
[[nodiscard]] bool has(std::string_view function);

// The functions that these tokens call, and those that they call themselves, with the `end` that
// parsers expect. Nothing where they call none. Their positions belong to no source, since
// diagnostics never point at them.
[[nodiscard]] std::vector<syntax::Token> called_by(std::span<const syntax::Token> tokens);

}  // namespace dala::kernel::prelude

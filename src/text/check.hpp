// What a style may say.
#pragma once

#include <dala/text.hpp>

namespace dala::text {

// `invalid_argument` with the field, its value and what would be right.
[[nodiscard]] Result<void> check(const TextStyle& style);

}  // namespace dala::text

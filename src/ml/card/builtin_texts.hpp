// The cards inside the library: the files under models/.
#pragma once

#include <span>
#include <string_view>

namespace dala::ml {

[[nodiscard]] std::span<const std::string_view> builtin_card_texts();

}  // namespace dala::ml

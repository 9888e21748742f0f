// "Did you mean ...?": the known name closest to a mistyped one.
#pragma once

#include <span>
#include <string_view>

namespace dala {

// Empty when none is close: more than a third of the letters would have to change.
[[nodiscard]] std::string_view nearest(std::string_view name,
                                       std::span<const std::string_view> known);

}  // namespace dala

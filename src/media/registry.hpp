// The filters by name.
#pragma once

#include "media/stages.hpp"

namespace dala::media {

// `unknown_filter` with the nearest name when there is none.
[[nodiscard]] Result<const FilterDef*> find_filter(std::string_view name);

}  // namespace dala::media

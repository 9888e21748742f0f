// What programs of this user find out once and keep for the next: `dala/NAME` in the folder for
// such things, $XDG_CACHE_HOME or ~/.cache.
#pragma once

#include <optional>
#include <string_view>

#include <dala/core/error.hpp>

#include "core/files/private_folder.hpp"

namespace dala {

// Nothing where there is none, or it is missing and stays so; an error where others could have
// written to it.
[[nodiscard]] Result<std::optional<PrivateFolder>> user_cache(std::string_view name,
                                                              PrivateFolder::Missing missing);

}  // namespace dala

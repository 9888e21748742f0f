// A surface as a reference of the VM; scenes are shown on them too.
#pragma once

#include <dala/surface.hpp>

#include "resource.hpp"

namespace dala::nif {

template <>
inline constexpr const char* resource_name<Surface> = "a surface";

}  // namespace dala::nif

// Filters and parameters of kernels in scene files.
#pragma once

#include <dala/media_filter.hpp>

#include "core/json_fields.hpp"

namespace dala::scene {

// An object of numbers, texts, true or false, and lists of whole numbers.
void read_params(const nlohmann::json& value, const std::string& path, Problems& problems,
                 Params& out);

}  // namespace dala::scene

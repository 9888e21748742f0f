// Filters and parameters of kernels in scene files.
#pragma once

#include <dala/media/filter.hpp>

#include "scene/file/read_fields.hpp"

namespace dala::scene {

// An object of numbers, texts, true or false, and lists of whole numbers.
void read_params(const nlohmann::json& value, const std::string& path, Problems& problems,
                 Params& out);
// A list as an effect's "filters": texts as `dala filter` reads them, or objects.
void read_filters(Fields& fields, const char* key, const FileContext& context,
                  std::vector<media::Filter>& out);

}  // namespace dala::scene

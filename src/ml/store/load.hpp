// Models that a file of somebody else's names.
#pragma once

#include <string_view>

#include <dala/core/source_policy.hpp>
#include <dala/ml/tasks.hpp>

namespace dala::ml {

// As `load_model` (<dala/ml/store.hpp>). A path, and the card beside it, must be what the policy
// allows; a name is one of the store's.
[[nodiscard]] Result<TaskModel> load_allowed_model(const Compute& compute,
                                                   std::string_view name_or_path,
                                                   const SourcePolicy& sources);

}  // namespace dala::ml

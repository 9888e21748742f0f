// The cards of models that were added to a store.
#pragma once

#include <filesystem>
#include <string_view>

#include <dala/core/source_policy.hpp>
#include <dala/ml/card.hpp>

namespace dala::ml {

inline constexpr std::string_view card_ending = ".card.json";

[[nodiscard]] std::filesystem::path card_file(const std::filesystem::path& folder,
                                              std::string_view name);
[[nodiscard]] Result<ModelCard> read_card_file(const std::filesystem::path& file,
                                               const SourcePolicy& sources = SourcePolicy::files());

}  // namespace dala::ml

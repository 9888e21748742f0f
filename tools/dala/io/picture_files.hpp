// Which pictures a command line names.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "terminal/outcome.hpp"

namespace dala::cli {

// Those of a folder, by name. None at all is bad usage.
[[nodiscard]] OutcomeOf<std::vector<std::filesystem::path>> pictures_in(
    const std::filesystem::path& folder);

// Files as they are, and for a folder those in it.
[[nodiscard]] OutcomeOf<std::vector<std::filesystem::path>> picture_files(
    std::span<const std::string> names);

}  // namespace dala::cli

// Where the results of several pictures go: a folder, with a file for each.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "terminal/outcome.hpp"

namespace dala::cli {

// Makes the folder where it is not there. The name of a picture or video is bad usage, since
// whoever gives it expects one file.
[[nodiscard]] Outcome make_output_folder(const std::filesystem::path& folder);

// A file in the folder for each input, under its name; where two have one name, under the folders
// that tell them apart as well. Bad usage where that would be one of the inputs.
[[nodiscard]] OutcomeOf<std::vector<std::filesystem::path>> outputs_in(
    const std::filesystem::path& folder, std::span<const std::filesystem::path> inputs);

// Bad usage where an output is one of the inputs, under whatever name.
[[nodiscard]] Outcome check_not_inputs(std::span<const std::filesystem::path> outputs,
                                       std::span<const std::filesystem::path> inputs);

// Bad usage where a command would write one file twice.
[[nodiscard]] Outcome check_different(std::span<const std::string> outputs);

}  // namespace dala::cli

// A node as a JSON object, with the fields that are not as they would be without.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include <dala/scene/file.hpp>

namespace dala::scene {

// In the order in which fields are set.
using Written = nlohmann::ordered_json;

// A file's name as it has to stand in a scene file of that folder.
[[nodiscard]] std::string written_path(const std::string& file,
                                       const std::filesystem::path& folder);
[[nodiscard]] Written written_color(Rgba color);
// As people write it: 20 and not 20.0.
[[nodiscard]] Written written_number(double value);

// All but what refers to other nodes, and the nodes of a group.
[[nodiscard]] Result<Written> write_node(const FileNode& node, const std::filesystem::path& folder);

}  // namespace dala::scene

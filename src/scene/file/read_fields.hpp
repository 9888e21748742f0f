// The fields of nodes from a scene file, by their tables.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <dala/scene/fields.hpp>

#include "core/text/json_fields.hpp"

namespace dala::scene {

// What fields of files refer to besides themselves.
struct FileContext {
  Problems& problems;
  std::filesystem::path folder;
};

// A field that names another node.
struct FoundReference {
  const Field* field = nullptr;
  std::string id = {};
};

// What fields say that does not go into the object.
struct BesidesObject {
  std::map<std::string, std::string, std::less<>> names = {};  // FileNode::names
  std::vector<FoundReference> references = {};
};

// `object` is of the struct that the table describes. Fields that refer to other nodes are read
// where `references` is true.
void read_fields(Fields& fields, const FileContext& context, const std::vector<Field>& table,
                 void* object, BesidesObject& besides, bool references = true);

}  // namespace dala::scene

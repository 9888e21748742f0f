// What a node of a scene file is, by its type.
#pragma once

#include <dala/scene_file.hpp>

#include "core/json_fields.hpp"

namespace dala::scene {

// What fields of files refer to besides themselves.
struct FileContext {
  Problems& problems;
  std::filesystem::path folder;
};

void read_transform(Fields& fields, const FileContext& context, Transform& out);
// What a node says it is; empty, and a problem, when there is no such type.
[[nodiscard]] std::string read_type(Fields& fields);
// Reads the fields of this type.
void read_content(Fields& fields, const FileContext& context, const std::string& type,
                  FileNode& out);
// One object: property, keyframes, loop, start, count.
void read_animation(Fields& fields, const FileContext& context, Animation& out);
// A list as an effect's "filters": texts as `dala filter` reads them, or objects.
void read_filters(Fields& fields, const char* key, const FileContext& context,
                  std::vector<media::Filter>& out);

}  // namespace dala::scene

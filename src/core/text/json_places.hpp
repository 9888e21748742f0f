// Where the values of a JSON text stand in it, for messages about them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dala {

// From 1; columns count letters, not bytes.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

[[nodiscard]] TextPlace place_in(std::string_view text, std::size_t offset);

// The position of the value at a path such as "nodes[3].size": that of the name for a field, that
// of the value for an element. A path that does not exist gets the position of its nearest existing
// parent. The text is valid JSON.
[[nodiscard]] std::vector<TextPlace> find_places(std::string_view text,
                                                 std::span<const std::string> paths);

}  // namespace dala

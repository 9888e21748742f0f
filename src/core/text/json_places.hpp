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

// Of values by their paths, as "nodes[3].size": of a field its name, of an element the element.
// What is not there has the place of the nearest that it would be in. The text is JSON.
[[nodiscard]] std::vector<TextPlace> find_places(std::string_view text,
                                                 std::span<const std::string> paths);

}  // namespace dala

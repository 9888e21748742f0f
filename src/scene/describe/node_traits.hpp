// Properties of a node type that the table of its fields does not describe.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/scene/fields.hpp>

namespace dala::scene {

// Of these fields one is given, and no more unless they may stand together.
struct Given {
  std::vector<std::string_view> fields;
  const char* rule;  // a sentence
  bool together = false;
};

struct NodeTraits {
  std::vector<Given> given = {};
  // Checks that a table cannot express.
  Result<void> (*check)(const Content& content) = nullptr;
  bool changes_with_time = false;
  // The video that it plays where that has a source or a stream.
  std::optional<field::Member<Video>> video = {};
  // Whether it is a picture in picture, and where.
  std::optional<field::Member<std::optional<Pip>>> pip = {};
};

[[nodiscard]] const NodeTraits& traits_of(const Content& content);

// Null where it plays none.
[[nodiscard]] Video* video_of(Content& content);
[[nodiscard]] const Video* video_of(const Content& content);
// Null where nodes of this type are never one.
[[nodiscard]] std::optional<Pip>* pip_of(Content& content);
[[nodiscard]] const std::optional<Pip>* pip_of(const Content& content);

}  // namespace dala::scene

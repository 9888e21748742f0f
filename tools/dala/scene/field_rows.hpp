// The fields of nodes as people read them: what scene files may say, a row each.
#pragma once

#include <string>
#include <vector>

#include <dala/scene/fields.hpp>

namespace dala::cli {

struct FieldRow {
  std::string name;      // "style.size"
  std::string value;     // "number, 1 to 2048"
  std::string fallback;  // "32", "required"; empty: nothing
  std::string summary;
  std::vector<std::string> properties;  // that can be animated
};

// `usual` is an object of the struct that the fields are of, with everything as it is by itself.
[[nodiscard]] std::vector<FieldRow> field_rows(const std::vector<scene::Field>& fields,
                                               const void* usual);

}  // namespace dala::cli

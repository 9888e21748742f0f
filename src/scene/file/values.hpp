// Values of scene files that are more than JSON's own: points, colours, times, choices.
#pragma once

#include <filesystem>
#include <span>

#include <dala/scene/node.hpp>

#include "core/text/json_fields.hpp"

namespace dala::scene {

inline constexpr std::size_t longest_scene_file = std::size_t{4} << 20;

// Takes as many numbers as `out` has, written as `form` says: "[x, y]". Whether they were there.
bool numbers(Fields& fields, const char* key, std::span<double> out, const char* form);
// Text as core/text/color_text.hpp reads it, or [r, g, b] or [r, g, b, a] from 0 to 255.
void color(Fields& fields, const char* key, Rgba& out);
// In seconds.
void seconds(Fields& fields, const char* key, Time& out, Time min, Time max, Need need = Need::no);
// Any length; what is done with it says how long it may be.
void long_text(Fields& fields, const char* key, std::string& out, Need need = Need::no);
// The name of a file, brought to where the scene file is.
void file(Fields& fields, const char* key, const std::filesystem::path& folder, std::string& out,
          Need need = Need::no);
// A file, or what has a scheme: "rtsp://...", "lavfi:testsrc".
[[nodiscard]] std::string resolved_source(const std::string& source,
                                          const std::filesystem::path& folder);
[[nodiscard]] bool is_file_source(const std::string& source);
// A model is called by its name, or by that of its file.
[[nodiscard]] bool is_model_file(const std::string& model);

// Parsed by a function such as parse_easing.
template <typename T>
void choice(Fields& fields, const char* key, T& out, Result<T> (*find)(std::string_view)) {
  std::string name;
  fields.text(key, name);
  if (name.empty()) return;
  if (const auto found = find(name))
    out = *found;
  else
    fields.problem(key, "is wrong: " + found.error().message);
}

}  // namespace dala::scene

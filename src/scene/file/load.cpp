// A scene file from disk.
#include <dala/scene/file.hpp>

#include "core/error.hpp"
#include "core/files/file.hpp"
#include "scene/describe/fields.hpp"
#include "scene/file/values.hpp"
#include "text/check.hpp"

namespace dala::scene {

std::vector<std::filesystem::path> File::inputs() const {
  std::vector<std::filesystem::path> files;
  const auto add = [&](const std::string& one) {
    if (!one.empty()) files.emplace_back(one);
  };
  const auto add_table = [&](const media::Filter& filter) {
    if (const ParamValue* table = filter.params.find("file"))
      if (const auto* one = table->get_if<std::string>()) add(*one);
  };
  const auto add_named = [&](const FileNode& from, const Field& field) {
    const auto name = from.names.find(std::string_view(field.name));
    if (name == from.names.end()) return;
    const bool model = std::holds_alternative<field::Model>(field.kind);
    if (std::holds_alternative<field::Picture>(field.kind) ||
        (model && is_model_file(name->second)))
      add(name->second);
  };
  const auto add_text = [&](const field::Text& text, const std::string& value) {
    switch (text.form) {
      case field::Text::Form::file:
        return add(value);
      case field::Text::Form::source:
        return is_file_source(value) ? add(value) : void();
      case field::Text::Form::font:
        return text::is_font_file(value) ? add(value) : void();
      case field::Text::Form::name:
      case field::Text::Form::prose:
        return;
    }
  };
  for (const FileNode& from : nodes)
    for_each_field(type_of(from.node.content).fields, object_of(from.node.content),
                   [&](const Field& field, const void* in) {
                     if (const auto* text = std::get_if<field::Text>(&field.kind))
                       add_text(*text, text->value(in));
                     else if (const auto* filters = std::get_if<field::Filters>(&field.kind))
                       for (const media::Filter& filter : filters->value(in)) add_table(filter);
                     else
                       add_named(from, field);
                   });
  return files;
}

Result<File> read_file(const std::filesystem::path& file, const SourcePolicy& sources) {
  DALA_ASSIGN(const std::vector<std::byte> bytes,
              dala::read_file(file, {.most = longest_scene_file, .sources = sources}));
  DALA_ASSIGN(File read, parse_file({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                    file.string(), file.parent_path()));
  // A name without a folder is one in the current folder.
  read.sources = SourcePolicy::in(file.has_parent_path() ? file.parent_path() : ".");
  return read;
}

}  // namespace dala::scene

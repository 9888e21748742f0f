// dala scene types: what nodes of scene files are, and what they may say.
#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <set>

#include "scene/command.hpp"
#include "scene/field_rows.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

using scene::NodeType;

struct TypesOptions {
  std::string name;
  bool markdown = false;
  bool dictionary = false;
};

std::vector<FieldRow> rows_of(const NodeType& type) {
  return field_rows(type.fields, scene::object_of(type.usual));
}

std::vector<FieldRow> transform_rows() {
  static const scene::Transform usual;
  return field_rows(scene::transform_fields(), &usual);
}

// As a table of Markdown, whose last column is there where anything can be animated.
std::string table(const std::vector<FieldRow>& rows) {
  const bool moves =
      std::ranges::any_of(rows, [](const FieldRow& row) { return !row.properties.empty(); });
  std::string text =
      moves ? "| field | value | default | meaning | property |\n|---|---|---|---|---|\n"
            : "| field | value | default | meaning |\n|---|---|---|---|\n";
  for (const FieldRow& row : rows) {
    fmt::format_to(std::back_inserter(text), "| `{}` | {} | {} | {} |", row.name, row.value,
                   row.fallback, row.summary);
    std::vector<std::string> properties;
    for (const std::string& property : row.properties)
      properties.push_back(fmt::format("`{}`", property));
    if (moves) fmt::format_to(std::back_inserter(text), " {} |", fmt::join(properties, ", "));
    text += '\n';
  }
  return text;
}

std::string markdown() {
  std::string text = "#### The place of a node\n\n" + table(transform_rows());
  for (const NodeType& type : scene::node_types())
    fmt::format_to(std::back_inserter(text), "\n#### {}\n\n{}\n\n{}", type.name, type.summary,
                   table(rows_of(type)));
  return text;
}

// Without the marks of Markdown: "[a model](models.md) by `name`" is "a model by name".
std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t link = text.find("](", at);
    if (text[at] == '[' && link < text.find(']', at) + 1) {
      out += text.substr(at + 1, link - at - 1);
      at = text.find(')', link);
    } else if (text[at] != '`') {
      out += text[at];
    }
  }
  return out;
}

std::string type_text(const NodeType& type) {
  std::string text = fmt::format("{}\n  {}\n", type.name, type.summary);
  const auto add = [&](const std::vector<FieldRow>& rows) {
    for (const FieldRow& row : rows) {
      fmt::format_to(std::back_inserter(text), "  {:<22} {}\n  {:<22} {}", row.name,
                     plain(row.summary), "", plain(row.value));
      if (!row.fallback.empty())
        fmt::format_to(std::back_inserter(text), "; default: {}", plain(row.fallback));
      text += '\n';
    }
  };
  text += "\nFields:\n";
  add(rows_of(type));
  if (!type.placed) return text;
  text += "\nIts place:\n";
  add(transform_rows());
  return text;
}

std::string list_text() {
  std::string text;
  for (const NodeType& type : scene::node_types())
    fmt::format_to(std::back_inserter(text), "{:<20} {}\n", type.name, type.summary);
  return text;
}

// Each word once, in quotes, as libFuzzer reads them.
class Dictionary {
 public:
  void add(std::string_view word) {
    if (known_.insert(std::string(word)).second)
      fmt::format_to(std::back_inserter(text_), "\"\\\"{}\\\"\"\n", word);
  }

  void add(const std::vector<scene::Field>& fields) {
    for (const scene::Field& field : fields) {
      if (!field.in_files) continue;
      if (const auto* part = std::get_if<scene::field::Part>(&field.kind)) {
        if (!part->inlined) add(field.name);
        add(part->fields);
        continue;
      }
      add(field.name);
      if (const auto* choice = std::get_if<scene::field::Choice>(&field.kind))
        for (const std::string_view word : choice->words) add(word);
      for (const std::string& property : scene::properties_of(field)) add(property);
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::set<std::string, std::less<>> known_;
  std::string text_ = "# The words of scene files. Written by `dala scene types --dictionary`.\n";
};

std::string dictionary() {
  Dictionary words;
  // What stands around the fields of nodes, and in those that are lists.
  for (const char* word : {"width",
                           "height",
                           "fps",
                           "seconds",
                           "background",
                           "nodes",
                           "type",
                           "id",
                           "effects",
                           "animations",
                           "time",
                           "value",
                           "easing",
                           "linear",
                           "ease_in_out",
                           "spring",
                           "bounce",
                           "cubic_bezier(0.1, 0.7, 1, 0.1)",
                           "filter.0.radius",
                           "params.time"})
    words.add(word);
  words.add(scene::transform_fields());
  for (const NodeType& type : scene::node_types()) {
    words.add(type.name);
    words.add(type.fields);
  }
  return words.text();
}

Outcome show(const TypesOptions& options) {
  if (options.markdown) {
    say("{}", lines(markdown()));
    return {};
  }
  if (options.dictionary) {
    say("{}", lines(dictionary()));
    return {};
  }
  if (options.name.empty()) {
    say("{}", lines(list_text()));
    return {};
  }
  std::vector<std::string> names;
  for (const NodeType& type : scene::node_types()) {
    names.emplace_back(type.name);
    if (options.name != type.name) continue;
    say("{}", lines(type_text(type)));
    return {};
  }
  return usage_error(
      fmt::format("no node is of the type \"{}\"; the types are {}", options.name, join(names)));
}

}  // namespace

void add_scene_types(CLI::App& scene, Session& session) {
  CLI::App* command =
      add_command(scene, session, "types", "Lists the types of nodes, or the fields of one",
                  "dala scene types text");
  const auto options = std::make_shared<TypesOptions>();
  command->add_option("TYPE", options->name, "The type to describe");
  auto* markdown =
      command->add_flag("--markdown", options->markdown, "Print the tables of docs/scene.md");
  command
      ->add_flag("--dictionary", options->dictionary,
                 "Print the words as a dictionary for libFuzzer")
      ->excludes(markdown);
  command->callback([&session, options] { session.action = [options] { return show(*options); }; });
}

}  // namespace dala::cli

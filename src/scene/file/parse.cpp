// A scene file's text becomes a File.
#include <cmath>
#include <map>

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "scene/describe/tree.hpp"
#include "scene/file/add_nodes.hpp"
#include "scene/file/filters.hpp"
#include "scene/file/values.hpp"

namespace dala::scene {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_nodes = 10000;
constexpr std::size_t deepest_group = 32;
constexpr std::uint64_t largest_side = 16384;

// The types that there are, as messages list them.
std::string all_types() {
  std::string all;
  const auto& types = node_types();
  for (std::size_t i = 0; i < types.size(); ++i)
    all += format("{}{}", i == 0 ? "" : i + 1 == types.size() ? " and " : ", ", types[i].name);
  return all;
}

// The type that a node says it is of; null, and a problem, when there is no such type.
const NodeType* read_type(Fields& fields) {
  const Json* value = fields.take("type");
  if (value == nullptr) {
    if (fields.is_object())
      fields.problem("type", format("is missing; the types are {}", all_types()));
    return nullptr;
  }
  const std::string name = value->is_string() ? value->get<std::string>() : std::string{};
  std::vector<std::string_view> names;
  for (const NodeType& type : node_types()) {
    if (name == type.name) return &type;
    names.emplace_back(type.name);
  }
  const std::string_view near = nearest(name, names);
  fields.problem("type", near.empty()
                             ? format("is {}; the types are {}", shown(*value), all_types())
                             : format("is {}; did you mean \"{}\"? The types are {}", shown(*value),
                                      near, all_types()));
  return nullptr;
}

class Reader {
 public:
  Reader(Problems& problems, const std::filesystem::path& folder, File& out)
      : context_{problems, folder}, out_(out) {}

  void read(const Json& json) {
    Fields fields(context_.problems, json, "");
    std::uint64_t side = out_.width;
    fields.whole("width", side, 1, largest_side);
    out_.width = static_cast<std::uint32_t>(side);
    side = out_.height;
    fields.whole("height", side, 1, largest_side);
    out_.height = static_cast<std::uint32_t>(side);
    fields.number("fps", out_.fps, 0.01, 1000);
    color(fields, "background", out_.background);
    double length = 0;
    fields.number("seconds", length, 0.001, 1e6);
    if (length > 0) out_.duration = Time(std::llround(length * 1e9));
    read_nodes(fields, 0, 0, Need::yes);
    fields.end();
    resolve();
  }

 private:
  // A field that names another node.
  struct Reference {
    std::size_t node = 0;  // whose
    bool of_transform = false;
    FoundReference found = {};
  };

  void read_nodes(Fields& fields, NodeId parent, std::size_t depth, Need need) {
    const Json* list = fields.take("nodes", need);
    if (list == nullptr) return;
    if (!list->is_array())
      return fields.problem("nodes", format("must be a list, as [...]; it is {}", shown(*list)));
    if (depth == deepest_group)
      return fields.problem("nodes",
                            format("is deeper than groups may nest, which is {}", deepest_group));
    for (std::size_t i = 0; i < list->size() && !is_full_; ++i)
      read_node((*list)[i], format("{}[{}]", fields.path_of("nodes"), i), parent, depth);
  }

  FileNode& add(std::string path, NodeId parent) {
    if (out_.nodes.size() == most_nodes) {
      context_.problems.add(path,
                            format("is one more than a scene may have, which is {}", most_nodes));
      is_full_ = true;
    }
    FileNode& node = out_.nodes.emplace_back();
    node.path = std::move(path);
    node.node.parent = parent;
    return node;
  }

  void read_node(const Json& json, const std::string& path, NodeId parent, std::size_t depth) {
    FileNode& added = add(path, parent);
    const std::size_t place = out_.nodes.size();  // as an id
    Fields fields(context_.problems, json, path);
    read_key(fields, place, added.node.key);
    // What else there may be depends on the type.
    const NodeType* type = read_type(fields);
    if (type == nullptr) return;
    Content& content = added.node.content = type->usual;
    if (type->placed) read_table(fields, place, transform_fields(), &added.node.transform);
    read_table(fields, place, type->fields, object_of(content));
    if (std::holds_alternative<Group>(content)) read_nodes(fields, place, depth + 1, Need::no);
    if (type->placed) read_own(fields, place, parent);
    fields.end();
  }

  void read_table(Fields& fields, std::size_t place, const std::vector<Field>& table,
                  void* object) {
    BesidesObject besides;
    read_fields(fields, context_, table, object, besides);
    out_.nodes[place - 1].names.merge(besides.names);
    for (FoundReference& found : besides.references)
      references_.push_back({place - 1, &table == &transform_fields(), std::move(found)});
  }

  void read_key(Fields& fields, std::size_t place, std::string& out) {
    fields.text("id", out);
    if (out.empty()) return;
    const auto [found, fresh] = keys_.emplace(out, place);
    if (!fresh)
      fields.problem("id", format("is {}, which is the id of {} already", shown(out),
                                  out_.nodes[found->second - 1].path));
  }

  // Effects and animations that stand in the node that they are for.
  void read_own(Fields& fields, std::size_t place, NodeId parent) {
    std::vector<media::Filter> filters;
    read_filters(fields, "effects", context_, filters);
    if (!filters.empty())
      add(fields.path_of("effects"), parent).node.content =
          Effect{.target = place, .filters = std::move(filters)};
    const Json* list = fields.take("animations");
    if (list == nullptr) return;
    if (!list->is_array())
      return fields.problem("animations", format("must be a list; it is {}", shown(*list)));
    for (std::size_t i = 0; i < list->size() && !is_full_; ++i) {
      const std::string path = format("{}[{}]", fields.path_of("animations"), i);
      Fields inner(context_.problems, (*list)[i], path);
      Animation animation{.target = place};
      BesidesObject besides;
      read_fields(inner, context_, type_of(animation).fields, &animation, besides, false);
      inner.end();
      add(path, 0).node.content = std::move(animation);
    }
  }

  // Nodes may be named before they stand in the file.
  void resolve() {
    for (const Reference& reference : references_) {
      FileNode& from = out_.nodes[reference.node];
      const Field& field = *reference.found.field;
      const std::string path = format("{}.{}", from.path, field.name);
      const auto found = keys_.find(reference.found.id);
      if (found == keys_.end())
        context_.problems.add(
            path, format("is {}, which is the id of no node", shown(reference.found.id)));
      else if (found->second == reference.node + 1)
        context_.problems.add(path, "is the node itself");
      else
        std::get<field::Reference>(field.kind)
            .value(reference.of_transform ? &from.node.transform : object_of(from.node.content)) =
            found->second;
    }
  }

  FileContext context_;
  File& out_;
  std::map<std::string, std::size_t> keys_;  // to ids
  std::vector<Reference> references_;
  bool is_full_ = false;
};

// Stands in for what fields name, which nobody has looked for yet.
Node without_files(const FileNode& from) {
  Node node = from.node;
  for_each_field(type_of(node.content).fields, object_of(node.content),
                 [&](const Field& field, void* in) {
                   if (!from.names.contains(std::string_view(field.name))) return;
                   if (const auto* picture = std::get_if<field::Picture>(&field.kind))
                     picture->value(in) = std::make_shared<const media::Picture>(
                         media::Picture{1, 1, std::vector<std::uint8_t>(4)});
                   if (const auto* model = std::get_if<field::Model>(&field.kind))
                     model->value(in) = ml::TaskModel(nullptr);
                 });
  return node;
}

// What is wrong with nodes by themselves and with what animations ask of them.
void check_nodes(const File& file, Problems& problems) {
  for (const FileNode& from : file.nodes) {
    Result<void> good = check_node(without_files(from));
    const auto* animation = std::get_if<Animation>(&from.node.content);
    if (good && animation != nullptr && animation->target != 0) {
      const Node& target = file.nodes[animation->target - 1].node;
      if (std::holds_alternative<Animation>(target.content)) continue;  // the tree says it
      if (const auto property = find_property(animation->property, target))
        good = check_values(*property, *animation);
      else
        good = std::unexpected(property.error());
    }
    if (!good) problems.add_about(from.path, good.error().message);
  }
}

}  // namespace

Result<File> parse_file(std::string_view json, std::string_view name,
                        const std::filesystem::path& folder) {
  DALA_ASSIGN(const Json parsed, parse_json(json, name, longest_scene_file));
  Problems problems(name, json);
  File file;
  file.name = name;
  if (!folder.empty()) file.sources = SourcePolicy::in(folder);
  Reader(problems, folder, file).read(parsed);
  if (!problems.found()) check_nodes(file, problems);
  if (problems.found()) return problems.error();
  // All that can be wrong without a device or a file.
  Tree tree;
  DALA_TRY(add_nodes(
      file, without_files, [&](const Node& node) { return tree.add(node); },
      [&](NodeId id, const Node& node) { return tree.update(id, node); }));
  return file;
}

}  // namespace dala::scene

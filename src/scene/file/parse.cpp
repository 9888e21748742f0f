// A scene file's text becomes a File.
#include <cmath>
#include <map>

#include "core/error.hpp"
#include "scene/describe/tree.hpp"
#include "scene/file/add_nodes.hpp"
#include "scene/file/content.hpp"
#include "scene/file/values.hpp"

namespace dala::scene {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_nodes = 10000;
constexpr std::size_t deepest_group = 32;
constexpr std::uint64_t largest_side = 16384;

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
    const char* field = nullptr;
    std::string key = {};
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
    const std::string type = read_type(fields);
    if (type.empty()) return;
    if (type == "animation") {
      refer(fields, "target", place, Need::yes);
    } else {
      read_transform(fields, context_, added.node.transform);
      refer(fields, "mask", place, Need::no);
    }
    if (type == "effect") refer(fields, "target", place, Need::no);
    read_content(fields, context_, type, out_.nodes[place - 1]);
    if (type == "group") read_nodes(fields, place, depth + 1, Need::no);
    if (type != "animation") read_own(fields, place, parent);
    fields.end();
  }

  void read_key(Fields& fields, std::size_t place, std::string& out) {
    fields.text("id", out);
    if (out.empty()) return;
    const auto [found, fresh] = keys_.emplace(out, place);
    if (!fresh)
      fields.problem("id", format("is {}, which is the id of {} already", shown(out),
                                  out_.nodes[found->second - 1].path));
  }

  void refer(Fields& fields, const char* field, std::size_t place, Need need) {
    std::string key;
    fields.text(field, key, need);
    if (!key.empty()) references_.push_back({place - 1, field, key});
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
      read_animation(inner, context_, animation);
      inner.end();
      add(path, 0).node.content = std::move(animation);
    }
  }

  // Nodes may be named before they stand in the file.
  void resolve() {
    for (const Reference& reference : references_) {
      FileNode& from = out_.nodes[reference.node];
      const std::string path = format("{}.{}", from.path, reference.field);
      const auto found = keys_.find(reference.key);
      if (found == keys_.end())
        context_.problems.add(path,
                              format("is {}, which is the id of no node", shown(reference.key)));
      else if (found->second == reference.node + 1)
        context_.problems.add(path, "is the node itself");
      else if (reference.field == std::string_view("mask"))
        from.node.transform.mask = found->second;
      else if (auto* effect = std::get_if<Effect>(&from.node.content))
        effect->target = found->second;
      else
        std::get<Animation>(from.node.content).target = found->second;
    }
  }

  FileContext context_;
  File& out_;
  std::map<std::string, std::size_t> keys_;  // to ids
  std::vector<Reference> references_;
  bool is_full_ = false;
};

// Stands in for the files of a virtual background, which nobody has opened yet.
Node without_files(const FileNode& from) {
  Node node = from.node;
  if (auto* background = std::get_if<VirtualBackground>(&node.content)) {
    const auto any =
        std::make_shared<const media::Picture>(media::Picture{1, 1, std::vector<std::uint8_t>(4)});
    if (!from.picture.empty()) background->picture = any;
    if (!from.mask.empty() != !from.model.empty()) background->mask = any;
  }
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

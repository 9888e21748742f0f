// A File becomes a scene file's text, and a scene a File.
#include <algorithm>
#include <map>
#include <set>

#include "core/error.hpp"
#include "scene/describe/fields.hpp"
#include "scene/file/write_node.hpp"

namespace dala::scene {

namespace {

// Nodes that belong to another one (effects, animations) are not drawn: only their order among
// themselves matters.
bool is_for_another(const Node& node) { return target_of(node.content) != 0; }

// The nodes of a scene, brought into the order of a file: groups before what is in them, and what
// is for others at the end.
class Ordered {
 public:
  explicit Ordered(const Description& scene) : scene_(scene) {
    add_children(0, "");
    for (const Description::Entry& entry : scene_.nodes)
      if (is_for_another(entry.node)) add(entry, 0, "");
  }

  std::vector<FileNode> nodes() && {
    for (FileNode& node : nodes_) {
      const auto refer = [&](NodeId& id) { id = places_[id]; };
      refer(node.node.transform.mask);
      if (NodeId* target = target_of(node.node.content)) refer(*target);
    }
    return std::move(nodes_);
  }

 private:
  std::string add(const Description::Entry& entry, NodeId parent, const std::string& path) {
    FileNode& node = nodes_.emplace_back();
    node.path = format("{}nodes[{}]", path, counts_[parent]++);
    node.node = entry.node;
    node.node.parent = parent;
    places_[entry.id] = nodes_.size();
    return node.path;
  }

  void add_children(NodeId id, const std::string& path) {
    for (const Description::Entry& entry : scene_.nodes) {
      if (entry.node.parent != id || is_for_another(entry.node)) continue;
      const std::string own = add(entry, places_[id], path);
      if (std::holds_alternative<Group>(entry.node.content)) add_children(entry.id, own + ".");
    }
  }

  const Description& scene_;
  std::vector<FileNode> nodes_;
  std::map<NodeId, std::size_t> places_;  // in the file, from 1; of 0 none
  std::map<NodeId, std::size_t> counts_;  // of nodes in each group so far
};

// The names by which nodes refer to each other: their own, or new ones.
std::vector<std::string> keys_of(const File& file) {
  std::set<std::string> taken;
  std::vector<std::string> keys(file.nodes.size() + 1);
  std::set<NodeId> needed;
  for (std::size_t i = 0; i < file.nodes.size(); ++i) {
    const Node& node = file.nodes[i].node;
    keys[i + 1] = node.key;
    taken.insert(node.key);
    needed.insert(node.transform.mask);
    needed.insert(target_of(node.content));
  }
  for (const NodeId id : needed)
    for (int number = 1; id != 0 && id < keys.size() && keys[id].empty(); ++number)
      if (std::string key = format("node-{}", number); taken.insert(key).second)
        keys[id] = std::move(key);
  return keys;
}

}  // namespace

Result<std::string> to_json(const File& file, const std::filesystem::path& folder) {
  const std::vector<std::string> keys = keys_of(file);
  Written out = Written::object();
  out["width"] = file.width;
  out["height"] = file.height;
  out["fps"] = written_number(file.fps);
  if (file.duration)
    out["seconds"] = written_number(std::chrono::duration<double>(*file.duration).count());
  if (file.background != colors::black) out["background"] = written_color(file.background);
  // Backwards, so that a group is complete before it is added to its parent.
  std::vector<Written> lists(file.nodes.size() + 1, Written::array());
  std::vector<Written> for_others;
  for (std::size_t place = file.nodes.size(); place > 0; --place) {
    const FileNode& from = file.nodes[place - 1];
    const auto told = [&](const std::string& message) {
      return fail(ErrorCode::invalid_argument, "{}: {}", from.path, message);
    };
    const NodeId target = target_of(from.node.content);
    const NodeId parent = is_for_another(from.node) ? 0 : from.node.parent;
    for (const NodeId id : {target, from.node.transform.mask})
      if (id >= keys.size()) return told(format("node {} is not in the file", id));
    if (parent >= place) return told("the group that it is in comes after it");
    auto written = write_node(from, folder);
    if (!written) return told(written.error().message);
    if (!keys[place].empty()) (*written)["id"] = keys[place];
    if (target != 0) (*written)["target"] = keys[target];
    if (from.node.transform.mask != 0) (*written)["mask"] = keys[from.node.transform.mask];
    if (!lists[place].empty()) {
      std::reverse(lists[place].begin(), lists[place].end());
      (*written)["nodes"] = std::move(lists[place]);
    }
    if (is_for_another(from.node))
      for_others.push_back(std::move(*written));
    else
      lists[parent].push_back(std::move(*written));
  }
  std::reverse(lists[0].begin(), lists[0].end());
  std::ranges::reverse(for_others);
  for (Written& one : for_others) lists[0].push_back(std::move(one));
  out["nodes"] = std::move(lists[0]);
  std::string text;
  try {
    text = out.dump(2) + "\n";
  } catch (const Written::exception&) {  // the one thing that JSON cannot say
    return fail(ErrorCode::invalid_argument, "a text or name in the scene is not UTF-8");
  }
  // What would not be read again is no scene file.
  DALA_TRY(parse_file(text, file.name.empty() ? "the scene" : file.name, folder));
  return text;
}

Result<File> to_file(const Scene& scene) {
  const Description description = scene.describe();
  File file;
  file.width = scene.width();
  file.height = scene.height();
  file.fps = scene.target_fps();
  file.background = scene.background();
  file.sources = scene.sources();
  file.nodes = Ordered(description).nodes();
  return file;
}

}  // namespace dala::scene

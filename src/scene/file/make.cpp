// The scene that a file describes, with what it names on disk.
#include <algorithm>
#include <charconv>

#include <dala/media/still.hpp>

#include "core/error.hpp"
#include "ml/store/load.hpp"
#include "scene/file/add_nodes.hpp"

namespace dala::scene {

namespace {

Result<std::shared_ptr<const media::Picture>> picture(const std::string& file,
                                                      const SourcePolicy& sources) {
  DALA_ASSIGN(media::Picture read, media::read_picture(file, sources));
  return std::make_shared<const media::Picture>(std::move(read));
}

// By its name, or by its number.
Result<std::size_t> label_of(const ml::TaskModel& model, const std::string& label) {
  const auto labels = model.labels();
  const auto found = std::ranges::find(labels, label);
  if (found != labels.end()) return static_cast<std::size_t>(found - labels.begin());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), number);
  if (error == std::errc{} && end == label.data() + label.size()) return number;
  return fail(ErrorCode::invalid_argument, "label is \"{}\", which the model does not know", label);
}

// Finds what the fields of a node name.
class Finder {
 public:
  Finder(const FileNode& from, const Compute& compute, const SourcePolicy& sources)
      : from_(from), compute_(compute), sources_(sources) {}

  [[nodiscard]] Result<Node> node() {
    Node node = from_.node;
    for_each_field(type_of(node.content).fields, object_of(node.content),
                   [&](const Field& field, void* in) {
                     const auto name = from_.names.find(std::string_view(field.name));
                     if (done_ && name != from_.names.end()) done_ = find(field, name->second, in);
                   });
    DALA_TRY(done_);
    return node;
  }

 private:
  Result<void> find(const Field& field, const std::string& name, void* in) const {
    if (const auto* of_picture = std::get_if<field::Picture>(&field.kind)) {
      DALA_ASSIGN(of_picture->value(in), picture(name, sources_));
    } else if (const auto* of_model = std::get_if<field::Model>(&field.kind)) {
      DALA_ASSIGN(of_model->value(in), ml::load_allowed_model(compute_, name, sources_));
    } else if (const auto* of_label = std::get_if<field::Label>(&field.kind)) {
      const auto& model = of_label->model(in);
      if (!model) return {};
      DALA_ASSIGN(of_label->value(in), label_of(*model, name));
    }
    return {};
  }

  const FileNode& from_;
  const Compute& compute_;
  const SourcePolicy& sources_;
  Result<void> done_;
};

}  // namespace

Result<Scene> make_scene(const File& file, Options options) {
  options.background = file.background;
  options.target_fps = file.fps;
  if (!options.sources) options.sources = file.sources;
  DALA_ASSIGN(Scene scene, Scene::create(file.width, file.height, options));
  DALA_TRY(add_nodes(
      file,
      [&](const FileNode& from) { return Finder(from, scene.compute(), *options.sources).node(); },
      [&](const Node& node) { return scene.add_node(node); },
      [&](NodeId id, const Node& node) { return scene.update_node(id, node); }));
  return scene;
}

}  // namespace dala::scene

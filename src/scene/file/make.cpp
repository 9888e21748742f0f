// The scene that a file describes, with what it names on disk.
#include <algorithm>
#include <charconv>

#include <dala/media_still.hpp>

#include "core/error.hpp"
#include "ml/store/load.hpp"
#include "scene/file/add_nodes.hpp"

namespace dala::scene {

namespace {

Result<std::shared_ptr<const media::Picture>> picture(const std::string& file,
                                                      const SourcePolicy& sources) {
  if (file.empty()) return nullptr;
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

Result<Node> with_files(const FileNode& from, const Compute& compute, const SourcePolicy& sources) {
  Node node = from.node;
  auto* background = std::get_if<VirtualBackground>(&node.content);
  if (background == nullptr) return node;
  DALA_ASSIGN(background->picture, picture(from.picture, sources));
  DALA_ASSIGN(background->mask, picture(from.mask, sources));
  DALA_ASSIGN(background->background, picture(from.background, sources));
  if (from.model.empty()) return node;
  DALA_ASSIGN(background->model, ml::load_allowed_model(compute, from.model, sources));
  DALA_ASSIGN(background->label, label_of(*background->model, from.label));
  return node;
}

}  // namespace

Result<Scene> make_scene(const File& file, Options options) {
  options.background = file.background;
  options.target_fps = file.fps;
  if (!options.sources) options.sources = file.sources;
  DALA_ASSIGN(Scene scene, Scene::create(file.width, file.height, options));
  DALA_TRY(add_nodes(
      file,
      [&](const FileNode& from) { return with_files(from, scene.compute(), *options.sources); },
      [&](const Node& node) { return scene.add_node(node); },
      [&](NodeId id, const Node& node) { return scene.update_node(id, node); }));
  return scene;
}

}  // namespace dala::scene

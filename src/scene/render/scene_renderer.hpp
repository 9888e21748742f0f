// Renders the frame of a moment: finds what each node shows, and composites what changed.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include <dala/scene.hpp>

#include "scene/objects/node_object.hpp"
#include "scene/objects/target.hpp"
#include "scene/render/place.hpp"

namespace dala::scene {

class SceneRenderer {
 public:
  [[nodiscard]] static Result<SceneRenderer> make(const Compute& compute, std::int32_t width,
                                                  std::int32_t height, const Options& options);

  // Prepares what a node needs before it is first drawn. On an error everything stays as it was.
  [[nodiscard]] Result<void> prepare(NodeId id, const Node& node, std::uint64_t version);
  void forget(NodeId id) { objects_.erase(id); }
  [[nodiscard]] Result<void> load_image(std::uint64_t id, const media::Picture& picture) {
    return images_.load(compositor_.compute(), id, picture);
  }
  [[nodiscard]] bool remove_image(std::uint64_t id) { return images_.remove(id); }
  [[nodiscard]] bool has_image(std::uint64_t id) const { return images_.find(id) != nullptr; }

  // After a loss of the device: everything that nodes have on it is made again.
  [[nodiscard]] Result<void> renew(const Tree& tree);

  // Whether anything was drawn; `all` draws everything.
  [[nodiscard]] Result<bool> paint(const Moment& moment, Time pts, bool all,
                                   const std::function<void(Event)>& tell);

  // With straight alpha, which differs only where the background is not opaque.
  [[nodiscard]] const Buffer& frame() const { return straight_ ? straight_ : root_.layer().buffer; }
  [[nodiscard]] std::span<const Rect> damage() const { return root_.damage().rects(); }
  [[nodiscard]] const Compositor& compositor() const { return compositor_; }
  void count(Stats& stats) const;
  [[nodiscard]] const SourcePolicy& sources() const { return opening_.sources; }
  // How many streams of sound the node's video has.
  [[nodiscard]] unsigned audio_streams(NodeId id) const;

 private:
  struct Child {
    NodeId parent;
    int z;
    std::size_t index;  // in the moment
    friend auto operator<=>(const Child&, const Child&) = default;
  };
  // What a node has on the device, with what is made of it there.
  struct OnDevice {
    std::size_t type = 0;                  // of the node, as its place in Content
    std::unique_ptr<NodeObject> own = {};  // null where it shows nothing of its own
    Shrunk shrunk = {};
    std::optional<Target> group = {};  // what a group looks like
    std::optional<Target> mask = {};   // where it lies as a mask
  };
  // Where a group's nodes go.
  struct Place {
    Target* target;
    Affine to_target;
  };

  SceneRenderer(Compositor compositor, Target root, const Options& options);

  void sort_children();
  [[nodiscard]] Result<void> draw_children(NodeId parent, const Place& place);
  [[nodiscard]] Result<void> draw(const NodeState& node, const Place& place);
  [[nodiscard]] Result<void> draw_group(const NodeState& node, const Place& place);
  [[nodiscard]] Result<void> draw_backdrop(const NodeState& node, const Place& place);
  [[nodiscard]] Result<void> draw_picture(const NodeState& node, const Shown& shown,
                                          const Place& place);
  // A colour or a line of them, which fills the whole box.
  [[nodiscard]] Result<void> draw_box(const NodeState& node, const Shown& shown,
                                      const Place& place);
  // The mask of a node, if it has one, is put into the item.
  [[nodiscard]] Result<void> add_item(Item item, const NodeState& node, const Place& place);
  // Makes it where there is none.
  [[nodiscard]] Result<Target*> made(std::optional<Target>& target);
  // Where the group that it is in lies.
  [[nodiscard]] Affine parent_map(const NodeState& node) const;
  [[nodiscard]] bool is_mask(NodeId id) const;
  [[nodiscard]] bool has_effects(NodeId id) const;
  [[nodiscard]] std::span<const Rect> changed(const Layer& layer) const;

  // What a node shows, without and with the effects that are for it. Nothing: no picture now.
  [[nodiscard]] Result<std::optional<Shown>> shown(const NodeState& node);
  [[nodiscard]] Result<Layer> with_effects(NodeId id, Layer layer);
  [[nodiscard]] EffectRunner& runner_of(NodeId effect);
  [[nodiscard]] Size scene_size() const;

  Compositor compositor_;
  Target root_;
  Buffer straight_;  // the frame with straight alpha, where the background is not opaque
  std::uint32_t background_;
  bool realtime_;
  Opening opening_;
  std::map<NodeId, OnDevice> objects_;
  LoadedImages images_;

  // Of the frame at work.
  const Moment* moment_ = nullptr;
  const std::function<void(Event)>* tell_ = nullptr;
  Time pts_{};
  bool all_ = false;
  std::vector<Child> children_;
  std::vector<NodeId> masks_;
  std::vector<NodeId> painted_masks_;
  struct Use {
    NodeId target;
    NodeId effect;
    friend auto operator<=>(const Use&, const Use&) = default;
  };
  std::vector<Use> effects_;
};

// Premultiplied, with red in the low byte.
[[nodiscard]] std::uint32_t premultiplied(Rgba color);

}  // namespace dala::scene

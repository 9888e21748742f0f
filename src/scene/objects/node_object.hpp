// What a node has on the device, and what it shows. Each type of nodes that shows anything has a
// class of its own (scene/nodes).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <dala/scene.hpp>

#include "scene/objects/effect_runner.hpp"
#include "scene/objects/layer.hpp"
#include "scene/objects/loaded_images.hpp"
#include "scene/objects/player.hpp"
#include "scene/state/moment.hpp"

namespace dala::scene {

// A picture with the place of its box in it: that of a text may reach beyond.
struct Shown {
  Layer layer = {};
  Size natural = {};
  Crop box = {};  // in the layer
  // One colour that needs no layer.
  std::optional<Rgba> solid = {};
  // The layer is a line of colours, which goes through the box in this direction, in degrees.
  std::optional<double> along = {};
};

// All of a layer.
[[nodiscard]] Shown whole(const Layer& layer);

// The frame that is being rendered, for the objects that show something in it.
struct Showing {
  Compositor& compositor;
  const Opening& opening;
  const LoadedImages& images;
  Size scene;
  Time pts;
  bool realtime;  // a video shows what there is instead of waiting for the exact frame
  const std::function<void(Event)>& tell;
  bool has_effects;  // the node: they need a layer
};

class NodeObject {
 public:
  explicit NodeObject(Compute compute) : compute_(std::move(compute)) {}
  NodeObject(const NodeObject&) = delete;
  NodeObject& operator=(const NodeObject&) = delete;
  virtual ~NodeObject() = default;

  // Does what can fail: opens files, reads pictures, compiles kernels. On an error the object stays
  // as it was.
  [[nodiscard]] virtual Result<void> prepare(const Content& content, std::uint64_t version,
                                             const Opening& opening) = 0;
  // Nothing: no picture now.
  [[nodiscard]] virtual Result<std::optional<Shown>> show(const NodeState& node,
                                                          const Showing& showing) = 0;
  // Called before the first `prepare` after a loss of the device: takes what was not on the device
  // from the lost object.
  virtual void take_over(NodeObject& /*lost*/) {}

  // Null where it has none.
  [[nodiscard]] virtual const Player* player() const { return nullptr; }
  [[nodiscard]] virtual EffectRunner* effect() { return nullptr; }

 protected:
  [[nodiscard]] const Compute& compute() const { return compute_; }

 private:
  const Compute compute_;
};

// Of the class for this type; null for types that show nothing.
[[nodiscard]] std::unique_ptr<NodeObject> make_object(const Content& content,
                                                      const Compute& compute);

}  // namespace dala::scene

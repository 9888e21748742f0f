// What a node has on the device.
#pragma once

#include <map>
#include <memory>

#include <dala/text.hpp>

#include "scene/objects/effect_runner.hpp"
#include "scene/objects/layer.hpp"
#include "scene/objects/player.hpp"
#include "scene/objects/target.hpp"
#include "scene/state/node_state.hpp"

namespace dala::scene {

// A picture with the place of its box in it: that of a text may reach beyond.
struct Shown {
  Layer layer = {};
  Size natural = {};
  Crop box = {};  // in the layer
};

struct NodeObjects {
  std::size_t kind = 0;        // of the node, as the number of its content
  Layer base = {};             // a picture of its own
  std::string base_file = {};  // that it is of
  std::shared_ptr<const media::Picture> base_picture = nullptr;
  std::unique_ptr<Player> player = {};
  Video opened = {};  // what the player plays
  bool end_told = false;
  std::uint64_t laps_told = 0;
  TextStyle drawn = {};  // the text in `base`
  DrawnText text = {};
  Gradient gradient = {};  // in `base`
  Rgba gradient_from = {};
  std::unique_ptr<EffectRunner> effect = {};  // of an effect, and of a virtual background
  std::uint64_t mask_of = 0;                  // the version of the frame that its mask is of
  Shrunk shrunk = {};
  std::optional<Target> group = {};  // what a group looks like
  std::optional<Target> mask = {};   // where it lies as a mask
};

// Makes what can fail for reasons of its own: opens files, reads pictures, compiles kernels.
[[nodiscard]] Result<void> prepare(NodeObjects& objects, const Node& node, std::uint64_t version,
                                   const Compute& compute, const Opening& opening);

}  // namespace dala::scene

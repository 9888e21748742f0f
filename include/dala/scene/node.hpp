// What a scene is made of: a tree of nodes, as the user described it.
//
//   dala::scene::Node lower_third{.key = "lower-third", .content = dala::scene::Group{}};
//   dala::scene::Node bar{.parent = group, .transform = {.position = {60, 900}, .size = {{800,
//   90}}},
//                         .content = dala::scene::Overlay{.color = {0, 0, 0, 180}}};
//
// A description says nothing about time or devices; a scene works that out for each frame.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <dala/core/picture.hpp>
#include <dala/media/filter.hpp>
#include <dala/ml/tasks.hpp>
#include <dala/scene/animation.hpp>
#include <dala/scene/stream.hpp>
#include <dala/scene/transform.hpp>
#include <dala/surface/color.hpp>
#include <dala/text/style.hpp>

namespace dala::scene {

// What is seen when a source has no more frames, or broke.
enum class AtEnd : std::uint8_t { last_frame, nothing, color };

// Frames from a file, or a URL or a device where the scene's options allow it (as VideoReader::open
// takes it), or from the app.
struct Video {
  std::string source = {};
  FrameStream stream = {};  // instead of a source
  bool live = false;        // of a source: the newest frame is shown, whatever the time
  bool loop = false;
  bool paused = false;
  double rate = 1;  // of its time to the scene's; 0.01 to 100
  Time start{};     // of the scene, when its frame at `offset` is shown
  Time offset{};    // of the video
  AtEnd at_end = AtEnd::last_frame;
  Rgba end_color = colors::black;
  std::optional<Pip> pip = {};

  friend bool operator==(const Video&, const Video&) = default;
};

// A PNG, JPEG or WebP file, pixels, or a picture that was loaded into the scene.
struct Image {
  std::string file = {};
  std::shared_ptr<const media::Picture> picture = nullptr;
  std::uint64_t image_id = 0;  // as Scene::load_image was given it
  std::optional<Pip> pip = {};

  friend bool operator==(const Image&, const Image&) = default;
};

// From `color` to `to` along a line of this direction through the box.
struct Gradient {
  Rgba to = colors::transparent;
  double angle = 90;  // degrees, clockwise: 0 is to the right, 90 downwards

  friend bool operator==(const Gradient&, const Gradient&) = default;
};

// A box of one colour, or of a gradient; round with Transform::corner_radius.
struct Overlay {
  Rgba color = colors::black;
  std::optional<Gradient> gradient = {};

  friend bool operator==(const Overlay&, const Overlay&) = default;
};

// The box is that of the text unless the transform has a size, which the text is then fitted into.
struct Text {
  TextStyle style = {};

  friend bool operator==(const Text&, const Text&) = default;
};

// Filters of the media part, or a kernel, on a node, a group, or what lies under a box.
struct Effect {
  // The node whose picture is changed before it is placed. 0: what lies under the effect's own box
  // is changed, as a picture by itself.
  NodeId target = 0;
  std::vector<media::Filter> filters = {};
  // The source of a kernel (docs/kernel-language.md) that runs after the filters: `&mut Tensor<u8>`
  // of {height, width, 4} is the result, and `Tensor<u8>` of the same shape what it is made from.
  std::string kernel = {};
  Params params = {};  // of that kernel

  DALA_API friend bool operator==(const Effect& a, const Effect& b);
};

// Nodes that are placed together, with their own order. With an opacity, blend mode, mask, effect
// or corner radius of its own it is drawn as one picture.
struct Group {
  bool clip = false;  // cut off at its box

  friend bool operator==(const Group&, const Group&) = default;
};

// A video or picture whose background is blurred or replaced, by a model or by a mask.
struct VirtualBackground {
  Video video = {};  // or, where this has neither source nor stream:
  std::shared_ptr<const media::Picture> picture = nullptr;
  // Finds the people. Without a model the mask is the app's: 255 where the foreground is.
  std::optional<ml::TaskModel> model = {};
  std::size_t label = 0;  // of the model, what the foreground is
  std::shared_ptr<const media::Picture> mask = nullptr;
  std::shared_ptr<const media::Picture> background = nullptr;  // none: blurred
  double strength = 12;                                        // radius of the blur, in pixels

  DALA_API friend bool operator==(const VirtualBackground& a, const VirtualBackground& b);
};

using Content =
    std::variant<Group, Video, Image, Overlay, Text, Effect, Animation, VirtualBackground>;

struct Node {
  std::string key = {};  // the user's own name for it, unique where given
  NodeId parent = 0;     // a group; 0: the scene
  Transform transform = {};
  Content content = {};

  friend bool operator==(const Node&, const Node&) = default;
};

// "video", "image", "overlay", "text", "effect", "animation", "group", "virtual_background".
[[nodiscard]] DALA_API std::string_view kind_of(const Node& node);

// A whole scene at rest: what Scene::describe gives and Scene::transition goes to.
struct Description {
  struct Entry {
    NodeId id = 0;  // 0: a new node
    Node node = {};
  };
  std::vector<Entry> nodes = {};  // in the order they were added
};

}  // namespace dala::scene

// The types of nodes that there are.
#include "core/forever.hpp"
#include "scene/nodes/definition.hpp"

// A line for each: `define_NAME` is in the file of that name.
#define DALA_SCENE_NODES(X) \
  X(group)                  \
  X(video)                  \
  X(image)                  \
  X(overlay)                \
  X(text)                   \
  X(effect)                 \
  X(animation)              \
  X(virtual_background)

namespace dala::scene {

#define X(name) Definition define_##name();
DALA_SCENE_NODES(X)
#undef X

namespace {

#define X(name) +1
static_assert(DALA_SCENE_NODES(X) == std::variant_size_v<Content>);
#undef X

// By the place of the type in Content.
struct Definitions {
  std::vector<NodeType> types;
  std::vector<NodeTraits> traits;
  std::vector<decltype(Definition::make_object)> objects;
};

Definitions definitions() {
  std::array<Definition (*)(), std::variant_size_v<Content>> all = {
#define X(name) define_##name,
      DALA_SCENE_NODES(X)
#undef X
  };
  Definitions out;
  for (std::size_t place = 0; place < all.size(); ++place)
    for (const auto& define : all) {
      Definition one = define();
      if (one.type.usual.index() != place) continue;
      out.types.push_back(std::move(one.type));
      out.traits.push_back(std::move(one.traits));
      out.objects.push_back(one.make_object);
    }
  return out;
}

const Definitions& all_definitions() {
  static const Forever<Definitions> all(definitions());
  return *all;
}

}  // namespace

const std::vector<NodeType>& node_types() { return all_definitions().types; }

const NodeTraits& traits_of(const Content& content) {
  return all_definitions().traits[content.index()];
}

std::unique_ptr<NodeObject> make_object(const Content& content, const Compute& compute) {
  const auto make = all_definitions().objects[content.index()];
  return make == nullptr ? nullptr : make(compute);
}

}  // namespace dala::scene

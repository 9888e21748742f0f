#include "scene/editor_helper.hpp"

#include <cmath>

#include <dala/text.hpp>

namespace dala::scene::test {

Editor::Editor(const Scene& scene, unsigned seed) : scene_(scene), random_(seed) {
  for (unsigned i = 0; i < 3; ++i)
    pictures_.push_back(shared(media::test::noise(20 + (17 * i), 12 + (9 * i), i)));
}

int Editor::whole(int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random_);
}

double Editor::real(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random_);
}

NodeId Editor::any_of(const std::vector<NodeId>& ids) {
  return ids.empty() ? 0
                     : ids[static_cast<std::size_t>(whole(0, static_cast<int>(ids.size()) - 1))];
}

Rgba Editor::color() {
  const auto byte = [&] { return static_cast<std::uint8_t>(whole(0, 255)); };
  return {byte(), byte(), byte(), whole(0, 1) == 0 ? std::uint8_t{255} : byte()};
}

Transform Editor::transform() {
  Transform t;
  t.position = {real(-20, width), real(-20, height)};
  if (whole(0, 1) == 0) t.position = {std::round(t.position.x), std::round(t.position.y)};
  if (whole(0, 1) == 0) t.size = Size{real(1, 80), real(1, 60)};
  if (whole(0, 2) == 0) t.rotation = real(0, 360);
  if (whole(0, 3) == 0) t.scale = {real(-2, 2), real(-2, 2)};
  if (whole(0, 2) == 0) t.opacity = real(0, 1);
  t.z_index = whole(-2, 2);
  t.visible = whole(0, 8) != 0;
  t.blend = static_cast<BlendMode>(whole(0, 2) == 0 ? whole(0, 4) : 0);
  if (whole(0, 3) == 0) t.corner_radius = real(0, 20);
  t.fit = static_cast<Fit>(whole(0, 2));
  return t;
}

void Editor::add() {
  std::erase_if(groups_, [&](NodeId id) { return !scene_.node(id).has_value(); });
  const NodeId parent = whole(0, 2) == 0 ? any_of(groups_) : 0;
  switch (whole(0, 9)) {
    case 0:
      groups_.push_back(must(scene_.add_group(transform(), parent)));
      break;
    case 1:
      must(scene_.add_effect({.filters = {{"blur", {{"radius", 2}}}}},
                             {.position = {std::round(real(0, 100)), std::round(real(0, 60))},
                              .size = {{30, 20}},
                              .corner_radius = 4},
                             parent));
      break;
    case 2:
      must(scene_.add_image({.picture = pictures_[static_cast<std::size_t>(whole(0, 2))]},
                            transform(), parent));
      break;
    case 3:
      // Of nodes that have a picture: others reject it.
      static_cast<void>(
          scene_.add_effect({.target = any_of(scene_.nodes()),
                             .filters = {whole(0, 1) == 0 ? media::Filter{"blur", {{"radius", 2}}}
                                                          : media::Filter{"invert"}}}));
      break;
    case 4:
      // Times of edits are nanoseconds, so that it moves with each of them.
      static_cast<void>(
          scene_.add_animation({.target = any_of(scene_.nodes()),
                                .property = whole(0, 1) == 0 ? "position.x" : "opacity",
                                .keyframes = {{0ns, real(0, 1)}, {40ns, real(0, 60)}},
                                .loop = Loop::alternate}));
      break;
    case 5:
      if (text_version()) {
        must(scene_.add_text({.text = "Chữ " + std::to_string(whole(0, 99)),
                              // Whole ones: glyphs of each size are kept, up to 16 MB of them.
                              .size = static_cast<double>(whole(8, 30)),
                              .color = color(),
                              .shadow = {2, 2, 2, colors::black}},
                             transform(), parent));
        break;
      }
      [[fallthrough]];
    case 6:
      must(scene_.add_overlay({.color = color(), .gradient = Gradient{color(), real(0, 360)}},
                              transform(), parent));
      break;
    default:
      must(scene_.add_overlay({.color = color()}, transform(), parent));
  }
}

void Editor::edit() {
  constexpr std::size_t few = 4;
  constexpr std::size_t many = 24;
  const std::vector<NodeId> ids = scene_.nodes();
  const int what = whole(0, 11);
  if (ids.size() < few || (what == 0 && ids.size() < 2 * many)) return add();
  const NodeId id = any_of(ids);
  if (what == 1 && ids.size() > many / 2) {
    static_cast<void>(scene_.remove_node(id));  // rejected of a mask
    return;
  }
  Node node = must(scene_.node(id));
  if (what == 2 || what == 3 || what == 4) {
    if (what == 2) node.parent = any_of(groups_);
    if (what == 3) node.transform.mask = any_of(ids);
    if (what == 4) node.transform.mask = 0;
    static_cast<void>(scene_.update_node(id, node));  // rejected where it would go in circles
    return;
  }
  if (auto* overlay = std::get_if<Overlay>(&node.content); overlay != nullptr && what < 8)
    overlay->color = color();
  const NodeId mask = node.transform.mask;
  node.transform = transform();
  node.transform.mask = mask;
  must(scene_.update_node(id, node));
}

}  // namespace dala::scene::test

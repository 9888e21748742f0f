#include <cmath>

#include "core/error.hpp"
#include "scene/nodes/definition.hpp"
#include "scene/nodes/solid_layer.hpp"
#include "scene/nodes/table.hpp"

namespace dala::scene {

namespace {

media::Picture gradient_picture(Rgba from, Rgba to) {
  constexpr std::uint32_t steps = 256;
  media::Picture picture{steps, 1, {}};
  const auto between = [](std::uint8_t a, std::uint8_t b, std::uint32_t i) {
    return static_cast<std::uint8_t>(std::lround(a + ((b - a) * (i / (steps - 1.0)))));
  };
  for (std::uint32_t i = 0; i < steps; ++i)
    picture.rgba.insert(picture.rgba.end(), {between(from.r, to.r, i), between(from.g, to.g, i),
                                             between(from.b, to.b, i), between(from.a, to.a, i)});
  return picture;
}

class OverlayObject final : public NodeObject {
 public:
  using NodeObject::NodeObject;

  Result<void> prepare(const Content& /*content*/, std::uint64_t /*version*/,
                       const Opening& /*opening*/) override {
    return {};
  }

  Result<std::optional<Shown>> show(const NodeState& node, const Showing& showing) override {
    const auto& overlay = std::get<Overlay>(node.node().content);
    const Rgba color = node.now(overlay.color);
    Shown out{.natural = showing.scene};
    if (overlay.gradient) {
      DALA_TRY(draw_gradient(color, overlay.gradient->to));
      out = whole(gradient_);
      out.natural = showing.scene;
      out.along = overlay.gradient->angle;
    } else if (showing.has_effects) {
      DALA_ASSIGN(const Layer layer, solid_.of(compute(), color));
      out = whole(layer);
      out.natural = showing.scene;
    } else {
      out.solid = color;
    }
    return out;
  }

 private:
  Result<void> draw_gradient(Rgba from, Rgba to) {
    if (gradient_.buffer && from_ == from && to_ == to) return {};
    DALA_TRY(upload(compute(), gradient_picture(from, to), gradient_));
    from_ = from;
    to_ = to;
    return {};
  }

  SolidLayer solid_;
  Layer gradient_;
  Rgba from_;  // what it is of
  Rgba to_;
};

}  // namespace

Definition define_overlay() {
  using namespace table;
  return {.type = {.name = "overlay",
                   .summary = "A box of one colour, or of a gradient.",
                   .fields = {{.name = "color",
                               .summary = "its colour, or that at the beginning of the gradient",
                               .kind = color<&Overlay::color>(),
                               .property = "color"},
                              {.name = "gradient",
                               .summary = "from `color` to another",
                               .kind = optional_part<&Overlay::gradient>(
                                   {{.name = "to",
                                     .summary = "the colour at its end",
                                     .kind = color<&Gradient::to>()},
                                    {.name = "angle",
                                     .summary = "its direction in degrees, clockwise: 0 is to the "
                                                "right, 90 downwards",
                                     .kind = number<&Gradient::angle>(-1e6, 1e6)}})}},
                   .usual = Overlay{}},
          .make_object = make<OverlayObject>};
}

}  // namespace dala::scene

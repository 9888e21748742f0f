#include <cmath>

#include "core/error.hpp"
#include "scene/nodes/definition.hpp"
#include "scene/nodes/played_video.hpp"
#include "scene/nodes/still_layer.hpp"
#include "scene/nodes/video_fields.hpp"

namespace dala::scene {

bool operator==(const VirtualBackground& a, const VirtualBackground& b) {
  const auto model = [](const VirtualBackground& v) {
    return v.model ? v.model->state().get() : nullptr;
  };
  return a.video == b.video && a.picture == b.picture && model(a) == model(b) &&
         a.label == b.label && a.mask == b.mask && a.background == b.background &&
         a.strength == b.strength;
}

namespace {

class BackgroundObject final : public NodeObject {
 public:
  explicit BackgroundObject(const Compute& compute) : NodeObject(compute), effect_(compute) {}

  Result<void> prepare(const Content& content, std::uint64_t /*version*/,
                       const Opening& opening) override {
    const auto& node = std::get<VirtualBackground>(content);
    mask_of_ = 0;
    if (!node.picture) return played_.prepare(compute(), node.video, opening);
    DALA_TRY(still_.show(compute(), node.picture));
    played_ = {};
    return {};
  }

  Result<std::optional<Shown>> show(const NodeState& state, const Showing& showing) override {
    const auto& node = std::get<VirtualBackground>(state.node().content);
    std::optional<Shown> out;
    if (node.picture) {
      out = whole(still_.layer());
    } else {
      DALA_ASSIGN(out, played_.show(compute(), state.id, node.video, showing));
    }
    if (!out) return std::nullopt;
    const double strength = state.now(node.strength);
    if (mask_of_ != out->layer.version) {
      DALA_TRY(find_people(node, out->layer, strength));
      mask_of_ = out->layer.version;
    }
    if (!node.background) effect_.set(0, "radius", strength);
    DALA_ASSIGN(out->layer, effect_.run(showing.compositor, out->layer));
    return out;
  }

  void take_over(NodeObject& lost) override {
    played_.take_over(dynamic_cast<BackgroundObject&>(lost).played_);
  }

  const Player* player() const override { return played_.player(); }

 private:
  // The filter that keeps those in front, by the mask of this frame.
  Result<void> find_people(const VirtualBackground& node, const Layer& frame, double strength) {
    media::FilterInput mask{.name = "mask", .picture = node.mask};
    if (node.model) {
      DALA_ASSIGN(mask.buffer, ml::segment_mask(*node.model, frame.buffer, node.label));
    }
    Effect effect;
    if (node.background)
      effect.filters = {
          {"background_replace", {}, {mask, {.name = "background", .picture = node.background}}}};
    else
      effect.filters = {{"background_blur", {{"radius", std::llround(strength)}}, {mask}}};
    return effect_.describe(effect, new_version());
  }

  PlayedVideo played_;
  StillLayer still_;
  EffectRunner effect_;
  std::uint64_t mask_of_ = 0;  // the version of the frame that the effect's mask is of
};

}  // namespace

Definition define_virtual_background() {
  using namespace table;
  field::Part video = part<&VirtualBackground::video>(video_fields(false));
  video.inlined = true;
  return {.type = {.name = "virtual_background",
                   .summary = "A video or picture whose background is blurred or replaced.",
                   .fields = {{.name = "video", .summary = "the video", .kind = std::move(video)},
                              {.name = "picture",
                               .summary = "or a picture",
                               .kind = picture<&VirtualBackground::picture>()},
                              {.name = "mask_picture",
                               .summary = "a picture that is white where the foreground is",
                               .kind = picture<&VirtualBackground::mask>(),
                               .option = "mask"},
                              {.name = "background",
                               .summary = "a picture to put behind, which covers the frame in its "
                                          "own proportions; without one it is blurred",
                               .kind = picture<&VirtualBackground::background>()},
                              {.name = "model",
                               .summary = "or what finds the foreground: a [model](models.md) by "
                                          "name or file",
                               .kind = field::Model{member<&VirtualBackground::model>()}},
                              {.name = "label",
                               .summary = "the foreground, as the model calls it",
                               .kind = field::Label{member<&VirtualBackground::label>(),
                                                    member<&VirtualBackground::model>()}},
                              {.name = "strength",
                               .summary = "radius of the blur, in pixels",
                               .kind = number<&VirtualBackground::strength>(1, 64),
                               .property = "strength"}},
                   .usual = VirtualBackground{}},
          .traits = {.given = {{.fields = {"source", "stream", "picture"},
                                .rule = "a virtual background has a video or a picture, and not "
                                        "both or neither"},
                               {.fields = {"model", "mask_picture"},
                                .rule = "a virtual background has a model or a mask, and not both "
                                        "or neither"}},
                     .changes_with_time = true,
                     .video = member<&VirtualBackground::video>()},
          .make_object = make<BackgroundObject>};
}

}  // namespace dala::scene

// What nodes show: pictures of their own, frames of videos, texts, and what effects make of them.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "scene/render/painter.hpp"
#include "text/draw.hpp"

namespace dala::scene {

namespace {

Shown whole(const Layer& layer) {
  const Size size{static_cast<double>(layer.width), static_cast<double>(layer.height)};
  return {layer, size, {0, 0, size.width, size.height}};
}

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

// Of the video at a time of the scene; nothing before it starts.
std::optional<Time> video_time(const Video& video, Time pts) {
  if (video.paused) return video.offset;
  if (pts < video.start) return std::nullopt;
  const auto since = static_cast<double>((pts - video.start).count()) * video.rate;
  // A thousand years fit.
  return video.offset + Time(static_cast<Time::rep>(std::min(since, 9e18 / 4)));
}

}  // namespace

Result<Layer> Painter::solid(NodeObjects& objects, Rgba color) {
  const media::Picture picture{1, 1, {color.r, color.g, color.b, color.a}};
  if (!objects.base.buffer || objects.gradient_from != color) {
    DALA_TRY(upload(compositor_.compute(), picture, objects.base));
    objects.gradient_from = color;
  }
  return objects.base;
}

Result<Layer> Painter::with_effects(NodeId id, Layer layer) {
  auto use = std::ranges::lower_bound(effects_, Use{id, 0});
  for (; use != effects_.end() && use->target == id; ++use) {
    EffectRunner& effect = *objects_.at(use->effect).effect;
    for (const FilterValue& value : state_->filter_values())
      if (value.effect == use->effect) effect.set(value.filter, *value.param, value.value);
    DALA_ASSIGN(layer, effect.run(compositor_, layer));
  }
  return layer;
}

Result<std::optional<Shown>> Painter::shown_video(const NodeState& node, const Video& video) {
  NodeObjects& objects = objects_.at(node.id);
  const std::optional<Time> time = video_time(video, pts_);
  if (!time) return std::nullopt;
  DALA_ASSIGN(Player::Shown now, objects.player->at(*time, !realtime_));
  if (now.ended && !objects.end_told) {
    objects.end_told = true;
    (*tell_)({now.error ? Event::Kind::failed : Event::Kind::ended, node.id, pts_, now.error});
  } else if (!now.ended) {
    objects.end_told = false;
  }
  if (now.laps > objects.laps_told) (*tell_)({Event::Kind::looped, node.id, pts_, {}});
  objects.laps_told = now.laps;
  if (now.ended && video.at_end == AtEnd::nothing) return std::nullopt;
  if (now.ended && video.at_end == AtEnd::color) {
    DALA_ASSIGN(const Layer layer, solid(objects, video.end_color));
    Shown out = whole(layer);
    // It fills the box that the frames had.
    if (const Size size = objects.player->size(); size.width > 0) {
      out.natural = size;
      out.box = {0, 0, 1, 1};
    }
    return out;
  }
  if (!now.layer.buffer) return std::nullopt;
  return whole(now.layer);
}

Result<std::optional<Shown>> Painter::shown_text(const NodeState& node, const Text& text) {
  NodeObjects& objects = objects_.at(node.id);
  if (node.text_size != objects.drawn.size || node.text_wrap_width != objects.drawn.wrap_width) {
    TextStyle style = text.style;
    style.size = node.text_size;
    style.wrap_width = node.text_wrap_width;
    // Of some sizes it is too large to be drawn.
    if (auto drawn = text::draw(style, opening_.sources, objects.text); !drawn)
      return fail(drawn.error().code, "text.size {} of node {}{}: {}", style.size, node.id,
                  node.node().key.empty() ? "" : format(" (\"{}\")", node.node().key),
                  drawn.error().message);
    DALA_TRY(upload(compositor_.compute(), objects.text.picture, objects.base));
    objects.drawn = std::move(style);
  }
  const DrawnText& drawn = objects.text;
  if (drawn.picture.width == 0 || drawn.width == 0 || drawn.height == 0) return std::nullopt;
  Shown out = whole(objects.base);
  out.natural = {static_cast<double>(drawn.width), static_cast<double>(drawn.height)};
  out.box = {static_cast<double>(drawn.left), static_cast<double>(drawn.top), out.natural.width,
             out.natural.height};
  return out;
}

Result<std::optional<Shown>> Painter::shown_background(const NodeState& node,
                                                       const VirtualBackground& background) {
  NodeObjects& objects = objects_.at(node.id);
  std::optional<Shown> picture;
  if (objects.player) {
    DALA_ASSIGN(picture, shown_video(node, background.video));
  } else {
    picture = whole(objects.base);
  }
  if (!picture) return std::nullopt;
  if (!objects.effect) objects.effect = std::make_unique<EffectRunner>(compositor_.compute());
  if (objects.mask_of != picture->layer.version || objects.effect->version() == 0) {
    media::FilterInput mask{.name = "mask", .picture = background.mask};
    if (background.model) {
      DALA_ASSIGN(mask.buffer,
                  ml::segment_mask(*background.model, picture->layer.buffer, background.label));
    }
    Effect effect;
    if (background.background)
      effect.filters = {{"background_replace",
                         {},
                         {mask, {.name = "background", .picture = background.background}}}};
    else
      effect.filters = {{"background_blur", {{"radius", std::llround(node.strength)}}, {mask}}};
    DALA_TRY(objects.effect->describe(effect, new_version()));
    objects.mask_of = picture->layer.version;
  }
  if (!background.background) objects.effect->set(0, "radius", node.strength);
  DALA_ASSIGN(picture->layer, objects.effect->run(compositor_, picture->layer));
  return picture;
}

Result<std::optional<Shown>> Painter::shown(const NodeState& node) {
  const Content& content = node.node().content;
  std::optional<Shown> out;
  if (const auto* video = std::get_if<Video>(&content)) {
    DALA_ASSIGN(out, shown_video(node, *video));
  } else if (const auto* image = std::get_if<Image>(&content)) {
    if (image->image_id == 0)
      out = whole(objects_.at(node.id).base);
    else if (const auto found = images_.find(image->image_id); found != images_.end())
      out = whole(found->second.layer);
  } else if (const auto* text = std::get_if<Text>(&content)) {
    DALA_ASSIGN(out, shown_text(node, *text));
  } else if (const auto* background = std::get_if<VirtualBackground>(&content)) {
    DALA_ASSIGN(out, shown_background(node, *background));
  } else if (const auto* overlay = std::get_if<Overlay>(&content)) {
    NodeObjects& objects = objects_[node.id];
    if (!overlay->gradient) {
      DALA_ASSIGN(const Layer layer, solid(objects, node.color));
      out = whole(layer);
      out->natural = scene_size();
    } else {
      if (!objects.base.buffer || objects.gradient_from != node.color ||
          objects.gradient != *overlay->gradient) {
        DALA_TRY(upload(compositor_.compute(), gradient_picture(node.color, overlay->gradient->to),
                        objects.base));
        objects.gradient_from = node.color;
        objects.gradient = *overlay->gradient;
      }
      out = whole(objects.base);
    }
  }
  if (!out || !out->layer.buffer || !has_effects(node.id)) return out;
  const Layer before = out->layer;
  DALA_ASSIGN(out->layer, with_effects(node.id, out->layer));
  // Where filters changed the size, that of the picture is another.
  if (out->layer.width != before.width || out->layer.height != before.height)
    return whole(out->layer);
  return out;
}

}  // namespace dala::scene

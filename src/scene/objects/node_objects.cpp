#include "scene/objects/node_objects.hpp"

#include <dala/media_still.hpp>

#include "core/error.hpp"
#include "media/stages.hpp"

namespace dala::scene {

namespace {

Result<void> open(NodeObjects& objects, const Video& video, const Compute& compute,
                  std::size_t ahead) {
  if (!objects.player || !is_same_source(objects.opened, video)) {
    DALA_ASSIGN(objects.player, open_player(compute, video, ahead));
  }
  objects.opened = video;
  objects.end_told = false;
  return {};
}

Result<void> load(NodeObjects& objects, const Image& image, const Compute& compute) {
  if (image.picture) {
    if (objects.base_picture != image.picture) {
      DALA_TRY(upload(compute, *image.picture, objects.base));
      objects.base_picture = image.picture;
    }
  } else if (!image.file.empty() && objects.base_file != image.file) {
    DALA_ASSIGN(const media::Picture picture, media::read_picture(image.file));
    DALA_TRY(upload(compute, picture, objects.base));
    objects.base_file = image.file;
  }
  return {};
}

Result<void> make_effect(NodeObjects& objects, const Effect& effect, std::uint64_t version,
                         const Compute& compute) {
  // Mistakes in parameters show here and not in the middle of a frame.
  DALA_TRY(media::plan_chain({256, 256}, effect.filters));
  if (!objects.effect) objects.effect = std::make_unique<EffectRunner>(compute);
  return objects.effect->describe(effect, version);
}

}  // namespace

Result<void> prepare(NodeObjects& objects, const Node& node, std::uint64_t version,
                     const Compute& compute, std::size_t decode_ahead) {
  if (const auto* video = std::get_if<Video>(&node.content))
    return open(objects, *video, compute, decode_ahead);
  if (const auto* image = std::get_if<Image>(&node.content)) return load(objects, *image, compute);
  if (const auto* effect = std::get_if<Effect>(&node.content))
    return make_effect(objects, *effect, version, compute);
  if (const auto* text = std::get_if<Text>(&node.content)) {
    DALA_TRY(draw_text(text->style, objects.text));
    DALA_TRY(upload(compute, objects.text.picture, objects.base));
    objects.drawn = text->style;
  }
  if (const auto* background = std::get_if<VirtualBackground>(&node.content)) {
    if (!background->picture) return open(objects, background->video, compute, decode_ahead);
    return load(objects, {.picture = background->picture}, compute);
  }
  return {};
}

}  // namespace dala::scene

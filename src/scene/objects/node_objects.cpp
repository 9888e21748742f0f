#include "scene/objects/node_objects.hpp"

#include <dala/media_still.hpp>

#include "core/error.hpp"
#include "media/stages.hpp"
#include "text/draw.hpp"

namespace dala::scene {

namespace {

Result<void> open(NodeObjects& objects, const Video& video, const Compute& compute,
                  const Opening& opening) {
  if (!objects.player || !is_same_source(objects.opened, video)) {
    DALA_ASSIGN(objects.player, open_player(compute, video, opening));
  }
  objects.opened = video;
  objects.end_told = false;
  return {};
}

Result<void> load(NodeObjects& objects, const Image& image, const Compute& compute,
                  const Opening& opening) {
  if (image.picture) {
    if (objects.base_picture != image.picture) {
      DALA_TRY(upload(compute, *image.picture, objects.base));
      objects.base_picture = image.picture;
    }
  } else if (!image.file.empty() && objects.base_file != image.file) {
    DALA_ASSIGN(const media::Picture picture, media::read_picture(image.file, opening.sources));
    DALA_TRY(upload(compute, picture, objects.base));
    objects.base_file = image.file;
  }
  return {};
}

Result<void> make_effect(NodeObjects& objects, const Effect& effect, std::uint64_t version,
                         const Compute& compute, const Opening& opening) {
  Effect bound = effect;
  for (media::Filter& filter : bound.filters) filter.sources = opening.sources;
  // Mistakes in parameters show here and not in the middle of a frame.
  DALA_TRY(media::plan_chain({256, 256}, bound.filters));
  if (!objects.effect) objects.effect = std::make_unique<EffectRunner>(compute);
  return objects.effect->describe(bound, version);
}

}  // namespace

Result<void> prepare(NodeObjects& objects, const Node& node, std::uint64_t version,
                     const Compute& compute, const Opening& opening) {
  if (const auto* video = std::get_if<Video>(&node.content))
    return open(objects, *video, compute, opening);
  if (const auto* image = std::get_if<Image>(&node.content))
    return load(objects, *image, compute, opening);
  if (const auto* effect = std::get_if<Effect>(&node.content))
    return make_effect(objects, *effect, version, compute, opening);
  if (const auto* text = std::get_if<Text>(&node.content)) {
    DALA_TRY(text::draw(text->style, opening.sources, objects.text));
    DALA_TRY(upload(compute, objects.text.picture, objects.base));
    objects.drawn = text->style;
  }
  if (const auto* background = std::get_if<VirtualBackground>(&node.content)) {
    if (!background->picture) return open(objects, background->video, compute, opening);
    return load(objects, {.picture = background->picture}, compute, opening);
  }
  return {};
}

}  // namespace dala::scene

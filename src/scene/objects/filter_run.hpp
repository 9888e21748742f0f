// Filters of an effect on a picture that is not opaque.
//
// Filters of the media part leave alpha alone, and what lies behind transparent pixels has no
// colour. Those that give a pixel some of its neighbours' colours would mix that in, and what they
// smooth would keep its hard outline. They are therefore given colours with alpha multiplied in,
// and do to alpha what they do to colours. All others see colours as people give them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <dala/media/pipeline.hpp>

#include "scene/compose/compositor.hpp"

namespace dala::scene {

// On its way through an effect.
struct EffectPicture {
  Buffer buffer = {};
  bool opaque = false;
  bool multiplied = true;  // alpha is in its colours; what is opaque is both
};

// `kept` is where it is converted to, and used again.
[[nodiscard]] Result<EffectPicture> as_multiplied(Compositor& compositor,
                                                  const EffectPicture& picture, Buffer& kept);
[[nodiscard]] Result<EffectPicture> as_straight(Compositor& compositor,
                                                const EffectPicture& picture, Buffer& kept);
// Makes a picture of its shape unless `kept` is one.
[[nodiscard]] Result<void> make_like(const Compute& compute, const Buffer& other, Buffer& kept);

// Neighbours in a chain that see the same form of colours.
class FilterRun {
 public:
  [[nodiscard]] static std::vector<FilterRun> split(std::span<const media::FilterInfo> filters);

  // `filters` are those whose descriptions it was split from, with whatever numbers they have now.
  [[nodiscard]] Result<EffectPicture> apply(Compositor& compositor, const EffectPicture& picture,
                                            std::span<const media::Filter> filters);

 private:
  [[nodiscard]] Result<Buffer> mixed_alpha(Compositor& compositor, const Buffer& picture,
                                           std::span<const media::Filter> own);

  std::size_t first_ = 0;  // filter; the others are like it
  std::size_t count_ = 0;
  bool mixes_ = false;        // pixels with their neighbours
  bool makes_holes_ = false;  // in what is opaque
  std::optional<media::FramePipeline> colours_;
  std::optional<media::FramePipeline> alphas_;
  Buffer converted_;
  Buffer spread_;
  Buffer joined_;
};

}  // namespace dala::scene

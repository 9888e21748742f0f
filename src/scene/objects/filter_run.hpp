// Filters of an effect on a picture that is not opaque.
//
// Filters leave alpha unchanged, and transparent pixels have no defined colour. Filters that mix
// neighbouring pixels would mix in those colours, and smoothed shapes would keep their hard
// outline. They therefore get premultiplied colours, and are applied to alpha as well. All other
// filters get straight colours.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <dala/media/pipeline.hpp>

#include "scene/compose/compositor.hpp"

namespace dala::scene {

// An image between the steps of an effect.
struct EffectPicture {
  Buffer buffer = {};
  bool opaque = false;
  bool premultiplied = true;  // its alpha is premultiplied; an opaque image is both
};

// Converts into `kept`, whose memory is reused.
[[nodiscard]] Result<EffectPicture> as_premultiplied(Compositor& compositor,
                                                     const EffectPicture& picture, Buffer& kept);
[[nodiscard]] Result<EffectPicture> as_straight(Compositor& compositor,
                                                const EffectPicture& picture, Buffer& kept);
// Makes a picture of its shape unless `kept` is one.
[[nodiscard]] Result<void> make_like(const Compute& compute, const Buffer& other, Buffer& kept);

// Consecutive filters of a chain that take the same form of colours.
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
  bool mixes_ = false;        // whether they mix pixels with their neighbours
  bool makes_holes_ = false;  // whether they make opaque images transparent
  std::optional<media::FramePipeline> colours_;
  std::optional<media::FramePipeline> alphas_;
  Buffer converted_;
  Buffer spread_;
  Buffer joined_;
};

}  // namespace dala::scene

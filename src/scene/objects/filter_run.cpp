#include "scene/objects/filter_run.hpp"

#include "core/error.hpp"

namespace dala::scene {

namespace {

Result<Buffer> filtered(const Compute& compute, std::optional<media::FramePipeline>& pipeline,
                        const Buffer& picture, std::span<const media::Filter> filters) {
  const media::FrameSize size{static_cast<std::uint32_t>(picture.shape()[1]),
                              static_cast<std::uint32_t>(picture.shape()[0])};
  if (!pipeline || pipeline->size() != size) {
    DALA_ASSIGN(pipeline,
                media::FramePipeline::start(size.width, size.height, {.compute = compute}));
  }
  return pipeline->process_buffer(picture, filters);
}

}  // namespace

Result<void> make_like(const Compute& compute, const Buffer& other, Buffer& kept) {
  if (!kept || kept.shape() != other.shape()) {
    DALA_ASSIGN(kept, compute.buffer_zeros(other.shape(), DType::u8));
  }
  return {};
}

Result<EffectPicture> as_premultiplied(Compositor& compositor, const EffectPicture& picture,
                                       Buffer& kept) {
  if (picture.opaque || picture.premultiplied) return picture;
  DALA_TRY(make_like(compositor.compute(), picture.buffer, kept));
  DALA_TRY(compositor.premultiply(picture.buffer, kept));
  return EffectPicture{.buffer = kept, .premultiplied = true};
}

Result<EffectPicture> as_straight(Compositor& compositor, const EffectPicture& picture,
                                  Buffer& kept) {
  if (picture.opaque || !picture.premultiplied) return picture;
  DALA_TRY(make_like(compositor.compute(), picture.buffer, kept));
  DALA_TRY(compositor.unpremultiply(picture.buffer, kept));
  return EffectPicture{.buffer = kept, .premultiplied = false};
}

std::vector<FilterRun> FilterRun::split(std::span<const media::FilterInfo> filters) {
  std::vector<FilterRun> runs;
  for (std::size_t i = 0; i < filters.size(); ++i) {
    const bool mixes = filters[i].reads == media::PixelsRead::mixed;
    if (runs.empty() || runs.back().mixes_ != mixes) {
      runs.emplace_back().first_ = i;
      runs.back().mixes_ = mixes;
    }
    ++runs.back().count_;
    if (filters[i].makes_holes) runs.back().makes_holes_ = true;
  }
  return runs;
}

Result<Buffer> FilterRun::mixed_alpha(Compositor& compositor, const Buffer& picture,
                                      std::span<const media::Filter> own) {
  DALA_TRY(make_like(compositor.compute(), picture, spread_));
  DALA_TRY(compositor.spread(picture, spread_));
  return filtered(compositor.compute(), alphas_, spread_, own);
}

Result<EffectPicture> FilterRun::apply(Compositor& compositor, const EffectPicture& picture,
                                       std::span<const media::Filter> filters) {
  const auto own = filters.subspan(first_, count_);
  const bool opaque = picture.opaque && !makes_holes_;
  EffectPicture in;
  if (mixes_) {
    DALA_ASSIGN(in, as_premultiplied(compositor, picture, converted_));
  } else {
    DALA_ASSIGN(in, as_straight(compositor, picture, converted_));
  }
  DALA_ASSIGN(Buffer colours, filtered(compositor.compute(), colours_, in.buffer, own));
  if (opaque || !mixes_) return EffectPicture{colours, opaque, mixes_};
  DALA_ASSIGN(const Buffer alphas, mixed_alpha(compositor, in.buffer, own));
  DALA_TRY(make_like(compositor.compute(), colours, joined_));
  DALA_TRY(compositor.join(colours, alphas, joined_));
  return EffectPicture{joined_, false, true};
}

}  // namespace dala::scene

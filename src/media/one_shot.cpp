#include <dala/media.hpp>

#include <algorithm>
#include <deque>
#include <mutex>

#include <dala/media/pipeline.hpp>
#include "core/error.hpp"
#include "core/forever.hpp"

namespace dala::media {

namespace {

// A cache of pipelines for the most recent sizes, on one Compute.
class Shared {
 public:
  Result<FramePipeline> pipeline(std::uint32_t width, std::uint32_t height) {
    const std::lock_guard lock(mutex_);
    const FrameSize size{width, height};
    const auto known = std::ranges::find(pipelines_, size, &FramePipeline::size);
    if (known != pipelines_.end()) {
      std::rotate(pipelines_.begin(), known, known + 1);
      return pipelines_.front();
    }
    if (!compute_) {
      DALA_ASSIGN(compute_, Compute::create());
    }
    DALA_ASSIGN(auto made, FramePipeline::start(width, height, {.compute = compute_}));
    if (pipelines_.size() == max_sizes) pipelines_.pop_back();
    pipelines_.push_front(std::move(made));
    return pipelines_.front();
  }

 private:
  static constexpr std::size_t max_sizes = 4;

  std::mutex mutex_;
  std::optional<Compute> compute_;
  std::deque<FramePipeline> pipelines_;
};

}  // namespace

Result<Picture> apply(const ImageView& image, std::span<const Filter> filters) {
  static const Forever<Shared> shared;
  DALA_ASSIGN(const auto pipeline, shared->pipeline(image.width, image.height));
  return pipeline.process_frame(image.rgba, filters);
}

}  // namespace dala::media

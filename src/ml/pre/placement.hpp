// Where a picture lies in a model's input, and where points of that input lie in the picture.
#pragma once

#include <cstdint>

#include <dala/media/pipeline.hpp>
#include <dala/ml/card.hpp>

namespace dala::ml {

// Along one axis: the interval [from, from + length) of the picture, in its pixels, fills `count`
// pixels of the input from `first` on.
struct AxisPlacement {
  double from = 0;
  double length = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  double limit = 0;  // the picture's size

  // From a position in the input to one in the picture.
  [[nodiscard]] double back(double position) const {
    return from + ((position - first) * length / count);
  }
};

struct Placement {
  AxisPlacement x;
  AxisPlacement y;
};

// The picture has at least one pixel.
[[nodiscard]] Placement place(const CardInput& input, media::FrameSize picture);

}  // namespace dala::ml

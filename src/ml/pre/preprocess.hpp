// Converts a frame to a model's input, on the device.
//
// Bilinear, with pixels' centres at halves, at the edges the nearest pixel, in floats that are not
// rounded back to bytes. Where each column and row reads is a table made on the host in doubles,
// once for a size of frames: positions in f32 would be off by more than the values may be, and
// devices without f64 would differ from others.
#pragma once

#include <dala/compute.hpp>
#include <dala/ml/card.hpp>

#include "ml/pre/placement.hpp"

namespace dala::ml {

class Preprocess {
 public:
  // For frames of one size.
  [[nodiscard]] static Result<Preprocess> make(const Compute& compute, const CardInput& input,
                                               media::FrameSize size);

  // `frame` is u8 {height, width, 4}, `tensor` f32 {1, 3, height, width} of the card.
  [[nodiscard]] Command command(const Buffer& frame, const Buffer& tensor) const;

  [[nodiscard]] media::FrameSize size() const { return size_; }
  [[nodiscard]] const Placement& placement() const { return placement_; }

 private:
  std::string kernel_;  // its name in the Compute
  media::FrameSize size_;
  Placement placement_;
  Buffer table_;
};

// The size of a frame, or what is wrong with it.
[[nodiscard]] Result<media::FrameSize> size_of_frame(const Buffer& frame);

[[nodiscard]] Shape tensor_shape(const CardInput& input);

}  // namespace dala::ml

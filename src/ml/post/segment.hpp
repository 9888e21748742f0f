// The best class of each pixel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <dala/compute.hpp>

namespace dala::ml {

// `logits` is {classes, pixels}, of at most 256 classes; of equal ones the first is taken.
[[nodiscard]] std::vector<std::uint8_t> best_classes(std::span<const float> logits,
                                                     std::size_t classes);

// The same on the device, of {1, classes, height, width}: u8 {height, width}, 255 where `id` is the
// best class and 0 elsewhere.
[[nodiscard]] Result<Buffer> mask_of_class(const Compute& compute, const Buffer& logits,
                                           std::size_t id);

}  // namespace dala::ml

// The same work as one would write it down at first: one loop after the other, one thread. What the
// library is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <dala/core/picture.hpp>

namespace demo::plain {

// photo_filters(), each with the meaning that docs/filters.md gives it.
dala::media::Picture filter_photo(const dala::media::Picture& photo);
// examples/kernels/halftone.dk
dala::media::Picture halftone(const dala::media::Picture& photo, float size);
// Of two square matrices.
std::vector<float> matmul(std::span<const float> a, std::span<const float> b, std::size_t side);

}  // namespace demo::plain

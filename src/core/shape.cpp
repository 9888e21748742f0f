#include <dala/core/shape.hpp>

#include <algorithm>
#include <limits>

#include "core/error.hpp"

namespace dala {

Result<void> Shape::validate(DType dtype) const {
  if (rank_ > max_rank)
    return fail(ErrorCode::invalid_shape, "a shape has {} dimensions; at most {} are possible",
                rank_, max_rank);
  for (std::int64_t d : dims())
    if (d < 0)
      return fail(ErrorCode::invalid_shape, "shape {} has a negative dimension", to_string(*this));
  // Dimensions of 0 do not count, as in numpy: part of an empty shape must not overflow either.
  std::int64_t room =
      std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(size_of(dtype));
  for (std::int64_t d : dims()) {
    if (d > room)
      return fail(ErrorCode::invalid_shape,
                  "shape {} of {} is larger than memory can ever be: its size in bytes overflows",
                  to_string(*this), to_string(dtype));
    if (d > 0) room /= d;
  }
  return {};
}

std::string to_string(const Shape& shape) {
  std::string text = "{";
  for (std::size_t i = 0; i < shape.dims().size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + (shape.rank() > Shape::max_rank ? ", ...}" : "}");
}

Result<Shape> broadcast(const Shape& a, const Shape& b) {
  const std::size_t rank = std::max(a.rank(), b.rank());
  std::array<std::int64_t, Shape::max_rank> dims{};
  for (std::size_t i = 0; i < rank; ++i) {
    // Dimensions are matched from the last one; a missing one counts as 1.
    const std::int64_t da = i < a.rank() ? a[a.rank() - 1 - i] : 1;
    const std::int64_t db = i < b.rank() ? b[b.rank() - 1 - i] : 1;
    if (da != db && da != 1 && db != 1)
      return fail(ErrorCode::shape_mismatch,
                  "shapes {} and {} do not broadcast: {} and {} differ and neither is 1",
                  to_string(a), to_string(b), da, db);
    dims[rank - 1 - i] = da == 1 ? db : da;
  }
  return Shape(std::span(dims.data(), rank));
}

}  // namespace dala

#include "ml/pipeline/coordinates.hpp"

#include "core/format.hpp"

namespace dala::ml {

std::string coordinates(const Shape& shape, std::string_view of, char name) {
  std::string text;
  std::int64_t step = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    text += format("let {}{} = {} / {} % {};\n", name, axis, of, step, shape[axis]);
    step *= shape[axis];
  }
  return text;
}

std::string position(std::size_t rank, const Strides& strides, std::int64_t offset, char name) {
  std::string text = std::to_string(offset);
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (strides[axis] != 0) text += format(" + {}{} * ({})", name, axis, strides[axis]);
  return text;
}

}  // namespace dala::ml

// The window that convolutions and pools move over a picture, in two dimensions. Tensors of one
// dimension more or less are seen as {n, c, 1, w}.
#pragma once

#include <array>

#include "ml/ops/operator.hpp"

namespace dala::ml {

struct Window {
  std::array<std::int64_t, 2> kernel{1, 1};
  std::array<std::int64_t, 2> stride{1, 1};
  std::array<std::int64_t, 2> dilation{1, 1};
  std::array<std::int64_t, 2> pad_before{0, 0};
  std::array<std::int64_t, 2> pad_after{0, 0};
  std::array<std::int64_t, 2> in{1, 1};
  std::array<std::int64_t, 2> out{1, 1};
};

inline constexpr std::array<std::string_view, 4> auto_pads{"NOTSET", "SAME_UPPER", "SAME_LOWER",
                                                           "VALID"};

// What the node's attributes say of a window of `kernel` (one or two sizes, as many as the picture
// has dimensions) over pictures {n, c, ...}.
[[nodiscard]] Result<Window> window_of(const Node& node, const Shape& input,
                                       std::span<const std::int64_t> kernel);
// The same for a transposed convolution, whose output is the larger side.
[[nodiscard]] Result<Window> transposed_window_of(const Node& node, const Shape& input,
                                                  std::span<const std::int64_t> kernel);

// {n, channels, out...} with as many dimensions as the input.
[[nodiscard]] Shape output_of(const Window& window, const Shape& input, std::int64_t channels);

}  // namespace dala::ml

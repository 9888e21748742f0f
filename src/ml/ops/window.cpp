#include "ml/ops/window.hpp"

#include <algorithm>

namespace dala::ml {

namespace {

constexpr std::int64_t most = 1 << 20;
// Elements of a picture with its pads.
constexpr double longest_side = 0x1p36;

// A list of the node along the picture's axes; rows of a flat picture get `otherwise`.
Result<std::array<std::int64_t, 2>> pair_of(const Node& node, std::string_view name,
                                            std::size_t axes, std::int64_t otherwise,
                                            std::int64_t least) {
  std::array<std::int64_t, 2> pair{otherwise, otherwise};
  const std::span<const std::int64_t> given = node.attributes.list(name);
  if (given.empty()) return pair;
  if (given.size() != axes)
    return fail(ErrorCode::bad_file, "its {} are {} numbers for {} axes", name, given.size(), axes);
  for (std::size_t i = 0; i < axes; ++i) {
    if (given[i] < least || given[i] > most)
      return fail(ErrorCode::bad_file, "one of its {} is {}", name, given[i]);
    pair[2 - axes + i] = given[i];
  }
  return pair;
}

Result<Window> start(const Node& node, const Shape& input, std::span<const std::int64_t> kernel) {
  const std::size_t axes = kernel.size();
  if (axes < 1 || axes > 2 || input.rank() != axes + 2)
    return fail(ErrorCode::unsupported,
                "a window of {} dimensions over a tensor of {}; pictures have one or two", axes,
                input.rank());
  Window window;
  for (std::size_t i = 0; i < axes; ++i) {
    if (kernel[i] < 1 || kernel[i] > most)
      return fail(ErrorCode::bad_file, "its kernel has a side of {}", kernel[i]);
    window.kernel[2 - axes + i] = kernel[i];
    window.in[2 - axes + i] = input[2 + i];
  }
  DALA_ASSIGN(window.stride, pair_of(node, "strides", axes, 1, 1));
  DALA_ASSIGN(window.dilation, pair_of(node, "dilations", axes, 1, 1));
  const std::span<const std::int64_t> pads = node.attributes.list("pads");
  if (pads.empty()) return window;
  if (pads.size() != 2 * axes)
    return fail(ErrorCode::bad_file, "its pads are {} numbers for {} axes", pads.size(), axes);
  for (std::size_t i = 0; i < axes; ++i) {
    if (pads[i] < 0 || pads[i] > most || pads[axes + i] < 0 || pads[axes + i] > most)
      return fail(ErrorCode::bad_file, "it has pads of {} and {}", pads[i], pads[axes + i]);
    window.pad_before[2 - axes + i] = pads[i];
    window.pad_after[2 - axes + i] = pads[axes + i];
  }
  return window;
}

void share_padding(Window& window, std::size_t axis, std::int64_t total, bool more_first) {
  const std::int64_t less = std::max<std::int64_t>(total, 0) / 2;
  const std::int64_t rest = std::max<std::int64_t>(total, 0) - less;
  window.pad_before[axis] = more_first ? rest : less;
  window.pad_after[axis] = more_first ? less : rest;
}

}  // namespace

Result<Window> window_of(const Node& node, const Shape& input,
                         std::span<const std::int64_t> kernel) {
  DALA_ASSIGN(Window window, start(node, input, kernel));
  const std::string automatic = node.attributes.text("auto_pad", "NOTSET");
  const bool ceil = node.attributes.integer("ceil_mode", 0) != 0;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::int64_t reach = (window.kernel[axis] - 1) * window.dilation[axis] + 1;
    if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER") {
      const std::int64_t out = (window.in[axis] + window.stride[axis] - 1) / window.stride[axis];
      share_padding(window, axis, (out - 1) * window.stride[axis] + reach - window.in[axis],
                    automatic == "SAME_LOWER");
    } else if (automatic == "VALID") {
      window.pad_before[axis] = window.pad_after[axis] = 0;
    }
    const std::int64_t padded = window.in[axis] + window.pad_before[axis] + window.pad_after[axis];
    if (padded < reach)
      return fail(ErrorCode::shape_mismatch, "its window of {} does not fit into {}", reach,
                  padded);
    const std::int64_t room = padded - reach;
    window.out[axis] = (ceil ? (room + window.stride[axis] - 1) : room) / window.stride[axis] + 1;
    // A window that starts in the padding behind the picture sees nothing.
    if (ceil &&
        (window.out[axis] - 1) * window.stride[axis] >= window.in[axis] + window.pad_before[axis])
      --window.out[axis];
  }
  double padded = static_cast<double>(input[0]) * static_cast<double>(input[1]);
  for (std::size_t axis = 0; axis < 2; ++axis)
    padded *=
        static_cast<double>(window.in[axis] + window.pad_before[axis] + window.pad_after[axis]);
  if (padded > longest_side)
    return fail(ErrorCode::invalid_shape, "its input with its pads has {} elements", padded);
  return window;
}

Result<Window> transposed_window_of(const Node& node, const Shape& input,
                                    std::span<const std::int64_t> kernel) {
  DALA_ASSIGN(Window window, start(node, input, kernel));
  const std::size_t axes = kernel.size();
  DALA_ASSIGN(const auto extra, pair_of(node, "output_padding", axes, 0, 0));
  DALA_ASSIGN(const auto wanted, pair_of(node, "output_shape", axes, 0, 1));
  const std::string automatic = node.attributes.text("auto_pad", "NOTSET");
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::int64_t reach = (window.kernel[axis] - 1) * window.dilation[axis] + 1;
    const std::int64_t full =
        (window.in[axis] - 1) * window.stride[axis] + reach + (axis + axes < 2 ? 0 : extra[axis]);
    const bool same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
    if (wanted[axis] > 0 || same) {
      // Where that is more than what is spread, there is nothing behind it.
      window.out[axis] = wanted[axis] > 0 ? wanted[axis] : window.in[axis] * window.stride[axis];
      share_padding(window, axis, full - window.out[axis], automatic != "SAME_UPPER");
    } else {
      if (automatic == "VALID") window.pad_before[axis] = window.pad_after[axis] = 0;
      window.out[axis] = full - window.pad_before[axis] - window.pad_after[axis];
    }
    if (window.out[axis] < 1)
      return fail(ErrorCode::bad_file, "its output would have a side of {}", window.out[axis]);
  }
  return window;
}

Shape output_of(const Window& window, const Shape& input, std::int64_t channels) {
  if (input.rank() == 3) return {input[0], channels, window.out[1]};
  return {input[0], channels, window.out[0], window.out[1]};
}

}  // namespace dala::ml

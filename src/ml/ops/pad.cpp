#include <algorithm>
#include <cstring>

#include "core/dispatch.hpp"
#include "ml/ops/families.hpp"
#include "ml/ops/strided.hpp"

namespace dala::ml {

namespace {

using Pads = std::span<const std::int64_t>;  // before each axis, then after each

Result<void> check(const Node& node, const Shape& in, Pads pads) {
  if (pads.size() != 2 * in.rank())
    return fail(ErrorCode::bad_file, "its pads are {} numbers for {} axes", pads.size(), in.rank());
  const std::string mode = node.attributes.text("mode", "constant");
  for (std::size_t i = 0; i < in.rank(); ++i)
    for (const std::int64_t pad : {pads[i], pads[in.rank() + i]}) {
      if (pad < -(std::int64_t{1} << 30) || pad > (std::int64_t{1} << 30))
        return fail(ErrorCode::bad_file, "it has a pad of {}", pad);
      if (pad > 0 && ((mode == "reflect" && pad >= in[i]) || (mode == "edge" && in[i] == 0)))
        return fail(ErrorCode::bad_file, "a pad of {} cannot be made of {} elements", pad, in[i]);
    }
  return {};
}

Result<void> infer_pad(Inference& inference) {
  if (inference.opset >= 11 && !inference.has(1))
    return fail(ErrorCode::bad_file, "its pads are missing");
  DALA_ASSIGN(const std::vector<std::int64_t> pads, inference.integers(1, "pads", 11));
  const Shape& in = inference.shape(0);
  DALA_TRY(check(inference.node, in, pads));
  if (inference.has(2) &&
      (inference.dtype(2) != inference.dtype(0) || inference.shape(2).elements() != 1))
    return fail(ErrorCode::bad_file, "its value is not one number of the input's type");
  Shape out = in;
  for (std::size_t i = 0; i < in.rank(); ++i) out.set(i, in[i] + pads[i] + pads[in.rank() + i]);
  inference.output(inference.dtype(0), out);
  return {};
}

// Where an element of the output lies along an axis of the input; -1 outside.
std::int64_t source(std::int64_t at, std::int64_t size, const std::string& mode) {
  if (at >= 0 && at < size) return at;
  if (mode == "constant") return -1;
  if (mode == "edge") return std::clamp(at, std::int64_t{0}, size - 1);
  return at < 0 ? -at : 2 * (size - 1) - at;
}

template <typename T>
void pad(const OpCall& call, Pads pads, T value) {
  const TensorView& in = *call.inputs[0];
  const TensorView& out = call.outputs[0];
  if (out.elements() == 0) return;
  const std::string mode = call.node.attributes.text("mode", "constant");
  const std::size_t rank = out.shape.rank();
  const Strides strides = strides_of(in.shape);
  std::array<std::int64_t, Shape::max_rank> index{};
  Pace pace(call.watch);
  const T* from = in.values<T>().data();
  T* to = out.values<T>().data();
  const std::size_t last = rank - 1;
  const std::int64_t width = rank == 0 ? 1 : out.shape[last];
  for (const T* end = to + out.elements(); to != end; to += width) {
    std::int64_t offset = 0;
    bool outside = false;
    for (std::size_t axis = 0; axis + 1 < rank; ++axis) {
      const std::int64_t at = source(index[axis] - pads[axis], in.shape[axis], mode);
      outside |= at < 0;
      offset += at * strides[axis];
    }
    in_pieces(pace, static_cast<std::size_t>(width), [&](std::size_t begin, std::size_t stop) {
      for (auto x = static_cast<std::int64_t>(begin); x < static_cast<std::int64_t>(stop); ++x) {
        const std::int64_t at = rank == 0 ? 0 : source(x - pads[last], in.shape[last], mode);
        to[x] = outside || at < 0 ? value : from[offset + at];
      }
    });
    if (pace.is_over(1)) return;
    for (std::size_t axis = last; rank > 0 && axis-- > 0;) {
      if (++index[axis] < out.shape[axis]) break;
      index[axis] = 0;
    }
  }
}

Result<void> run_pad(const OpCall& call) {
  const ShortList given = call.opset < 11 ? ShortList{} : short_list_of(*call.input(1));
  const Pads pads = call.opset < 11 ? call.node.attributes.list("pads") : given.view();
  visit_arithmetic(call.outputs[0].dtype, [&]<typename T>(Type<T>) {
    T value = static_cast<T>(call.node.attributes.number("value", 0));
    if (call.opset >= 11) value = call.input(2) == nullptr ? T{0} : call.input(2)->values<T>()[0];
    pad<T>(call, pads, value);
  });
  return {};
}

constexpr std::array<std::string_view, 3> pad_modes{"constant", "reflect", "edge"};
constexpr std::array pad_attributes{attribute::text("mode", pad_modes),
                                    attribute::integers("pads").up_to(10).must_be_there(),
                                    attribute::number("value").up_to(10)};

constexpr std::array pad_table{Operator{"Pad", 1, 3, infer_pad, run_pad, 1, pad_attributes}};

}  // namespace

std::span<const Operator> pad_operators() { return pad_table; }

}  // namespace dala::ml

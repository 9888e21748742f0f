// Operators that move elements.
#include "ml/ops/movement.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/dispatch.hpp"
#include "ml/ops/families.hpp"

namespace dala::ml {

namespace {

using Order = std::array<std::size_t, Shape::max_rank>;

// Which axis of the input each of the output's is; the other way round when nothing is said.
Order order_of(const Node& node, std::size_t rank) {
  const std::span<const std::int64_t> given = node.attributes.list("perm");
  Order order{};
  for (std::size_t i = 0; i < rank; ++i)
    order[i] = given.empty() ? rank - 1 - i : static_cast<std::size_t>(given[i]) % rank;
  return order;
}

Result<void> infer_transpose(Inference& inference) {
  const Shape& in = inference.shape(0);
  const std::span<const std::int64_t> given = inference.node.attributes.list("perm");
  if (!given.empty() && given.size() != in.rank())
    return fail(ErrorCode::bad_file, "it orders {} axes of {}", given.size(), in.rank());
  for (const std::int64_t axis : given)
    if (axis < 0) return fail(ErrorCode::bad_file, "it orders axis {}", axis);
  DALA_TRY(axes_of(given, in.rank()));  // each once
  const Order order = order_of(inference.node, in.rank());
  Shape out = in;
  for (std::size_t i = 0; i < in.rank(); ++i) out.set(i, in[order[i]]);
  inference.output(inference.dtype(0), out);
  return {};
}

Result<void> run_transpose(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  const Order order = order_of(call.node, in.shape.rank());
  const Strides own = strides_of(in.shape);
  Strides strides{};
  for (std::size_t i = 0; i < in.shape.rank(); ++i) strides[i] = own[order[i]];
  copy_strided(in.data, strides, call.outputs[0].shape, size_of(in.dtype), call.outputs[0].data,
               call.watch);
  return {};
}

// What Slice takes of a tensor. Lists that are missing stand for all axes and steps of one.
Result<Cut> cut(const Shape& in, std::span<const std::int64_t> starts,
                std::span<const std::int64_t> ends, std::span<const std::int64_t> axes,
                std::span<const std::int64_t> steps) {
  const auto fits = [&](std::span<const std::int64_t> list) {
    return list.empty() || list.size() == starts.size();
  };
  if (ends.size() != starts.size() || !fits(axes) || !fits(steps))
    return fail(ErrorCode::bad_file, "its lists have different lengths");
  Cut result{.shape = in, .strides = strides_of(in)};
  std::array<bool, Shape::max_rank> seen{};
  for (std::size_t i = 0; i < starts.size(); ++i) {
    DALA_ASSIGN(const std::size_t axis,
                axis_of(axes.empty() ? static_cast<std::int64_t>(i) : axes[i], in.rank()));
    if (std::exchange(seen[axis], true))
      return fail(ErrorCode::bad_file, "axis {} is named twice", axis);
    const std::int64_t size = in[axis];
    const std::int64_t step = steps.empty() ? 1 : steps[i];
    if (step == 0) return fail(ErrorCode::bad_file, "its step along axis {} is 0", axis);
    const auto place = [&](std::int64_t at) {
      if (at < 0) at += size;
      return step > 0 ? std::clamp(at, std::int64_t{0}, size)
                      : std::clamp(at, std::int64_t{-1}, size - 1);
    };
    // From the end to before the first: any number below -size means that, -1 does not.
    const std::int64_t start = place(std::max(starts[i], -size - 1));
    const std::int64_t end = ends[i] < -size ? (step > 0 ? 0 : -1) : place(ends[i]);
    const std::int64_t distance = step > 0 ? end - start : start - end;
    const std::int64_t stride = step > 0 ? step : (step < -size ? size + 1 : -step);
    const std::int64_t count = distance <= 0 ? 0 : (distance - 1) / std::min(stride, size + 1) + 1;
    result.shape.set(axis, count);
    result.offset += count == 0 ? 0 : start * result.strides[axis];
    result.strides[axis] *= std::clamp(step, -size - 1, size + 1);
  }
  return result;
}

Result<Cut> cut_of_old(const Node& node, const Shape& in) {
  return cut(in, node.attributes.list("starts"), node.attributes.list("ends"),
             node.attributes.list("axes"), {});
}

Result<void> infer_slice(Inference& inference) {
  if (inference.opset < 10) {
    DALA_ASSIGN(const Cut found, cut_of_old(inference.node, inference.shape(0)));
    inference.output(inference.dtype(0), found.shape);
    return {};
  }
  if (!inference.has(1) || !inference.has(2))
    return fail(ErrorCode::bad_file, "its starts or ends are missing");
  std::array<std::vector<std::int64_t>, 5> lists;
  constexpr std::array names{"input", "starts", "ends", "axes", "steps"};
  for (std::size_t i = 1; i < 5; ++i)
    if (inference.has(i)) {
      DALA_ASSIGN(lists[i], inference.integers(i, names[i]));
    }
  DALA_ASSIGN(const Cut found, cut(inference.shape(0), lists[1], lists[2], lists[3], lists[4]));
  inference.output(inference.dtype(0), found.shape);
  return {};
}

Result<void> run_slice(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  DALA_ASSIGN(const Cut found, slice_of(call.node, call.opset, in.shape, call.inputs));
  copy_strided(in.data + found.offset * static_cast<std::int64_t>(size_of(in.dtype)), found.strides,
               found.shape, size_of(in.dtype), call.outputs[0].data, call.watch);
  return {};
}

Result<void> infer_gather(Inference& inference) {
  const Shape& in = inference.shape(0);
  const Shape& indices = inference.shape(1);
  if (is_float(inference.dtype(1))) return fail(ErrorCode::bad_file, "its indices are floats");
  DALA_ASSIGN(const std::size_t axis,
              axis_of(inference.node.attributes.integer("axis", 0), in.rank()));
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < axis; ++i) dims.push_back(in[i]);
  dims.insert(dims.end(), indices.dims().begin(), indices.dims().end());
  for (std::size_t i = axis + 1; i < in.rank(); ++i) dims.push_back(in[i]);
  if (dims.size() > Shape::max_rank)
    return fail(ErrorCode::unsupported, "its output has {} dimensions", dims.size());
  inference.output(inference.dtype(0), Shape(dims));
  return {};
}

Result<void> run_gather(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  DALA_ASSIGN(const std::size_t axis,
              axis_of(call.node.attributes.integer("axis", 0), in.shape.rank()));
  const Around sizes = around(in.shape, axis);
  const std::size_t run = sizes.after * size_of(in.dtype);
  const auto size = static_cast<std::int64_t>(sizes.along);
  return visit_arithmetic(call.inputs[1]->dtype, [&]<typename T>(Type<T>) -> Result<void> {
    std::byte* out = call.outputs[0].data;
    Pace pace(call.watch);
    for (std::size_t before = 0; before < sizes.before; ++before)
      for (const T given : call.inputs[1]->values<T>()) {
        const auto asked = static_cast<std::int64_t>(+given);
        const std::int64_t index = asked < 0 ? asked + size : asked;
        if (index < 0 || index >= size)
          return fail(ErrorCode::kernel_failed, "{}: there is no element {} among {}",
                      describe(call.node), asked, size);
        const std::size_t place = before * sizes.along + static_cast<std::size_t>(index);
        copy_in_pieces(pace, in.data + place * run, out, run);
        if (pace.is_over(1)) return {};
        out += run;
      }
    return {};
  });
}

// Runs of bytes that lie some way apart on each side.
struct Runs {
  const std::byte* from;
  std::size_t from_step;
  std::byte* to;
  std::size_t to_step;
  std::size_t bytes;  // of one
  std::size_t count;
};

void copy_runs(const Runs& runs, const OpCall& call) {
  constexpr std::size_t worth_a_thread = 1 << 16;
  const std::size_t grain = std::max<std::size_t>(1, worth_a_thread / runs.bytes);
  call.threads.parallel_for(runs.count, grain, [&](std::size_t begin, std::size_t end) {
    Pace pace(call.watch);
    for (std::size_t i = begin; i < end; ++i) {
      const std::byte* from = runs.from + i * runs.from_step;
      std::byte* to = runs.to + i * runs.to_step;
      // Short runs are copied inline: a call would take longer than copying two numbers.
      if (runs.bytes == 8)
        std::memcpy(to, from, 8);
      else
        copy_in_pieces(pace, from, to, runs.bytes);
    }
  });
}

Result<void> infer_concat(Inference& inference) {
  Shape out = inference.shape(0);
  DALA_ASSIGN(const std::size_t axis,
              axis_of(inference.node.attributes.integer("axis", 1), out.rank()));
  for (std::size_t i = 1; i < inference.node.inputs.size(); ++i) {
    Shape other = inference.shape(i);
    if (other.rank() != out.rank() || inference.dtype(i) != inference.dtype(0))
      return fail(ErrorCode::shape_mismatch, "its input {} is of another rank or type", i);
    const std::int64_t along = other[axis];
    other.set(axis, out[axis]);
    if (other != out)
      return fail(ErrorCode::shape_mismatch, "its inputs are {} and {}", to_string(out),
                  to_string(inference.shape(i)));
    if (along > (std::int64_t{1} << 40) - out[axis])
      return fail(ErrorCode::invalid_shape, "its output is too large");
    out.set(axis, out[axis] + along);
  }
  inference.output(inference.dtype(0), out);
  return {};
}

Result<void> run_concat(const OpCall& call) {
  const TensorView& out = call.outputs[0];
  DALA_ASSIGN(const std::size_t axis,
              axis_of(call.node.attributes.integer("axis", 1), out.shape.rank()));
  const Around whole = around(out.shape, axis);
  const std::size_t stride = whole.along * whole.after * size_of(out.dtype);
  std::byte* to = out.data;
  for (const TensorView* input : call.inputs) {
    const Around part = around(input->shape, axis);
    const std::size_t run = part.along * part.after * size_of(out.dtype);
    if (run == 0) continue;
    copy_runs({input->data, run, to, stride, run, whole.before}, call);
    to += run;
  }
  return {};
}

Result<void> infer_split(Inference& inference) {
  const Shape& in = inference.shape(0);
  DALA_ASSIGN(const std::size_t axis,
              axis_of(inference.node.attributes.integer("axis", 0), in.rank()));
  DALA_ASSIGN(std::vector<std::int64_t> sizes, inference.integers(1, "split", 13));
  const auto parts = static_cast<std::int64_t>(inference.node.outputs.size());
  if (sizes.empty()) {
    if (in[axis] % parts != 0)
      return fail(ErrorCode::bad_file, "{} elements do not divide into {}", in[axis], parts);
    sizes.assign(inference.node.outputs.size(), in[axis] / parts);
  }
  std::int64_t sum = 0;
  for (const std::int64_t size : sizes) {
    if (size < 0 || size > in[axis] - sum)
      return fail(ErrorCode::bad_file, "its parts are not {} together", in[axis]);
    sum += size;
    Shape part = in;
    part.set(axis, size);
    inference.output(inference.dtype(0), part);
  }
  if (sum != in[axis] || sizes.size() != inference.node.outputs.size())
    return fail(ErrorCode::bad_file, "its parts are not {} together", in[axis]);
  return {};
}

Result<void> run_split(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  DALA_ASSIGN(const std::size_t axis,
              axis_of(call.node.attributes.integer("axis", 0), in.shape.rank()));
  const Around whole = around(in.shape, axis);
  const std::size_t stride = whole.along * whole.after * size_of(in.dtype);
  const std::byte* from = in.data;
  for (const TensorView& output : call.outputs) {
    const Around part = around(output.shape, axis);
    const std::size_t run = part.along * part.after * size_of(in.dtype);
    if (run == 0) continue;
    copy_runs({from, stride, output.data, run, run, whole.before}, call);
    from += run;
  }
  return {};
}

constexpr std::array transpose_attributes{attribute::integers("perm")};
constexpr std::array slice_attributes{attribute::integers("axes").up_to(9),
                                      attribute::integers("starts").up_to(9).must_be_there(),
                                      attribute::integers("ends").up_to(9).must_be_there()};
constexpr std::array gather_attributes{attribute::integer("axis")};
constexpr std::array concat_attributes{attribute::integer("axis").must_be_there()};
constexpr std::array split_attributes{attribute::integer("axis"),
                                      attribute::integers("split").up_to(12)};

constexpr std::array movement_table{
    Operator{"Transpose", 1, 1, infer_transpose, run_transpose, 1, transpose_attributes},
    Operator{"Slice", 1, 5, infer_slice, run_slice, 1, slice_attributes},
    Operator{"Gather", 2, 2, infer_gather, run_gather, 1, gather_attributes},
    Operator{"Concat", 1, any_number, infer_concat, run_concat, 1, concat_attributes},
    Operator{"Split", 1, 2, infer_split, run_split, any_number, split_attributes},
};

}  // namespace

Result<Cut> slice_of(const Node& node, int opset, const Shape& in,
                     std::span<const TensorView* const> inputs) {
  if (opset < 10) return cut_of_old(node, in);
  std::array<ShortList, 5> lists;
  for (std::size_t i = 1; i < std::min<std::size_t>(inputs.size(), 5); ++i)
    if (inputs[i] != nullptr) lists[i] = short_list_of(*inputs[i]);
  return cut(in, lists[1].view(), lists[2].view(), lists[3].view(), lists[4].view());
}

std::span<const Operator> movement_operators() { return movement_table; }

}  // namespace dala::ml

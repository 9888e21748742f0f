// Operators that repeat elements, and those that turn channels into pixels and back.
#include <algorithm>
#include <array>
#include <cstring>

#include "ml/ops/families.hpp"
#include "ml/ops/movement.hpp"

namespace dala::ml {

namespace {

Result<void> infer_expand(Inference& inference) {
  DALA_ASSIGN(const std::vector<std::int64_t> dims, inference.integers(1, "sizes"));
  if (dims.size() > Shape::max_rank)
    return fail(ErrorCode::unsupported, "its output has {} dimensions", dims.size());
  const Shape wanted(dims);
  DALA_TRY(wanted.validate());
  DALA_ASSIGN(const Shape out, broadcast(inference.shape(0), wanted));
  inference.output(inference.dtype(0), out);
  return {};
}

Result<void> run_expand(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  const TensorView& out = call.outputs[0];
  copy_strided(in.data, broadcast_strides(in.shape, out.shape), out.shape, size_of(in.dtype),
               out.data, call.watch);
  return {};
}

Result<void> infer_tile(Inference& inference) {
  DALA_ASSIGN(const std::vector<std::int64_t> times, inference.integers(1, "repeats"));
  Shape out = inference.shape(0);
  if (times.size() != out.rank())
    return fail(ErrorCode::bad_file, "it repeats {} axes of {}", times.size(), out.rank());
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] < 0 || times[i] > (std::int64_t{1} << 24))
      return fail(ErrorCode::bad_file, "it repeats axis {} {} times", i, times[i]);
    out.set(i, out[i] * times[i]);
  }
  inference.output(inference.dtype(0), out);
  return {};
}

Result<void> run_tile(const OpCall& call) {
  const TensorView& in = *call.inputs[0];
  const TensorView& out = call.outputs[0];
  const std::size_t element = size_of(in.dtype);
  const Strides strides = strides_of(in.shape);
  const Strides own = strides_of(out.shape);
  constexpr std::size_t grain = 16384;
  call.threads.parallel_for(out.elements(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      std::int64_t from = 0;
      for (std::size_t axis = 0; axis < out.shape.rank(); ++axis)
        from += static_cast<std::int64_t>(at) / own[axis] % in.shape[axis] * strides[axis];
      std::memcpy(out.data + at * element, in.data + static_cast<std::size_t>(from) * element,
                  element);
    }
  });
  return {};
}

// {n, c, h, w} seen as six axes, reordered: both ways between depth and space.
Result<void> infer_blocks(Inference& inference) {
  const Shape& in = inference.shape(0);
  const std::int64_t block = inference.node.attributes.integer("blocksize", 0);
  if (in.rank() != 4 || block < 1 || block > 1024)
    return fail(ErrorCode::bad_file, "it needs 4 dimensions and a block size, and has {} and {}",
                in.rank(), block);
  const bool to_space = inference.node.op == "DepthToSpace";
  if (to_space ? in[1] % (block * block) != 0 : in[2] % block != 0 || in[3] % block != 0)
    return fail(ErrorCode::bad_file, "{} does not divide into blocks of {}", to_string(in), block);
  inference.output(inference.dtype(0),
                   to_space ? Shape{in[0], in[1] / (block * block), in[2] * block, in[3] * block}
                            : Shape{in[0], in[1] * block * block, in[2] / block, in[3] / block});
  return {};
}

Result<void> run_blocks(const OpCall& call) {
  const Cut order = blocks_of(call.node, call.inputs[0]->shape);
  copy_strided(call.inputs[0]->data, order.strides, order.shape, size_of(call.inputs[0]->dtype),
               call.outputs[0].data, call.watch);
  return {};
}

constexpr std::array<std::string_view, 2> depth_orders{"DCR", "CRD"};
constexpr std::array to_space_attributes{attribute::integer("blocksize").must_be_there(),
                                         attribute::text("mode", depth_orders).from(11)};
constexpr std::array to_depth_attributes{attribute::integer("blocksize").must_be_there()};

constexpr std::array arrangement_table{
    Operator{"Expand", 2, 2, infer_expand, run_expand},
    Operator{"Tile", 2, 2, infer_tile, run_tile},
    Operator{"DepthToSpace", 1, 1, infer_blocks, run_blocks, 1, to_space_attributes},
    Operator{"SpaceToDepth", 1, 1, infer_blocks, run_blocks, 1, to_depth_attributes},
};

}  // namespace

Cut blocks_of(const Node& node, const Shape& in) {
  const std::int64_t b = node.attributes.integer("blocksize", 0);
  Shape seen;
  std::array<std::size_t, 6> order{};
  if (node.op == "SpaceToDepth") {
    seen = {in[0], in[1], in[2] / b, b, in[3] / b, b};
    order = {0, 3, 5, 1, 2, 4};
  } else if (node.attributes.text("mode", "DCR") == "CRD") {
    seen = {in[0], in[1] / (b * b), b, b, in[2], in[3]};
    order = {0, 1, 4, 2, 5, 3};
  } else {
    seen = {in[0], b, b, in[1] / (b * b), in[2], in[3]};
    order = {0, 3, 4, 1, 5, 2};
  }
  const Strides own = strides_of(seen);
  Cut result{.shape = seen};
  for (std::size_t i = 0; i < 6; ++i) {
    result.strides[i] = own[order[i]];
    result.shape.set(i, seen[order[i]]);
  }
  return result;
}

std::span<const Operator> arrangement_operators() { return arrangement_table; }

}  // namespace dala::ml

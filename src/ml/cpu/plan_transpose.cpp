// Transposes of matrices: some leading axes stay, and two groups of axes are exchanged.
#include <algorithm>
#include <optional>

#include "ml/cpu/layout/transpose_blocks.hpp"
#include "ml/cpu/plan_builder.hpp"

namespace dala::ml::cpu {

namespace {

struct Matrices {
  std::size_t count = 1;
  std::size_t rows = 1;
  std::size_t columns = 1;
};

std::optional<Matrices> matrices_of(const Shape& in, std::span<const std::int64_t> order) {
  std::size_t first = 0;
  while (first < order.size() && order[first] == static_cast<std::int64_t>(first)) ++first;
  if (first == order.size()) return std::nullopt;
  const auto second = static_cast<std::size_t>(order[first]);
  const std::size_t moved = order.size() - first;
  for (std::size_t i = 0; i < moved; ++i)
    if (static_cast<std::size_t>(order[first + i]) != first + (second - first + i) % moved)
      return std::nullopt;
  Matrices found;
  for (std::size_t axis = 0; axis < in.rank(); ++axis)
    (axis < first    ? found.count
     : axis < second ? found.rows
                     : found.columns) *= static_cast<std::size_t>(in[axis]);
  return found;
}

// Columns that one task transposes: its output stays in the L2 cache.
constexpr std::size_t piece = 256;
// Rows of a task: more than most matrices have, and few enough that no task takes long.
constexpr std::size_t tall = 1 << 14;

}  // namespace

bool PlanBuilder::add_transpose(const Node& node) {
  if (node.op != "Transpose" || graph_[node.inputs[0]].dtype != DType::f32) return false;
  const Shape& shape = graph_[node.inputs[0]].shape;
  const auto matrices = matrices_of(shape, node.attributes.list("perm"));
  if (!matrices) return false;
  const BufferId in = plain(node.inputs[0]);
  const BufferId out = new_plain(node.outputs[0]);
  const std::size_t pieces = (matrices->columns + piece - 1) / piece;
  const std::size_t heights = (matrices->rows + tall - 1) / tall;
  add_step(node, "transposed, plain", {in}, {out},
           [=, m = *matrices](const Run& run) -> Result<void> {
             const std::size_t each = pieces * heights;
             run.threads.parallel_for(m.count * each, 1, [&](std::size_t begin, std::size_t end) {
               for (std::size_t i = begin; i < end; ++i) {
                 const std::size_t matrix = i / each * m.rows * m.columns;
                 const std::size_t column = i % each / heights * piece;
                 const std::size_t row = i % heights * tall;
                 turn({.from = run.floats(in) + matrix + row * m.columns + column,
                       .rows = std::min(tall, m.rows - row),
                       .columns = std::min(piece, m.columns - column),
                       .from_step = m.columns,
                       .to = run.floats(out) + matrix + column * m.rows + row,
                       .to_step = m.rows});
               }
             });
             return {};
           });
  return true;
}

}  // namespace dala::ml::cpu

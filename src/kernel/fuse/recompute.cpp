// Reads of an earlier part's output at other elements than the invocation's own: the element is
// recomputed from what that part read.
#include <algorithm>
#include <utility>

#include "core/format.hpp"
#include "kernel/analysis/cost.hpp"
#include "kernel/analysis/elementwise.hpp"
#include "kernel/fuse/fuser.hpp"

namespace dala::kernel {

namespace {

// Simple operations, for each element of the stencil's output, up to which recomputing beats
// writing the elements to memory and reading them back. Measured with 3x3 and 5x5 stencils on
// images of 8 and 32 MB, where both take the same time at about 72.
constexpr std::int64_t most_again = 64;

}  // namespace

const std::optional<Fuser::Again>& Fuser::again(std::size_t writer) {
  Added& source = added_[writer];
  if (!source.again) source.again = find_again(source);
  return *source.again;
}

// One load takes the place of the one that is saved; every other costs as much as an operation.
std::optional<Fuser::Again> Fuser::find_again(const Added& source) {
  const ir::Module& module = *source.part.module;
  const IndexAnalysis analysis(module);
  const bool looks_elsewhere = std::ranges::any_of(module.exprs, [&](const ir::Expr& e) {
    return e.kind == ir::ExprKind::load_tensor && !is_own_element(analysis, e.args);
  });
  if (looks_elsewhere || !can_be_function(module)) return std::nullopt;
  Again found{.cost = cost_of_kernel(module) - 1};
  for (std::uint32_t i = 0; i < module.tensors.size(); ++i) {
    if (module.tensors[i].is_output) continue;
    if (has_other_shape(source.part, i)) return std::nullopt;
    ++found.cost;
    const auto before = source.writers.find(source.part.buffers[i]);
    if (before == source.writers.end()) {
      found.reads.insert(source.part.buffers[i]);
      continue;
    }
    const std::optional<Again>& inner = again(before->second);
    if (!inner) return std::nullopt;
    found.reads.insert(inner->reads.begin(), inner->reads.end());
    found.cost += inner->cost;
  }
  found.cost = std::clamp<std::int64_t>(found.cost, 0, too_costly);
  return found;
}

bool Fuser::taps_pay() {
  if (from_->pixels) return true;  // reads_fit has seen to it that there are none
  const IndexAnalysis analysis(*from_);
  std::int64_t reads = 0;
  std::int64_t cost = 0;
  std::string whose;
  visit_exprs(*from_, from_->kernel.body, [&](const ir::Expr& e, std::int64_t times) {
    if (e.kind != ir::ExprKind::load_tensor || !was_written(e.index) ||
        is_own_element(analysis, e.args))
      return;
    const std::size_t writer = writers_.at(buffer(e.index));
    whose = added_[writer].part.name;
    reads = std::min(too_costly, reads + times);
    const std::int64_t each = again(writer)->cost;
    cost = each > 0 && times > too_costly / each ? too_costly
                                                 : std::min(too_costly, cost + times * each);
  });
  if (cost <= most_again) return true;
  const std::string count = reads < too_costly ? format("{}", reads) : std::string("many");
  why_not_ =
      format("computing {} again for each of {} reads would cost more than it saves", whose, count);
  return false;
}

ir::ExprId Fuser::tap(std::uint32_t tensor, const std::vector<ir::ExprId>& indices, ir::Edge edge) {
  const std::size_t first = out_.exprs.size();
  const ir::ExprId value = value_at(writers_.at(buffer(tensor)), buffer(tensor), indices, edge);
  // The tensors read in its place need its rank.
  std::uint32_t asked = ir::none;
  for (std::size_t i = first; i < out_.exprs.size(); ++i) {
    if (out_.exprs[i].kind != ir::ExprKind::load_tensor) continue;
    asked = out_.exprs[i].index;
    ir::Tensor& t = out_.tensors[asked];
    t.rank = std::max(t.rank, from_->tensors[tensor].rank);
  }
  if (edge != ir::Edge::zero) return value;
  // Outside the tensor the result is 0, not the function's value for inputs of 0.
  const ir::ExprId zero = b_.constant(out_.exprs[value].type.scalar, 0);
  return b_.math(ir::MathOp::select, {is_inside(indices, asked), value, zero});
}

ir::ExprId Fuser::value_at(std::size_t writer, std::uint32_t of_buffer,
                           const std::vector<ir::ExprId>& indices, ir::Edge edge) {
  const ElementFunction function = function_of(writer, of_buffer);
  const Added& source = added_[writer];
  std::vector<ir::ExprId> args;
  for (const std::uint32_t tensor : function.tensors) {
    const std::uint32_t read = source.part.buffers[tensor];
    if (const auto before = source.writers.find(read); before != source.writers.end()) {
      args.push_back(value_at(before->second, read, indices, edge));
      continue;
    }
    std::vector<ir::ExprId> at;
    for (const ir::ExprId index : indices) at.push_back(b_.copy(index));
    args.push_back(b_.load(tensor_for(source.part, tensor, false), std::move(at), edge));
  }
  for (const std::uint32_t param : function.params)
    args.push_back(b_.param(source.first_param + param));
  // All tensors have one shape; `finish` says which of them is asked.
  for (const ir::Expr& query : function.queries) {
    ir::Expr asks{
        .kind = ir::ExprKind::query, .type = ir::s32_type, .query = query.query, .index = ir::none};
    if (query.query == ir::Query::shape || query.query == ir::Query::stride)
      asks.args.push_back(b_.constant(ir::Scalar::s32, query.bits));
    args.push_back(b_.add(std::move(asks)));
  }
  return b_.call(function.index, std::move(args));
}

const ElementFunction& Fuser::function_of(std::size_t writer, std::uint32_t of_buffer) {
  Added& source = added_[writer];
  const ir::Module& module = *source.part.module;
  std::uint32_t tensor = 0;
  while (!module.tensors[tensor].is_output || source.part.buffers[tensor] != of_buffer) ++tensor;
  const auto found = source.functions.find(tensor);
  if (found != source.functions.end()) return found->second;
  return source.functions[tensor] = add_element_function(b_, module, tensor, source.first_function,
                                                         format("element_{}_{}", writer, tensor));
}

ir::ExprId Fuser::is_inside(const std::vector<ir::ExprId>& indices, std::uint32_t tensor) {
  ir::ExprId all = ir::none;
  const auto require = [&](ir::BinaryOp op, ir::ExprId a, ir::ExprId b) {
    const ir::ExprId one = b_.binary(op, a, b);
    all = all == ir::none ? one : b_.binary(ir::BinaryOp::logical_and, all, one);
  };
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const ir::Type type = b_.type_of(indices[i]);
    const ir::ExprId size =
        indices.size() == 1 ? b_.len(tensor) : b_.size(tensor, static_cast<std::int64_t>(i));
    require(ir::BinaryOp::greater_equal, b_.copy(indices[i]), b_.whole(0, type.scalar));
    require(ir::BinaryOp::less, b_.copy(indices[i]), b_.cast(size, type));
  }
  return all;
}

}  // namespace dala::kernel

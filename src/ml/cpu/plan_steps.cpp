// Steps without weights: activations, sums, pools, resizing and concatenation, in either layout.
#include <algorithm>
#include <limits>

#include "ml/cpu/plan_builder.hpp"
#include "ml/cpu/pool.hpp"
#include "ml/cpu/tile.hpp"
#include "ml/graph/activation.hpp"
#include "ml/ops/resize.hpp"

namespace dala::ml::cpu {

namespace {

constexpr std::size_t grain = 8192;

struct Plus {
  float operator()(float a, float b) const { return a + b; }
};
struct Minus {
  float operator()(float a, float b) const { return a - b; }
};
struct Times {
  float operator()(float a, float b) const { return a * b; }
};

template <typename Op>
void combine(const float* a, const float* b, float* out, std::size_t count,
             const HostThreads& threads) {
  threads.parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = Op{}(a[i], b[i]);
  });
}

using Combine = void (*)(const float* a, const float* b, float* out, std::size_t count,
                         const HostThreads& threads);

Combine combination(std::string_view op) {
  if (op == "Add") return combine<Plus>;
  if (op == "Sub") return combine<Minus>;
  if (op == "Mul") return combine<Times>;
  return nullptr;
}

// Whether a Pad puts zeros behind the channels of pictures and nothing else.
bool pads_channels(const Graph& graph, const Node& node) {
  if (node.op != "Pad" || graph[node.inputs[0]].shape.rank() != 4 || graph.opset < 11 ||
      node.attributes.text("mode", "constant") != "constant" || !graph.is_constant(node.inputs[1]))
    return false;
  if (node.inputs.size() > 2 && node.inputs[2] != no_value &&
      (!graph.is_constant(node.inputs[2]) ||
       floats_of(graph[node.inputs[2]].constant->view)[0] != 0))
    return false;
  const std::vector<std::int64_t> pads = integers_of(graph[node.inputs[1]].constant->view);
  for (std::size_t i = 0; i < pads.size(); ++i)
    if (i == 5 ? pads[i] < 0 : pads[i] != 0) return false;
  return true;
}

}  // namespace

bool PlanBuilder::add_activation(const Node& node) {
  const auto activation = activation_of(graph_, node);
  if (!activation) return false;
  const bool in_blocks = prefers_blocks(node.inputs[0]);
  const BufferId in = in_blocks ? blocked(node.inputs[0]) : plain(node.inputs[0]);
  const BufferId out = in_blocks ? new_blocked(node.outputs[0]) : new_plain(node.outputs[0]);
  const std::size_t count = bytes_[out] / sizeof(float);
  add_step(node, in_blocks ? "vectors, blocks of 16" : "vectors, plain", {in}, {out},
           [=](const Run& run) -> Result<void> {
             run.threads.parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
               activate(*activation, run.floats(in) + begin, run.floats(out) + begin, end - begin);
             });
             return {};
           });
  return true;
}

bool PlanBuilder::add_same_shape(const Node& node) {
  const Combine run_on = combination(node.op);
  if (run_on == nullptr || graph_[node.outputs[0]].dtype != DType::f32 ||
      graph_[node.inputs[0]].shape != graph_[node.inputs[1]].shape)
    return false;
  const bool in_blocks = prefers_blocks(node.inputs[0]) && prefers_blocks(node.inputs[1]);
  const BufferId a = in_blocks ? blocked(node.inputs[0]) : plain(node.inputs[0]);
  const BufferId b = in_blocks ? blocked(node.inputs[1]) : plain(node.inputs[1]);
  const BufferId out = in_blocks ? new_blocked(node.outputs[0]) : new_plain(node.outputs[0]);
  const std::size_t count = bytes_[out] / sizeof(float);
  add_step(node, in_blocks ? "same shape, blocks of 16" : "same shape, plain", {a, b}, {out},
           [=](const Run& run) -> Result<void> {
             run_on(run.floats(a), run.floats(b), run.floats(out), count, run.threads);
             return {};
           });
  return true;
}

bool PlanBuilder::add_pool(const Node& node) {
  const bool largest = node.op == "MaxPool";
  if ((!largest && node.op != "AveragePool") || !prefers_blocks(node.inputs[0])) return false;
  const auto window =
      window_of(node, graph_[node.inputs[0]].shape, node.attributes.integers("kernel_shape"));
  // Larger windows are left to the reference implementation, which can be stopped in between.
  constexpr std::int64_t most_taps = 4096;
  if (!window || window->kernel[0] * window->kernel[1] > most_taps) return false;
  const PoolSpec spec{
      .window = *window,
      .planes = picture(node.inputs[0]).n * blocks_of(picture(node.inputs[0]).channels),
      .largest = largest,
      .count_padding = node.attributes.integer("count_include_pad", 0) != 0};
  const BufferId in = blocked(node.inputs[0]);
  const BufferId out = new_blocked(node.outputs[0]);
  add_step(node, "blocks of 16", {in}, {out}, [=](const Run& run) -> Result<void> {
    pool(spec, run.floats(in), run.floats(out), run.threads);
    return {};
  });
  return true;
}

bool PlanBuilder::add_global_pool(const Node& node) {
  if (node.op != "GlobalAveragePool" || !prefers_blocks(node.inputs[0])) return false;
  const Picture size = picture(node.inputs[0]);
  const BufferId in = blocked(node.inputs[0]);
  const BufferId out = new_blocked(node.outputs[0]);
  add_step(node, "blocks of 16", {in}, {out}, [=](const Run& run) -> Result<void> {
    mean_of_planes(size.n * blocks_of(size.channels), size.area(), run.floats(in), run.floats(out),
                   run.threads, run.watch);
    return {};
  });
  return true;
}

bool PlanBuilder::add_resize(const Node& node) {
  if (node.op != "Resize" && node.op != "Upsample") return false;
  std::vector<TensorView> types{{DType::f32, graph_[node.inputs[0]].shape}};
  std::vector<const TensorView*> inputs{&types[0]};
  for (std::size_t i = 1; i < node.inputs.size(); ++i) inputs.push_back(constant(node, i));
  const Shape& made = graph_[node.outputs[0]].shape;
  const auto scales = resize_scales(node, graph_.opset, inputs, made);
  if (!scales) return false;
  auto taps = plan_resize(node, graph_.opset, types[0].shape, made, *scales);
  if (!taps) return false;
  const auto plan = std::make_shared<const ResizePlan>(std::move(*taps));
  if (!has_blocks(node.inputs[0]) || types[0].shape.rank() != 4) {
    add_plain_resize(node, plan);
    return true;
  }
  const Picture size = picture(node.inputs[0]);
  const BufferId in = blocked(node.inputs[0]);
  const BufferId out = new_blocked(node.outputs[0]);
  add_step(node, "blocks of 16", {in}, {out}, [=](const Run& run) -> Result<void> {
    resize_blocks(*plan, size, run.floats(in), run.floats(out), run.threads);
    return {};
  });
  return true;
}

void PlanBuilder::add_plain_resize(const Node& node, std::shared_ptr<const ResizePlan> plan) {
  const auto from = graph_[node.inputs[0]].shape.dims();
  const std::int64_t width = from.back();
  const auto in_area = static_cast<std::size_t>(from[from.size() - 2] * width);
  const std::size_t out_area = plan->axes[0].size() * plan->axes[1].size();
  const auto planes = static_cast<std::size_t>(graph_[node.outputs[0]].shape.elements()) / out_area;
  const BufferId in = plain(node.inputs[0]);
  const BufferId out = new_plain(node.outputs[0]);
  add_step(node, "plain", {in}, {out}, [=, plan = std::move(plan)](const Run& run) -> Result<void> {
    run.threads.parallel_for(planes, 1, [&](std::size_t begin, std::size_t end) {
      Pace pace(run.watch);
      for (std::size_t i = begin; i < end; ++i)
        resize_plane(*plan, width, run.floats(in) + i * in_area, run.floats(out) + i * out_area,
                     pace);
    });
    return {};
  });
}

// Concatenation along channels: where all have whole blocks, the blocks are concatenated.
bool PlanBuilder::add_concat(const Node& node) {
  if (node.op != "Concat" || node.attributes.integer("axis", 1) != 1 ||
      !std::ranges::all_of(node.inputs, [&](ValueId id) {
        return prefers_blocks(id) && picture(id).n == 1 && picture(id).channels % block == 0;
      }))
    return false;
  std::vector<BufferId> reads;
  std::vector<std::size_t> sizes;
  for (const ValueId id : node.inputs) {
    reads.push_back(blocked(id));
    sizes.push_back(bytes_[reads.back()]);
  }
  const BufferId out = new_blocked(node.outputs[0]);
  add_step(node, "blocks of 16", reads, {out}, [=](const Run& run) -> Result<void> {
    std::byte* to = run.buffers[out];
    Pace pace(run.watch);
    for (std::size_t i = 0; i < reads.size(); ++i) {
      copy_in_pieces(pace, run.buffers[reads[i]], to, sizes[i]);
      to += sizes[i];
    }
    return {};
  });
  return true;
}

bool PlanBuilder::add_channel_pad(const Node& node) {
  if (!pads_channels(graph_, node) || !prefers_blocks(node.inputs[0])) return false;
  const Picture from = picture(node.inputs[0]);
  const std::size_t out_blocks = blocks_of(picture(node.outputs[0]).channels);
  const BufferId in = blocked(node.inputs[0]);
  const BufferId out = new_blocked(node.outputs[0]);
  add_step(node, "blocks of 16", {in}, {out}, [=](const Run& run) -> Result<void> {
    pad_channels(from, out_blocks, run.floats(in), run.floats(out), run.threads);
    return {};
  });
  return true;
}

}  // namespace dala::ml::cpu

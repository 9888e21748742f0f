#include "ml/cpu/plan_builder.hpp"

#include <algorithm>

#include <dala/core/small_vector.hpp>

#include "ml/graph/steps.hpp"
#include "ml/ops/operator.hpp"

namespace dala::ml::cpu {

namespace {

// A limit far above what pictures need, and low enough to prevent swapping.
constexpr std::size_t most_memory = std::size_t{1} << 36;

}  // namespace

Result<void> PlanBuilder::build() {
  for (std::size_t i = 0; i < graph_.inputs.size(); ++i) {
    const ValueId id = graph_.inputs[i].value;
    const BufferId buffer = new_plain(id);
    plan_.places_[buffer] = {.where = Plan::Where::input, .at = i};
  }
  for (const Node& node : graph_.nodes)
    if (auto added = add_node(node); !added)
      return fail(added.error().code, "{}: {}", describe(node), added.error().message);
  DALA_TRY(add_outputs());
  place();
  if (plan_.arena_bytes_ > most_memory)
    return fail(ErrorCode::out_of_memory,
                "the model needs {} bytes between input and output, and {} are the most",
                plan_.arena_bytes_, most_memory);
  return {};
}

Result<void> PlanBuilder::add_node(const Node& node) {
  if (makes_nothing(graph_, node)) {
    for (const ValueId id : node.outputs) static_cast<void>(new_plain(id));
    return {};
  }
  DALA_ASSIGN(const bool convolves, add_convolution(node));
  if (convolves) return {};
  DALA_ASSIGN(const bool convolves_bytes, add_quantized_convolution(node));
  if (convolves_bytes) return {};
  DALA_ASSIGN(const bool multiplies, add_dense(node));
  if (multiplies) return {};
  DALA_ASSIGN(const bool multiplies_bytes, add_quantized_product(node));
  if (multiplies_bytes) return {};
  if (add_quantized_sum(node) || add_quantize(node) || add_dequantize(node) ||
      add_activation(node) || add_same_shape(node) || add_pool(node) || add_global_pool(node) ||
      add_resize(node) || add_concat(node) || add_channel_pad(node) || add_transpose(node) ||
      add_view(node))
    return {};
  add_reference(node);
  return {};
}

Picture PlanBuilder::picture(ValueId id) const { return picture_of(graph_[id].shape); }

const TensorView* PlanBuilder::constant(const Node& node, std::size_t input) const {
  if (input >= node.inputs.size() || !graph_.is_constant(node.inputs[input])) return nullptr;
  return &graph_[node.inputs[input]].constant->view;
}

BufferId PlanBuilder::new_buffer(std::size_t bytes) {
  plan_.places_.emplace_back();
  bytes_.push_back(bytes);
  return plan_.places_.size() - 1;
}

BufferId PlanBuilder::new_plain(ValueId id) {
  const Value& value = graph_[id];
  Form& form = forms_[static_cast<std::size_t>(id)];
  form.plain = new_buffer(static_cast<std::size_t>(value.shape.elements()) * size_of(value.dtype));
  return form.plain;
}

BufferId PlanBuilder::new_blocked(ValueId id) {
  Form& form = forms_[static_cast<std::size_t>(id)];
  form.blocked = new_buffer(picture(id).blocked_elements() * sizeof(float));
  // A single pixel has the same layout in both.
  if (picture(id).n == 1 && picture(id).area() == 1) form.plain = form.blocked;
  return form.blocked;
}

BufferId PlanBuilder::new_pixels(ValueId id) {
  Form& form = forms_[static_cast<std::size_t>(id)];
  form.pixels = new_buffer(picture_bytes(picture(id)));
  return form.pixels;
}

bool PlanBuilder::has_blocks(ValueId id) const {
  return forms_[static_cast<std::size_t>(id)].blocked != no_buffer;
}

bool PlanBuilder::prefers_blocks(ValueId id) const {
  const Form& form = forms_[static_cast<std::size_t>(id)];
  return form.blocked != no_buffer && form.plain == no_buffer;
}

BufferId PlanBuilder::plain(ValueId id) {
  Form& form = forms_[static_cast<std::size_t>(id)];
  if (form.plain != no_buffer) return form.plain;
  if (graph_.is_constant(id)) {
    const Tensor& tensor = *graph_[id].constant;
    plan_.keep_.push_back(tensor);
    form.plain = new_buffer(0);
    plan_.places_[form.plain] = {.where = Plan::Where::constant, .constant = tensor.view.data};
    return form.plain;
  }
  const BufferId blocks = form.blocked;
  const BufferId pixels = form.pixels;
  const BufferId to = new_plain(id);
  const Picture size = picture(id);
  if (blocks == no_buffer) {
    add_step({.op = "Reorder", .outputs = {id}}, "pixels to plain", {pixels}, {to},
             [=](const Run& run) -> Result<void> {
               from_pixels(size, run.buffers[pixels], run.buffers[to], run.threads);
               return {};
             });
    return to;
  }
  add_step({.op = "Reorder", .outputs = {id}}, "blocks of 16 to plain", {blocks}, {to},
           [=](const Run& run) -> Result<void> {
             from_blocks(size, run.floats(blocks), run.floats(to), run.threads);
             return {};
           });
  return to;
}

BufferId PlanBuilder::blocked(ValueId id) {
  const Form& form = forms_[static_cast<std::size_t>(id)];
  if (form.blocked != no_buffer) return form.blocked;
  const BufferId from = plain(id);
  const Picture size = picture(id);
  const BufferId to = new_buffer(size.blocked_elements() * sizeof(float));
  forms_[static_cast<std::size_t>(id)].blocked = to;
  add_step({.op = "Reorder", .outputs = {id}}, "plain to blocks of 16", {from}, {to},
           [=](const Run& run) -> Result<void> {
             to_blocks(size, run.floats(from), run.floats(to), run.threads);
             return {};
           });
  return to;
}

BufferId PlanBuilder::pixels(ValueId id) {
  const Form& form = forms_[static_cast<std::size_t>(id)];
  if (form.pixels != no_buffer) return form.pixels;
  const BufferId from = plain(id);
  const Picture size = picture(id);
  const BufferId to = new_pixels(id);
  add_step({.op = "Reorder", .outputs = {id}}, "plain to pixels", {from}, {to},
           [=](const Run& run) -> Result<void> {
             to_pixels(size, run.buffers[from], run.buffers[to], run.threads);
             return {};
           });
  return to;
}

void PlanBuilder::add_step(const Node& node, std::string implementation,
                           std::vector<BufferId> reads, std::vector<BufferId> writes,
                           std::function<Result<void>(const Run&)> run) {
  plan_.steps_.push_back({.node = step_name(graph_, node),
                          .op = step_text(node),
                          .implementation = std::move(implementation),
                          .output = graph_[node.outputs[0]].shape,
                          .reads = std::move(reads),
                          .writes = std::move(writes),
                          .run = std::move(run)});
}

// A view: the same memory with another shape.
bool PlanBuilder::add_view(const Node& node) {
  if (!is_view(node) || graph_.is_constant(node.inputs[0])) return false;
  forms_[static_cast<std::size_t>(node.outputs[0])].plain = plain(node.inputs[0]);
  return true;
}

void PlanBuilder::add_reference(const Node& node) {
  struct Reference {
    Node node;
    int opset;
    const Operator* op;
    std::vector<TensorView> types = {};  // inputs, then outputs
    std::vector<BufferId> buffers = {};
  };
  auto reference = std::make_shared<Reference>(
      Reference{.node = node, .opset = graph_.opset, .op = find_operator(node.op)});
  std::vector<BufferId> reads;
  for (const ValueId id : node.inputs) {
    const BufferId buffer = id == no_value ? no_buffer : plain(id);
    if (buffer != no_buffer) reads.push_back(buffer);
    reference->buffers.push_back(buffer);
    reference->types.push_back(id == no_value ? TensorView{}
                                              : TensorView{graph_[id].dtype, graph_[id].shape});
  }
  std::vector<BufferId> writes;
  for (const ValueId id : node.outputs) {
    writes.push_back(new_plain(id));
    reference->buffers.push_back(writes.back());
    reference->types.push_back({graph_[id].dtype, graph_[id].shape});
  }
  add_step(node, "reference", std::move(reads), std::move(writes),
           [reference](const Run& run) -> Result<void> {
             SmallVector<TensorView, 16> tensors;
             SmallVector<const TensorView*, 16> inputs;
             for (std::size_t i = 0; i < reference->types.size(); ++i) {
               TensorView tensor = reference->types[i];
               if (reference->buffers[i] != no_buffer)
                 tensor.data = run.buffers[reference->buffers[i]];
               tensors.push_back(tensor);
             }
             const std::size_t count = reference->node.inputs.size();
             for (std::size_t i = 0; i < count; ++i)
               inputs.push_back(reference->buffers[i] == no_buffer ? nullptr : &tensors[i]);
             return reference->op->run({reference->node, reference->opset, inputs.view(),
                                        tensors.view().subspan(count), run.threads, run.watch});
           });
}

// Written directly into the caller's memory where that is possible.
Result<void> PlanBuilder::add_outputs() {
  for (std::size_t i = 0; i < graph_.outputs.size(); ++i) {
    const ValueId id = graph_.outputs[i].value;
    const BufferId buffer = plain(id);
    const Value& value = graph_[id];
    const std::size_t bytes =
        static_cast<std::size_t>(value.shape.elements()) * size_of(value.dtype);
    plan_.outputs_.push_back({value.dtype, value.shape, nullptr});
    if (plan_.places_[buffer].where == Plan::Where::arena && bytes_[buffer] == bytes) {
      plan_.places_[buffer] = {.where = Plan::Where::output, .at = i};
      continue;
    }
    const BufferId to = new_buffer(bytes);
    plan_.places_[to] = {.where = Plan::Where::output, .at = i};
    add_step({.op = "Copy", .outputs = {id}}, "to the output", {buffer}, {to},
             [=](const Run& run) -> Result<void> {
               Pace pace(run.watch);
               copy_in_pieces(pace, run.buffers[buffer], run.buffers[to], bytes);
               return {};
             });
  }
  return {};
}

void PlanBuilder::place() {
  std::vector<Lifetime> lifetimes(bytes_.size());
  for (std::size_t i = 0; i < bytes_.size(); ++i)
    lifetimes[i] = {.bytes = 0, .first = plan_.steps_.size(), .last = 0};
  for (std::size_t step = 0; step < plan_.steps_.size(); ++step)
    for (const auto* list : {&plan_.steps_[step].reads, &plan_.steps_[step].writes})
      for (const BufferId id : *list) {
        Lifetime& life = lifetimes[id];
        life.first = std::min(life.first, step);
        life.last = std::max(life.last, step);
        if (plan_.places_[id].where == Plan::Where::arena) life.bytes = bytes_[id];
      }
  for (Lifetime& life : lifetimes) life.last = std::max(life.first, life.last);
  const ArenaLayout layout = lay_out(lifetimes);
  for (std::size_t i = 0; i < bytes_.size(); ++i)
    if (plan_.places_[i].where == Plan::Where::arena) plan_.places_[i].at = layout.offsets[i];
  plan_.arena_bytes_ = layout.bytes;
  plan_.live_bytes_ = layout.live;
}

}  // namespace dala::ml::cpu

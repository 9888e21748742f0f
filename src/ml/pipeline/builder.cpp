#include "ml/pipeline/builder.hpp"

#include <cctype>
#include <ranges>

#include "compute/generated.hpp"
#include "compute/pipeline_state.hpp"
#include "core/error.hpp"
#include "ml/graph/steps.hpp"
#include "ml/ops/operator.hpp"

namespace dala::ml {

namespace {

// What people see of a kernel made for a node.
std::string label_for(std::string_view op) {
  std::string label = "ml_";
  for (const char c : op) label += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return label;
}

Shape stored_shape(const Value& value) { return Shape({stored_elements(value)}); }

}  // namespace

Result<void> PipelineBuilder::build() {
  for (const GraphInput& input : graph_.inputs) {
    const Value& value = graph_[input.value];
    DALA_ASSIGN(Buffer buffer,
                plan_.compute_.buffer_zeros(stored_shape(value), stored_as(value.dtype)));
    buffers_[static_cast<std::size_t>(input.value)] = buffer;
    plan_.inputs_.push_back({std::move(buffer), value.shape});
  }
  for (const Node& node : graph_.nodes)
    if (!stands_before_its_reader(node)) DALA_TRY(add_with_makers(node));
  return add_outputs();
}

// Convolutions that read nothing but each other become neighbours, wherever they are in the file:
// variants of runs take neighbouring stages.
bool PipelineBuilder::stands_before_its_reader(const Node& node) const {
  if (node.op != "FusedConv") return false;
  const std::size_t reader = uses_.only_reader(node.outputs[0]);
  return reader != nobody && graph_.nodes[reader].op == "FusedConv" &&
         graph_.nodes[reader].inputs[0] == node.outputs[0];
}

Result<void> PipelineBuilder::add_with_makers(const Node& node) {
  std::vector<const Node*> row{&node};
  for (;;) {
    const std::size_t maker =
        row.back()->inputs.empty() ? nobody : uses_.maker(row.back()->inputs[0]);
    if (row.back()->op != "FusedConv" || maker == nobody ||
        !stands_before_its_reader(graph_.nodes[maker]))
      break;
    row.push_back(&graph_.nodes[maker]);
  }
  for (const Node* next : row | std::views::reverse)
    if (auto added = add_node(*next); !added)
      return fail(added.error().code, "{}: {}", describe(*next), added.error().message);
  return {};
}

Result<Buffer> PipelineBuilder::upload(const TensorView& tensor) const {
  const Value value{.dtype = tensor.dtype, .shape = tensor.shape};
  const std::span<const std::byte> bytes{tensor.data, tensor.bytes()};
  DALA_ASSIGN(Buffer buffer,
              plan_.compute_.buffer_from_bytes(bytes, stored_shape(value), stored_as(value.dtype)));
  plan_.state_->constants.add(buffer, bytes);
  return buffer;
}

Result<Buffer> PipelineBuilder::buffer_of(ValueId id) {
  Buffer& buffer = buffers_[static_cast<std::size_t>(id)];
  if (!buffer) {
    if (!graph_.is_constant(id)) return fail(ErrorCode::internal, "a value that nothing makes");
    DALA_ASSIGN(buffer, upload(graph_[id].constant->view));
  }
  return buffer;
}

Result<Buffer> PipelineBuilder::output_of(ValueId id) {
  const Value& value = graph_[id];
  DALA_ASSIGN(Buffer buffer,
              plan_.pipeline_.transient(stored_shape(value), stored_as(value.dtype)));
  buffers_[static_cast<std::size_t>(id)] = buffer;
  return buffer;
}

Result<void> PipelineBuilder::add_node(const Node& node) {
  if (is_view(node)) {
    DALA_ASSIGN(buffers_[static_cast<std::size_t>(node.outputs[0])], buffer_of(node.inputs[0]));
    return {};
  }
  if (node.op == "Split" && is_for_kernels(graph_[node.inputs[0]].dtype) &&
      graph_[node.inputs[0]].shape.elements() > 0) {
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      if (graph_[node.outputs[i]].shape.elements() == 0) continue;
      DALA_ASSIGN(const NodeSource text, split_source(graph_, node, i));
      DALA_TRY(add_source(node, text, node.outputs[i]));
    }
    return {};
  }
  DALA_ASSIGN(const std::optional<NodeSource> text, find_source(graph_, node, target_));
  return text ? add_source(node, *text, node.outputs[0]) : add_host(node);
}

Result<void> PipelineBuilder::add_stage(const Node& node, const Command& command,
                                        std::string implementation, bool on_host) {
  DALA_TRY(plan_.pipeline_.add(command));
  plan_.stages_.push_back({step_name(graph_, node), step_text(node), std::move(implementation),
                           graph_[node.outputs[0]].shape, on_host});
  return {};
}

Result<void> PipelineBuilder::add_source(const Node& node, const NodeSource& made, ValueId to) {
  KernelSource source{.text = made.text};
  if (made.native) source.variants.push_back({.name = "CUDA", .run = *made.native});
  DALA_ASSIGN(const std::string kernel,
              register_generated(plan_.compute_, label_for(node.op), source, made.description));
  Command command{.kernel = kernel};
  for (const Operand& operand : made.inputs) {
    const ValueId* value = std::get_if<ValueId>(&operand);
    if (value == nullptr) uploaded_.push_back(std::get<Tensor>(operand));
    DALA_ASSIGN(Buffer buffer,
                value != nullptr ? buffer_of(*value) : upload(uploaded_.back().view));
    command.inputs.push_back(std::move(buffer));
  }
  if (made.grid > 0) {
    DALA_ASSIGN(Buffer grid, plan_.compute_.buffer_zeros(
                                 Shape({static_cast<std::int64_t>(made.grid)}), DType::u8));
    command.inputs.push_back(std::move(grid));
  }
  DALA_ASSIGN(Buffer output, output_of(to));
  command.outputs.push_back(std::move(output));
  return add_stage(node, command, made.name);
}

// The plain definition of the operator, as a kernel of the host.
Result<void> PipelineBuilder::add_host(const Node& node) {
  if (find_operator(node.op) == nullptr)
    return fail(ErrorCode::unsupported, "it has no elements, and the device no kernel for that");
  struct Job {
    Node node;
    int opset;
    std::chrono::nanoseconds time_limit;
    std::vector<TensorView> tensors;  // inputs that are there, then outputs
  };
  auto job = std::make_shared<Job>(
      Job{.node = node, .opset = graph_.opset, .time_limit = target_.time_limit, .tensors = {}});
  KernelInfo info{.family = "model",
                  .summary = format("no kernel for {} '{}'", node.op, step_name(graph_, node)),
                  .outputs = {}};
  Command command{.kernel = own_kernel_name("ml_host")};
  const auto add = [&](ValueId id, std::vector<TensorInfo>& infos, const char* name) {
    const Value& value = graph_[id];
    infos.push_back({format("{}_{}", name, infos.size()), DTypeSet(stored_as(value.dtype)), ""});
    job->tensors.push_back({value.dtype, value.shape, nullptr});
  };
  for (const ValueId id : node.inputs) {
    if (id == no_value) continue;
    add(id, info.inputs, "input");
    DALA_ASSIGN(Buffer buffer, buffer_of(id));
    command.inputs.push_back(std::move(buffer));
  }
  for (const ValueId id : node.outputs) {
    add(id, info.outputs, "output");
    DALA_ASSIGN(Buffer buffer, output_of(id));
    command.outputs.push_back(std::move(buffer));
  }
  DALA_TRY(put_own_kernel(
      plan_.compute_, command.kernel, std::move(info), [job](const HostCall& call) -> Result<void> {
        std::vector<TensorView> tensors = job->tensors;
        for (std::size_t i = 0; i < call.inputs.size(); ++i)
          tensors[i].data = call.inputs[i].bytes.data();
        const std::span outputs = std::span(tensors).subspan(call.inputs.size());
        for (std::size_t i = 0; i < outputs.size(); ++i)
          outputs[i].data = call.outputs[i].bytes.data();
        std::vector<const TensorView*> given;
        std::size_t next = 0;
        for (const ValueId id : job->node.inputs)
          given.push_back(id == no_value ? nullptr : &tensors[next++]);
        const Watch watch(job->time_limit, call.stop);
        WatchedThreads watched(call.threads, watch);
        Result<void> done =
            find_operator(job->node.op)
                ->run({job->node, job->opset, given, outputs, watched.threads(), &watch});
        return done ? watch.check() : done;
      }));
  plan_.host_kernels_.push_back(command.kernel);
  return add_stage(node, command, "no kernel for it; on copies", true);
}

// Outputs lie in buffers of their own, which the pipeline may not take for anything else.
Result<void> PipelineBuilder::add_outputs() {
  for (const GraphInput& output : graph_.outputs) {
    const Value& value = graph_[output.value];
    DALA_ASSIGN(Buffer made,
                plan_.compute_.buffer_zeros(stored_shape(value), stored_as(value.dtype)));
    plan_.outputs_.push_back({made, value.shape});
    DALA_ASSIGN(Buffer from, buffer_of(output.value));
    DALA_ASSIGN(const std::string kernel,
                register_generated(
                    plan_.compute_, "ml_copy",
                    {.text = format("fn copied(input: Tensor<{0}>, output: &mut Tensor<{0}>) {{ "
                                    "output[ABSOLUTE_POS] = input[ABSOLUTE_POS]; }}\n",
                                    to_string(stored_as(value.dtype)))}));
    DALA_TRY(add_stage({.op = "Copy", .outputs = {output.value}},
                       {.kernel = kernel, .inputs = from, .outputs = made}, "to the output"));
  }
  return {};
}

}  // namespace dala::ml

#include "ml/pipeline/builder.hpp"

#include <atomic>
#include <functional>

#include "core/error.hpp"
#include "ml/graph/steps.hpp"
#include "ml/ops/operator.hpp"

namespace dala::ml {

namespace {

Shape flat(const Shape& shape) { return {shape.elements()}; }

// Kernels with the same text are one kernel, whichever model asks for it.
Result<std::string> register_text(const Compute& compute, const std::string& text) {
  for (std::size_t salt = 0;; ++salt) {
    const std::size_t hash = std::hash<std::string>{}(text) + salt;
    std::string name = format("ml_{:016x}", hash);
    auto done = compute.register_kernel(name, {.text = text});
    if (done) return name;
    if (done.error().code != ErrorCode::already_exists)
      return std::unexpected(std::move(done.error()));
    const auto known = compute.kernel_text(name);
    if (known && *known == text) return name;
  }
}

}  // namespace

Result<void> PipelineBuilder::build() {
  for (const GraphInput& input : graph_.inputs) {
    const Value& value = graph_[input.value];
    DALA_ASSIGN(Buffer buffer, plan_.compute_.buffer_zeros(value.shape, value.dtype));
    buffers_[static_cast<std::size_t>(input.value)] = buffer;
    plan_.inputs_.push_back(std::move(buffer));
  }
  for (const Node& node : graph_.nodes)
    if (auto added = add_node(node); !added)
      return fail(added.error().code, "{}: {}", describe(node), added.error().message);
  return add_outputs();
}

Result<Buffer> PipelineBuilder::upload(const TensorView& tensor) const {
  return plan_.compute_.buffer_from_bytes({tensor.data, tensor.bytes()}, flat(tensor.shape),
                                          tensor.dtype);
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
  DALA_ASSIGN(Buffer buffer, plan_.pipeline_.transient(flat(graph_[id].shape), graph_[id].dtype));
  buffers_[static_cast<std::size_t>(id)] = buffer;
  return buffer;
}

Result<void> PipelineBuilder::add_node(const Node& node) {
  if (is_view(node)) {
    DALA_ASSIGN(buffers_[static_cast<std::size_t>(node.outputs[0])], buffer_of(node.inputs[0]));
    return {};
  }
  if (node.op == "Split" && graph_[node.inputs[0]].dtype == DType::f32 &&
      graph_[node.inputs[0]].shape.elements() > 0) {
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      if (graph_[node.outputs[i]].shape.elements() == 0) continue;
      DALA_ASSIGN(const KernelText text, split_text(graph_, node, i));
      DALA_TRY(add_text(node, text, node.outputs[i]));
    }
    return {};
  }
  DALA_ASSIGN(const std::optional<KernelText> text, find_text(graph_, node, enough_));
  return text ? add_text(node, *text, node.outputs[0]) : add_host(node);
}

Result<void> PipelineBuilder::add_stage(const Node& node, const Command& command,
                                        std::string implementation) {
  DALA_TRY(plan_.pipeline_.add(command));
  plan_.stages_.push_back({step_name(graph_, node), step_text(node), std::move(implementation),
                           graph_[node.outputs[0]].shape});
  return {};
}

Result<void> PipelineBuilder::add_text(const Node& node, const KernelText& made, ValueId to) {
  DALA_ASSIGN(const std::string kernel, register_text(plan_.compute_, made.text));
  Command command{.kernel = kernel};
  for (const Operand& operand : made.inputs) {
    const ValueId* value = std::get_if<ValueId>(&operand);
    DALA_ASSIGN(Buffer buffer,
                value != nullptr ? buffer_of(*value) : upload(std::get<Tensor>(operand).view));
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
  static std::atomic<std::uint64_t> count{0};
  if (find_operator(node.op) == nullptr)
    return fail(ErrorCode::unsupported, "it has no elements, and the device no kernel for that");
  struct Job {
    Node node;
    int opset;
    std::vector<Shape> shapes;  // inputs that are there, then outputs
  };
  auto job = std::make_shared<Job>(Job{.node = node, .opset = graph_.opset, .shapes = {}});
  KernelInfo info{.name = format("ml_host_{}", count++),
                  .family = "model",
                  .summary = "A step of a model that only the host has.",
                  .outputs = {}};
  Command command{.kernel = info.name};
  for (const ValueId id : node.inputs) {
    if (id == no_value) continue;
    info.inputs.push_back({format("input_{}", info.inputs.size()), DTypeSet(graph_[id].dtype), ""});
    job->shapes.push_back(graph_[id].shape);
    DALA_ASSIGN(Buffer buffer, buffer_of(id));
    command.inputs.push_back(std::move(buffer));
  }
  for (const ValueId id : node.outputs) {
    info.outputs.push_back(
        {format("output_{}", info.outputs.size()), DTypeSet(graph_[id].dtype), ""});
    job->shapes.push_back(graph_[id].shape);
    DALA_ASSIGN(Buffer buffer, output_of(id));
    command.outputs.push_back(std::move(buffer));
  }
  DALA_TRY(plan_.compute_.register_kernel(std::move(info), [job](const HostCall& call) {
    std::vector<TensorView> inputs;
    inputs.reserve(call.inputs.size());
    std::vector<const TensorView*> given;
    for (const ValueId id : job->node.inputs) {
      if (id == no_value) {
        given.push_back(nullptr);
        continue;
      }
      const HostTensor& from = call.inputs[inputs.size()];
      inputs.push_back({from.dtype, job->shapes[inputs.size()], from.bytes.data()});
      given.push_back(&inputs.back());
    }
    std::vector<TensorView> outputs;
    for (const HostTensor& to : call.outputs)
      outputs.push_back({to.dtype, job->shapes[inputs.size() + outputs.size()], to.bytes.data()});
    return find_operator(job->node.op)->run({job->node, job->opset, given, outputs, call.threads});
  }));
  plan_.host_kernels_.push_back(command.kernel);
  return add_stage(node, command, "on the host, through copies");
}

// Outputs lie in buffers of their own, which the pipeline may not take for anything else.
Result<void> PipelineBuilder::add_outputs() {
  for (const GraphInput& output : graph_.outputs) {
    const Value& value = graph_[output.value];
    DALA_ASSIGN(Buffer made, plan_.compute_.buffer_zeros(value.shape, value.dtype));
    plan_.outputs_.push_back(made);
    DALA_ASSIGN(Buffer from, buffer_of(output.value));
    DALA_ASSIGN(const std::string kernel,
                register_text(plan_.compute_,
                              format("fn copied(input: Tensor<{0}>, output: &mut Tensor<{0}>) {{ "
                                     "output[ABSOLUTE_POS] = input[ABSOLUTE_POS]; }}\n",
                                     to_string(value.dtype))));
    DALA_TRY(add_stage({.op = "Copy", .outputs = {output.value}},
                       {.kernel = kernel, .inputs = from, .outputs = made}, "to the output"));
  }
  return {};
}

}  // namespace dala::ml

#include <mutex>

#include <dala/ml.hpp>

#include "core/error.hpp"
#include "core/file.hpp"
#include "ml/cpu/plan.hpp"
#include "ml/graph/specialize.hpp"
#include "ml/onnx/import.hpp"
#include "ml/passes/passes.hpp"

namespace dala::ml {

namespace {

// Plans for other shapes are made anew when there are more than this.
constexpr std::size_t most_plans = 8;

#ifndef DALA_HAS_ONNX
Result<Graph> import_file(std::span<const std::byte>) {
  return fail(ErrorCode::unsupported, "this build cannot read ONNX files");
}
#else
Result<Graph> import_file(std::span<const std::byte> file) { return import_onnx(file); }
#endif

ModelTensor describe_tensor(const Graph& graph, const GraphInput& tensor) {
  return {graph[tensor.value].name, graph[tensor.value].dtype, tensor.dims};
}

ModelInfo describe_model(const Graph& graph, const std::string& name) {
  ModelInfo info{.name = name, .opset = graph.opset, .producer = graph.producer};
  for (const GraphInput& input : graph.inputs) info.inputs.push_back(describe_tensor(graph, input));
  for (const GraphInput& output : graph.outputs)
    info.outputs.push_back(describe_tensor(graph, output));
  info.nodes = graph.nodes.size();
  for (const Value& value : graph.values)
    if (value.constant && is_float(value.dtype)) info.parameters += value.constant->view.elements();
  return info;
}

// What kernels may be called: lower case letters, digits and underscores.
std::string kernel_name(std::string_view name) {
  std::string text = name.empty() ? "model" : std::string(name);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) c = '_';
  }
  return text[0] >= 'a' && text[0] <= 'z' ? text : "model_" + text;
}

struct PlanFor {
  std::vector<Shape> inputs;
  std::shared_ptr<cpu::Plan> plan;
};

// The kernel that runs the model keeps this part; the Compute, which keeps the kernel, does not
// keep itself alive through it.
class Plans {
 public:
  explicit Plans(Graph graph) : graph_(std::move(graph)) {}

  [[nodiscard]] const Graph& graph() const { return graph_; }

  // Inputs of these shapes; `at` gives the shape of an input by its number.
  template <typename At>
  [[nodiscard]] Result<std::shared_ptr<cpu::Plan>> find(std::size_t count, const At& at) {
    const std::lock_guard lock(mutex_);
    for (const PlanFor& known : plans_) {
      bool same = known.inputs.size() == count;
      for (std::size_t i = 0; same && i < count; ++i) same = known.inputs[i] == at(i);
      if (same) return known.plan;
    }
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < count; ++i) shapes.push_back(at(i));
    DALA_ASSIGN(Graph special, specialize(graph_, shapes));
    for (std::size_t i = 0; i < special.outputs.size(); ++i)
      if (special[special.outputs[i].value].dtype != graph_[graph_.outputs[i].value].dtype)
        return fail(ErrorCode::bad_file, "the output '{}' is {}, and the file says {}",
                    graph_[graph_.outputs[i].value].name,
                    to_string(special[special.outputs[i].value].dtype),
                    to_string(graph_[graph_.outputs[i].value].dtype));
    DALA_TRY(run_passes(special));
    DALA_ASSIGN(auto made, cpu::Plan::make(special));
    if (plans_.size() == most_plans) plans_.erase(plans_.begin());
    plans_.push_back({std::move(shapes), std::move(made)});
    return plans_.back().plan;
  }

 private:
  const Graph graph_;
  std::mutex mutex_;
  std::vector<PlanFor> plans_;
};

Result<std::shared_ptr<cpu::Plan>> plan_of(Plans& plans, const HostCall& call) {
  return plans.find(call.inputs.size(), [&](std::size_t i) { return call.inputs[i].shape; });
}

Result<void> check_call(Plans& plans, const HostCall& call) {
  DALA_ASSIGN(const auto plan, plan_of(plans, call));
  for (std::size_t i = 0; i < call.outputs.size(); ++i)
    if (call.outputs[i].shape != plan->outputs()[i].shape)
      return fail(ErrorCode::shape_mismatch, "the output '{}' is {} and has to be {}",
                  plans.graph()[plans.graph().outputs[i].value].name,
                  to_string(call.outputs[i].shape), to_string(plan->outputs()[i].shape));
  return {};
}

KernelInfo describe_kernel(const ModelInfo& model, const std::string& name) {
  const auto tensor = [](const ModelTensor& of, const char* summary) {
    return TensorInfo{of.name, DTypeSet(of.dtype), summary};
  };
  KernelInfo info{.name = name, .family = "model", .summary = "A loaded model.", .outputs = {}};
  for (const ModelTensor& input : model.inputs)
    info.inputs.push_back(tensor(input, "an input of the model"));
  for (const ModelTensor& output : model.outputs)
    info.outputs.push_back(tensor(output, "an output of the model"));
  return info;
}

}  // namespace

class Model::State {
 public:
  State(Compute compute, ModelInfo info, std::shared_ptr<Plans> plans)
      : compute_(std::move(compute)), info_(std::move(info)), plans_(std::move(plans)) {}
  ~State() {
    if (!kernel_.empty()) static_cast<void>(compute_.remove_kernel(kernel_));
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Under the model's name, or that and a number where it is taken.
  Result<void> register_kernel() {
    const std::string name = kernel_name(info_.name);
    for (int copy = 1;; ++copy) {
      const std::string tried = copy == 1 ? name : format("{}_{}", name, copy);
      auto done = compute_.register_kernel(
          describe_kernel(info_, tried),
          [plans = plans_](const HostCall& call) -> Result<void> {
            DALA_ASSIGN(const auto plan, plan_of(*plans, call));
            return plan->run(call);
          },
          [plans = plans_](const HostCall& call) { return check_call(*plans, call); });
      if (done) kernel_ = tried;
      if (done || done.error().code != ErrorCode::already_exists) return done;
    }
  }

  [[nodiscard]] const Compute& compute() const { return compute_; }
  [[nodiscard]] const ModelInfo& info() const { return info_; }
  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  [[nodiscard]] Plans& plans() const { return *plans_; }

 private:
  Compute compute_;
  ModelInfo info_;
  std::shared_ptr<Plans> plans_;
  std::string kernel_;
};

Result<Model> Model::load(const Compute& compute, const std::filesystem::path& file,
                          const ModelOptions& options) {
  DALA_ASSIGN(const std::vector<std::byte> bytes, read_file(file));
  ModelOptions named = options;
  if (named.name.empty()) named.name = file.stem().string();
  auto model = from_bytes(compute, bytes, named);
  if (!model) return fail(model.error().code, "{}: {}", file.string(), model.error().message);
  return model;
}

Result<Model> Model::from_bytes(const Compute& compute, std::span<const std::byte> onnx,
                                const ModelOptions& options) {
  DALA_ASSIGN(Graph graph, import_file(onnx));
  ModelInfo info = describe_model(graph, options.name.empty() ? "model" : options.name);
  auto state =
      std::make_shared<State>(compute, std::move(info), std::make_shared<Plans>(std::move(graph)));
  DALA_TRY(state->register_kernel());
  return Model(std::move(state));
}

const ModelInfo& Model::info() const { return state_->info(); }

const Compute& Model::compute() const { return state_->compute(); }

Result<std::vector<Shape>> Model::output_shapes(std::span<const Shape> inputs) const {
  DALA_ASSIGN(const auto plan,
              state_->plans().find(inputs.size(), [&](std::size_t i) { return inputs[i]; }));
  std::vector<Shape> shapes;
  for (const TensorView& output : plan->outputs()) shapes.push_back(output.shape);
  return shapes;
}

Result<std::vector<Buffer>> Model::predict(const BufferList& inputs) const {
  std::vector<Shape> given;
  for (const Buffer& input : inputs) {
    if (!input) return fail(ErrorCode::invalid_handle, "an input is an empty handle");
    given.push_back(input.shape());
  }
  DALA_ASSIGN(const std::vector<Shape> shapes, output_shapes(given));
  std::vector<Buffer> outputs;
  BufferList list;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    DALA_ASSIGN(Buffer output, compute().buffer_zeros(shapes[i], info().outputs[i].dtype));
    list.push_back(output);
    outputs.push_back(std::move(output));
  }
  DALA_TRY(predict_into(inputs, list));
  return outputs;
}

Result<void> Model::predict_into(const BufferList& inputs, const BufferList& outputs) const {
  return compute().run_kernel(state_->kernel(), inputs, outputs);
}

Result<CommandId> Model::predict_async(const BufferList& inputs, const BufferList& outputs,
                                       const SubmitOptions& options) const {
  return compute().submit({.kernel = state_->kernel(), .inputs = inputs, .outputs = outputs},
                          options);
}

Result<ModelExplanation> Model::explain(std::span<const Shape> inputs) const {
  DALA_ASSIGN(const auto plan,
              state_->plans().find(inputs.size(), [&](std::size_t i) { return inputs[i]; }));
  return plan->explain();
}

std::string to_string(const ModelExplanation& explanation) {
  std::string text;
  double total = 0;
  for (const ModelStep& step : explanation.steps) {
    text += format("{:8.3f} ms  {:<24} {:<28} {} ({})\n", step.ms, step.op, step.implementation,
                   to_string(step.output), step.node);
    total += step.ms;
  }
  return text +
         format("{:8.3f} ms  in {} steps, {} bytes between input and output ({} at one time)\n",
                total, explanation.steps.size(), explanation.memory, explanation.live);
}

}  // namespace dala::ml

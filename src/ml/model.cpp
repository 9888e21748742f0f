#include <mutex>

#include <dala/ml.hpp>

#include "core/error.hpp"
#include "core/files/file.hpp"
#include "core/handle.hpp"
#include "ml/cpu/plan.hpp"
#include "ml/onnx/import.hpp"
#include "ml/passes/passes.hpp"
#include "ml/passes/specialize.hpp"
#include "ml/pipeline/node_source.hpp"
#include "ml/pipeline/plan.hpp"

namespace dala::ml {

namespace {

// How many plans for different shapes are kept.
constexpr std::size_t most_plans = 8;

#ifndef DALA_HAS_ONNX
Result<Graph> import_file(std::span<const std::byte>, const HostMemory&) {
  return fail(ErrorCode::unsupported, "this build cannot read ONNX files");
}
#else
Result<Graph> import_file(std::span<const std::byte> file, const HostMemory& memory) {
  return import_onnx(file, memory);
}
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

Result<Graph> prepare(const Graph& graph, std::span<const Shape> inputs,
                      std::chrono::nanoseconds limit, const PassOptions& passes) {
  const Watch watch(limit);
  DALA_ASSIGN(Graph special, specialize(graph, inputs, &watch));
  for (std::size_t i = 0; i < special.outputs.size(); ++i) {
    const ValueId id = special.outputs[i].value;
    if (special[id].dtype != graph[id].dtype)
      return fail(ErrorCode::bad_file, "the output '{}' is {}, and the file says {}",
                  graph[id].name, to_string(special[id].dtype), to_string(graph[id].dtype));
  }
  DALA_TRY(run_passes(special, passes));
  return special;
}

bool runs_on_host(const Compute& compute) {
  return compute.device_info().capabilities.runs_host_functions();
}

// A valid kernel name: lower case letters, digits and underscores.
std::string kernel_name(std::string_view name) {
  std::string text = name.empty() ? "model" : std::string(name);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) c = '_';
  }
  return text[0] >= 'a' && text[0] <= 'z' ? text : "model_" + text;
}

// A cache of plans by the shapes of their inputs; the least recently used one is dropped.
template <typename Plan>
class PlanTable {
 public:
  explicit PlanTable(const PassOptions& passes) : passes_(passes) {}

  // `at` gives the shape of an input by its number, `make` a plan for a graph of those shapes.
  template <typename At, typename Make>
  [[nodiscard]] Result<std::shared_ptr<Plan>> find(const Graph& graph,
                                                   std::chrono::nanoseconds limit,
                                                   std::size_t count, const At& at,
                                                   const Make& make) {
    const std::lock_guard lock(mutex_);
    for (const Entry& known : plans_) {
      bool same = known.inputs.size() == count;
      for (std::size_t i = 0; same && i < count; ++i) same = known.inputs[i] == at(i);
      if (same) return known.plan;
    }
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < count; ++i) shapes.push_back(at(i));
    const auto plan = [&]() -> Result<std::shared_ptr<Plan>> {
      DALA_ASSIGN(const Graph special, prepare(graph, shapes, limit, passes_));
      return make(special);
    };
    auto made = plan();
    // Plans for other shapes have weights of their own.
    if (!made && made.error().code == ErrorCode::out_of_memory && !plans_.empty()) {
      plans_.clear();
      made = plan();
    }
    if (!made) return std::unexpected(std::move(made.error()));
    if (plans_.size() == most_plans) plans_.erase(plans_.begin());
    plans_.push_back({std::move(shapes), std::move(*made)});
    return plans_.back().plan;
  }

 private:
  struct Entry {
    std::vector<Shape> inputs;
    std::shared_ptr<Plan> plan;
  };
  const PassOptions passes_;
  std::mutex mutex_;
  std::vector<Entry> plans_;
};

// The part of the model that its kernel on the host owns. It has no reference to the Compute, which
// owns the kernel, so there is no cycle.
class Plans {
 public:
  Plans(Graph graph, std::chrono::nanoseconds time_limit)
      : graph_(std::move(graph)), time_limit_(time_limit) {}

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] std::chrono::nanoseconds time_limit() const { return time_limit_; }

  template <typename At>
  [[nodiscard]] Result<std::shared_ptr<cpu::Plan>> find(std::size_t count, const At& at) {
    return table_.find(graph_, time_limit_, count, at, cpu::Plan::make);
  }

 private:
  const Graph graph_;
  const std::chrono::nanoseconds time_limit_;
  PlanTable<cpu::Plan> table_{{}};
};

Result<std::shared_ptr<cpu::Plan>> plan_of(Plans& plans, const HostCall& call) {
  return plans.find(call.inputs.size(), [&](std::size_t i) { return call.inputs[i].shape; });
}

Result<void> infer_outputs(Plans& plans, const HostCall& call, std::span<TensorSpec> outputs) {
  DALA_ASSIGN(const auto plan, plan_of(plans, call));
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].shape = plan->outputs()[i].shape;
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

class Model::State : public std::enable_shared_from_this<Model::State> {
 public:
  State(Compute compute, ModelInfo info, std::shared_ptr<Plans> plans, Precision precision)
      : compute_(std::move(compute)),
        info_(std::move(info)),
        plans_(std::move(plans)),
        precision_(precision) {}
  ~State() {
    if (!kernel_.empty()) static_cast<void>(compute_.remove_kernel(kernel_));
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Registers the kernel under the model's name, with a number where that is taken.
  Result<void> register_kernel() {
    const std::string name = kernel_name(info_.name);
    for (int copy = 1;; ++copy) {
      const std::string tried = copy == 1 ? name : format("{}_{}", name, copy);
      auto done = is_on_host() ? register_on_host(tried) : register_on_device(tried);
      if (done) kernel_ = tried;
      if (done || done.error().code != ErrorCode::already_exists) return done;
    }
  }

  [[nodiscard]] const Compute& compute() const { return compute_; }
  [[nodiscard]] const ModelInfo& info() const { return info_; }
  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  [[nodiscard]] Plans& plans() const { return *plans_; }
  // The CPU runs a model as one kernel; other devices as a pipeline of many.
  [[nodiscard]] bool is_on_host() const { return runs_on_host(compute_); }
  [[nodiscard]] Result<std::shared_ptr<PipelinePlan>> pipeline(std::span<const Shape> inputs) {
    const auto at = [&](std::size_t i) { return inputs[i]; };
    const auto make = [&](const Graph& graph) {
      const DeviceInfo& device = compute_.device_info();
      return PipelinePlan::make(compute_, graph,
                                {.enough = device.software ? enough_for_software : enough_for_gpu,
                                 .device = device.capabilities,
                                 .precision = precision_,
                                 .time_limit = plans_->time_limit()});
    };
    return pipelines_.find(plans_->graph(), plans_->time_limit(), inputs.size(), at, make);
  }

 private:
  [[nodiscard]] Result<void> register_on_host(const std::string& name) const {
    return compute_.register_kernel(
        describe_kernel(info_, name),
        [plans = plans_](const HostCall& call) -> Result<void> {
          DALA_ASSIGN(const auto plan, plan_of(*plans, call));
          const Watch watch(plans->time_limit(), call.stop);
          return plan->run(call, &watch);
        },
        {},
        [plans = plans_](const HostCall& call, std::span<TensorSpec> outputs) {
          return infer_outputs(*plans, call, outputs);
        });
  }

  // Weak, because the Compute owns the kernel, and the kernel must not own the Compute.
  [[nodiscard]] Result<void> register_on_device(const std::string& name) {
    return register_composite(compute_, describe_kernel(info_, name),
                              [weak = weak_from_this()](std::span<const Shape> inputs)
                                  -> Result<std::shared_ptr<const Composite>> {
                                const auto state = weak.lock();
                                if (state == nullptr)
                                  return fail(ErrorCode::invalid_handle, "the model is gone");
                                DALA_ASSIGN(const auto plan, state->pipeline(inputs));
                                return plan->composite();
                              });
  }

  Compute compute_;
  ModelInfo info_;
  std::shared_ptr<Plans> plans_;
  Precision precision_;
  std::string kernel_;
  // Kernels of devices are of floats.
  PlanTable<PipelinePlan> pipelines_{{.integers = false}};
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
  if (options.precision != Precision::f32 &&
      compute.device_info().capabilities.language != NativeLanguage::cuda)
    return fail(ErrorCode::unsupported, "models run in {} on CUDA only; {} runs them in f32",
                to_string(options.precision), compute.device_info().id);
  if (options.time_limit <= std::chrono::nanoseconds::zero())
    return fail(ErrorCode::invalid_argument, "the time limit has to be more than nothing");
  DALA_ASSIGN(Graph graph,
              import_file(onnx, runs_on_host(compute) ? HostMemory::of(compute) : HostMemory{}));
  ModelInfo info = describe_model(graph, options.name.empty() ? "model" : options.name);
  auto state = std::make_shared<State>(
      compute, std::move(info), std::make_shared<Plans>(std::move(graph), options.time_limit),
      options.precision);
  DALA_TRY(state->register_kernel());
  return Model(std::move(state));
}

const ModelInfo& Model::info() const {
  if (state_ == nullptr) return nothing<ModelInfo>();
  return state_->info();
}

const Compute& Model::compute() const {
  if (state_ == nullptr) return nothing<Compute>(nullptr);
  return state_->compute();
}

Result<std::vector<Shape>> Model::output_shapes(std::span<const Shape> inputs) const {
  if (state_ == nullptr) return empty_handle("Model");
  std::vector<Shape> shapes;
  if (!state_->is_on_host()) {
    DALA_ASSIGN(const auto plan, state_->pipeline(inputs));
    for (const auto& output : plan->composite()->outputs()) shapes.push_back(output.shape);
    return shapes;
  }
  DALA_ASSIGN(const auto plan,
              state_->plans().find(inputs.size(), [&](std::size_t i) { return inputs[i]; }));
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
  if (state_ == nullptr) return empty_handle("Model");
  if (state_->is_on_host()) return compute().run_kernel(state_->kernel(), inputs, outputs);
  DALA_ASSIGN(const CommandId id, predict_async(inputs, outputs));
  return compute().wait(id);
}

Result<CommandId> Model::predict_async(const BufferList& inputs, const BufferList& outputs,
                                       const SubmitOptions& options) const {
  if (state_ == nullptr) return empty_handle("Model");
  return compute().submit({.kernel = state_->kernel(), .inputs = inputs, .outputs = outputs},
                          options);
}

Result<ModelExplanation> Model::explain(std::span<const Shape> inputs) const {
  if (state_ == nullptr) return empty_handle("Model");
  if (!state_->is_on_host()) {
    DALA_ASSIGN(const auto pipeline, state_->pipeline(inputs));
    return pipeline->explain();
  }
  DALA_ASSIGN(const auto plan,
              state_->plans().find(inputs.size(), [&](std::size_t i) { return inputs[i]; }));
  return plan->explain();
}

std::string to_string(const ModelExplanation& explanation) {
  std::string text;
  double total = 0;
  for (const ModelStep& step : explanation.steps) {
    text += format("{:8.3f} ms  {:<12} {:<24} {:<28} {} ({})\n", step.ms, step.device, step.op,
                   step.implementation, to_string(step.output), step.node);
    for (const Rejection& rejection : step.rejections)
      text += format("{:13}not {}: {}\n", "", rejection.implementation, rejection.reason);
    total += step.ms;
  }
  return text + format(
                    "{:8.3f} ms  in {} steps (by {} clock), {} bytes between input and output "
                    "({} at one time)\n",
                    total, explanation.steps.size(), explanation.clock, explanation.memory,
                    explanation.live);
}

}  // namespace dala::ml

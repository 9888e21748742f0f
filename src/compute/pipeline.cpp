#include <dala/compute/pipeline.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include "compute/describe.hpp"
#include "compute/pipeline_state.hpp"
#include "compute/plan/fusion.hpp"
#include "compute/plan/transient_layout.hpp"
#include "core/check_params.hpp"
#include "core/error.hpp"
#include "core/text/log.hpp"

namespace dala {

namespace {

// Reserves memory for every transient buffer of the stages.
Result<void> reserve_transients(const std::vector<FusedStage>& stages, backend::Device& device,
                                Plan& plan) {
  std::map<const Buffer::State*, std::size_t> index;
  std::vector<Lifetime> lifetimes;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const auto note = [&](const Buffer& buffer) {
      if (buffer.state()->pipeline == nullptr) return;
      const auto [entry, is_new] = index.try_emplace(buffer.state().get(), lifetimes.size());
      if (is_new) lifetimes.push_back({buffer.size_bytes(), i, i});
      lifetimes[entry->second].last = i;
    };
    for (const Buffer& buffer : stages[i].command.inputs) note(buffer);
    for (const Buffer& buffer : stages[i].command.outputs) note(buffer);
  }
  const TransientLayout layout = lay_out(lifetimes);
  for (const std::size_t bytes : layout.block_bytes) {
    DALA_ASSIGN(auto memory, device.allocate(bytes));
    plan.transient_memory.push_back(std::move(memory));
    plan.transient_bytes += bytes;
  }
  for (const auto& [state, i] : index)
    plan.memory_of_transients[state] = plan.transient_memory[layout.block_of[i]];
  return {};
}

void note_use(Plan& plan, const Buffer& buffer, bool write) {
  const std::shared_ptr<Buffer::State>& state = buffer.state();
  if (state->pipeline != nullptr) return;
  for (Plan::Use& use : plan.uses) {
    if (use.buffer != state) continue;
    if (!write && !use.write) use.read = true;
    use.write = use.write || write;
    return;
  }
  plan.uses.push_back({state, state->memory(), !write, write});
}

// Of a kernel that is compiled for the device; null for others.
const backend::Program* program_of(const Compute::Runtime& owner, const FusedStage& stage) {
  std::shared_ptr<const KernelEntry> entry = stage.entry;
  if (entry == nullptr && stage.command.op == Op::run_kernel)
    entry = owner.registry.find(stage.command.kernel).value_or(nullptr);
  const auto* kernel = entry == nullptr ? nullptr : entry->as<LanguageKernel>();
  return kernel == nullptr ? nullptr : kernel->program.get();
}

bool writes(const Command& stage, const Buffer& buffer) {
  for (const Buffer& output : stage.outputs)
    if (output == buffer) return true;
  return false;
}

// The runtime of a pipeline that can be used.
Result<std::shared_ptr<Compute::Runtime>> runtime_of(
    const std::shared_ptr<Pipeline::State>& pipeline) {
  if (pipeline == nullptr)
    return fail(ErrorCode::invalid_handle, "an empty Pipeline handle was used");
  auto owner = pipeline->runtime.lock();
  if (owner == nullptr)
    return fail(ErrorCode::shut_down, "the Compute that this pipeline belongs to is gone");
  DALA_TRY(owner->process.check("the Compute that this pipeline belongs to"));
  return owner;
}

}  // namespace

PrepareContext Pipeline::State::context(Compute::Runtime& owner) const {
  PrepareContext context = owner.context(this);
  context.fuses = options.fuse;
  context.variants = options.variants;
  context.prefers_variants = prefers_variants;
  context.constants = &constants;
  return context;
}

Result<void> Pipeline::State::check_stage(Compute::Runtime& owner, const Command& stage) const {
  PreparedCall call;
  SmallVector<std::shared_ptr<const void>, 12> keep;
  // Nothing is compiled here: a stage that will be fused with its neighbours is never compiled by
  // itself.
  DALA_TRY(prepare_call(owner.context(this, true), CommandView(stage), call, keep));
  for (const Buffer& input : stage.inputs) {
    if (input.state()->pipeline == nullptr) continue;
    bool written = false;
    for (const Command& earlier : stages) written = written || writes(earlier, input);
    if (!written)
      return fail(ErrorCode::transient_buffer,
                  "stage {} reads a transient buffer of shape {} that no earlier stage writes",
                  stages.size() + 1, to_string(input.shape()));
  }
  return {};
}

Result<void> Pipeline::State::prepare_stage(Compute::Runtime& owner, const Plan& of,
                                            const FusedStage& stage, PreparedCall& call) const {
  SmallVector<std::shared_ptr<const void>, 12> keep;  // the plan's uses hold the same memory
  const Command& command = stage.command;
  DALA_TRY(prepare_call(context(owner), CommandView(command, stage.entry), call, keep));
  const auto place = [&](const Buffer& buffer, backend::TensorRef& tensor) {
    const auto own = of.memory_of_transients.find(buffer.state().get());
    if (own != of.memory_of_transients.end()) tensor.memory = own->second.get();
  };
  for (std::size_t i = 0; i < command.inputs.size(); ++i) place(command.inputs[i], call.inputs[i]);
  for (std::size_t i = 0; i < command.outputs.size(); ++i)
    place(command.outputs[i], call.outputs[i]);
  return {};
}

// Compiling dominates the time, and a model has dozens of kernels, so different kernels are
// prepared in parallel: the first stage of each. The error is that of the first stage that has one,
// as it would be serially.
Result<void> Pipeline::State::prepare_stages(Compute::Runtime& owner, Plan& of) const {
  struct First {
    PlannedStage* stage;
    Result<void> done;
  };
  std::map<const backend::Program*, First> firsts;
  std::vector<First*> order;
  for (PlannedStage& planned : of.stages) {
    const backend::Program* program = program_of(owner, planned.stage);
    if (program == nullptr) continue;
    const auto [first, is_new] = firsts.try_emplace(program, First{&planned, {}});
    if (is_new) order.push_back(&first->second);
  }
  owner.pool.parallel_for(order.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (First* first : std::span(order).subspan(begin, end - begin))
      first->done = prepare_stage(owner, of, first->stage->stage, first->stage->call);
  });
  std::size_t next = 0;
  for (PlannedStage& planned : of.stages) {
    if (next < order.size() && order[next]->stage == &planned)
      DALA_TRY(std::move(order[next++]->done));
    else
      DALA_TRY(prepare_stage(owner, of, planned.stage, planned.call));
  }
  return {};
}

Result<void> Pipeline::State::exchange_params(Compute::Runtime& owner, std::size_t number) const {
  for (PlannedStage& planned : plan->stages) {
    FusedStage changed = planned.stage;
    if (changed.entry == nullptr) {
      if (changed.first != number) continue;
      changed.command.params = stages[number].params;
    } else {
      SmallVector<ParamValue, 8> values;
      bool is_here = false;
      const auto kernel = owner.registry.find(stages[number].kernel);
      if (!kernel) return std::unexpected(kernel.error());
      const std::vector<ParamInfo>& infos = (*kernel)->info().params;
      for (std::size_t i = 0; i < changed.sources.size(); ++i) {
        if (changed.sources[i].stage != number) continue;
        if (!is_here)
          DALA_TRY(check_params((*kernel)->info().name, infos, stages[number].params, values));
        is_here = true;
        const auto found = std::ranges::find(infos, changed.sources[i].name, &ParamInfo::name);
        changed.command.params.set(changed.entry->info().params[i].name,
                                   values[static_cast<std::size_t>(found - infos.begin())]);
      }
      if (!is_here) continue;
    }
    PreparedCall call;
    DALA_TRY(prepare_stage(owner, *plan, changed, call));
    const std::lock_guard lock(plan->running);
    planned.stage = std::move(changed);
    planned.call = std::move(call);
    plan->forget_captures();
    return {};
  }
  return {};  // a stage without parameters
}

Result<std::shared_ptr<Plan>> Pipeline::State::make_plan(Compute::Runtime& owner) const {
  auto made = std::make_shared<Plan>();
  const Compute compute(owner.shared_from_this());
  PrepareContext planning = context(owner);
  planning.compute = &compute;
  std::vector<FusedStage> planned_stages = fuse_stages(stages, planning);
  DALA_TRY(reserve_transients(planned_stages, *owner.device, *made));
  for (FusedStage& stage : planned_stages) made->stages.emplace_back().stage = std::move(stage);
  DALA_TRY(prepare_stages(owner, *made));
  for (const PlannedStage& planned : made->stages) {
    const Command& command = planned.stage.command;
    for (const Buffer& input : command.inputs) note_use(*made, input, false);
    for (const Buffer& output : command.outputs) note_use(*made, output, true);
  }
  if (log_enabled())
    for (const StageExplanation& stage : explain_plan(*made, owner.device->info().id).stages)
      log_line(to_string(stage));
  return made;
}

Result<std::shared_ptr<Plan>> Pipeline::State::planned(Compute::Runtime& owner) {
  if (plan == nullptr) {
    DALA_ASSIGN(plan, make_plan(owner));
  }
  return plan;
}

Result<void> Pipeline::add(const Command& stage) const {
  DALA_ASSIGN(const auto owner, runtime_of(state_));
  const std::lock_guard lock(state_->mutex);
  DALA_TRY(state_->check_stage(*owner, stage));
  state_->stages.push_back(stage);
  state_->plan = nullptr;
  return {};
}

Result<void> Pipeline::set_params(std::size_t stage, const Params& params) const {
  DALA_ASSIGN(const auto owner, runtime_of(state_));
  const std::lock_guard lock(state_->mutex);
  if (stage >= state_->stages.size())
    return fail(ErrorCode::invalid_argument, "there is no stage {}; the pipeline has {}", stage,
                state_->stages.size());
  Command changed = state_->stages[stage];
  changed.params = params;
  PreparedCall call;
  SmallVector<std::shared_ptr<const void>, 12> keep;
  DALA_TRY(prepare_call(owner->context(state_.get(), true), CommandView(changed), call, keep));
  std::swap(state_->stages[stage], changed);
  if (state_->plan == nullptr) return {};
  if (auto done = state_->exchange_params(*owner, stage); !done) {
    std::swap(state_->stages[stage], changed);
    return done;
  }
  return {};
}

Result<Buffer> Pipeline::transient(const Shape& shape, DType dtype) const {
  DALA_TRY(shape.validate(dtype));
  DALA_ASSIGN(const auto owner, runtime_of(state_));
  const std::lock_guard lock(state_->mutex);
  return owner->make_transient(shape, dtype, state_.get());
}

std::vector<Command> Pipeline::stages() const {
  if (state_ == nullptr) return {};
  const std::lock_guard lock(state_->mutex);
  return state_->stages;
}

std::size_t Pipeline::stage_count() const {
  if (state_ == nullptr) return 0;
  const std::lock_guard lock(state_->mutex);
  return state_->stages.size();
}

Result<void> Pipeline::plan() const {
  DALA_ASSIGN(const auto owner, runtime_of(state_));
  const std::lock_guard lock(state_->mutex);
  DALA_TRY(state_->planned(*owner));
  return {};
}

Result<void> Pipeline::run() const {
  DALA_ASSIGN(const auto owner, runtime_of(state_));
  std::unique_lock lock(state_->mutex);
  DALA_ASSIGN(const auto plan, state_->planned(*owner));
  lock.unlock();
  return owner->run(plan);
}

Result<CommandId> Pipeline::submit(const SubmitOptions& options) const {
  DALA_ASSIGN(const auto owner, runtime_of(state_));
  std::unique_lock lock(state_->mutex);
  DALA_ASSIGN(const auto plan, state_->planned(*owner));
  lock.unlock();
  return owner->submit(plan, options);
}

Result<Explanation> Pipeline::explain() const {
  DALA_ASSIGN(const auto owner, runtime_of(state_));
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const auto plan, state_->planned(*owner));
  return explain_plan(*plan, owner->device->info().id);
}

void Pipeline::free() const {
  if (state_ == nullptr) return;
  const std::lock_guard lock(state_->mutex);
  state_->plan = nullptr;
}

}  // namespace dala

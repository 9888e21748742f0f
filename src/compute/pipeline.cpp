#include <dala/pipeline.hpp>

#include <map>

#include "compute/describe.hpp"
#include "compute/fusion.hpp"
#include "compute/pipeline_state.hpp"
#include "compute/transient_layout.hpp"
#include "core/error.hpp"

namespace dala {

namespace {

using TransientMemory = std::map<const Buffer::State*, std::shared_ptr<backend::Memory>>;

// Reserves memory for every transient buffer of the stages.
Result<TransientMemory> reserve_transients(const std::vector<FusedStage>& stages,
                                           backend::Device& device, Plan& plan) {
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
  TransientMemory memory_of;
  for (const auto& [state, i] : index) memory_of[state] = plan.transient_memory[layout.block_of[i]];
  return memory_of;
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

bool writes(const Command& stage, const Buffer& buffer) {
  for (const Buffer& output : stage.outputs)
    if (output == buffer) return true;
  return false;
}

}  // namespace

Result<std::shared_ptr<Compute::Runtime>> Pipeline::State::lock_runtime() const {
  if (auto owner = runtime.lock()) return owner;
  return fail(ErrorCode::shut_down, "the Compute that this pipeline belongs to is gone");
}

Result<void> Pipeline::State::check_stage(Compute::Runtime& owner, const Command& stage) const {
  PreparedCall call;
  SmallVector<std::shared_ptr<const void>, 12> keep;
  DALA_TRY(prepare_call(owner.context(this), CommandView(stage), call, keep));
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

Result<std::shared_ptr<Plan>> Pipeline::State::make_plan(Compute::Runtime& owner) const {
  auto made = std::make_shared<Plan>();
  std::vector<FusedStage> planned_stages;
  if (options.fuse) {
    planned_stages = fuse_stages(stages, owner.context(this));
  } else {
    for (const Command& stage : stages) planned_stages.push_back({stage});
  }
  DALA_ASSIGN(const auto transients, reserve_transients(planned_stages, *owner.device, *made));
  for (const auto& [stage, entry, refusal] : planned_stages) {
    PlannedStage& planned = made->stages.emplace_back();
    planned.not_joined = refusal;
    PreparedCall& call = planned.call;
    SmallVector<std::shared_ptr<const void>, 12> keep;  // the plan's uses hold the same memory
    DALA_TRY(prepare_call(owner.context(this), CommandView(stage), call, keep, entry));
    for (std::size_t i = 0; i < stage.inputs.size(); ++i) {
      if (const auto own = transients.find(stage.inputs[i].state().get()); own != transients.end())
        call.inputs[i].memory = own->second.get();
      note_use(*made, stage.inputs[i], false);
    }
    for (std::size_t i = 0; i < stage.outputs.size(); ++i) {
      if (const auto own = transients.find(stage.outputs[i].state().get()); own != transients.end())
        call.outputs[i].memory = own->second.get();
      note_use(*made, stage.outputs[i], true);
    }
  }
  return made;
}

Result<std::shared_ptr<Plan>> Pipeline::State::planned(Compute::Runtime& owner) {
  if (plan == nullptr) {
    DALA_ASSIGN(plan, make_plan(owner));
  }
  return plan;
}

Result<void> Pipeline::add(const Command& stage) const {
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const auto owner, state_->lock_runtime());
  DALA_TRY(state_->check_stage(*owner, stage));
  state_->stages.push_back(stage);
  state_->plan = nullptr;
  return {};
}

Result<Buffer> Pipeline::transient(const Shape& shape, DType dtype) const {
  DALA_TRY(shape.validate(dtype));
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const auto owner, state_->lock_runtime());
  return owner->make_transient(shape, dtype, state_.get());
}

std::vector<Command> Pipeline::stages() const {
  const std::lock_guard lock(state_->mutex);
  return state_->stages;
}

std::size_t Pipeline::stage_count() const {
  const std::lock_guard lock(state_->mutex);
  return state_->stages.size();
}

Result<void> Pipeline::plan() const {
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const auto owner, state_->lock_runtime());
  DALA_TRY(state_->planned(*owner));
  return {};
}

Result<void> Pipeline::run() const {
  std::unique_lock lock(state_->mutex);
  DALA_ASSIGN(const auto owner, state_->lock_runtime());
  DALA_ASSIGN(const auto plan, state_->planned(*owner));
  lock.unlock();
  return owner->run(plan);
}

Result<CommandId> Pipeline::submit(const SubmitOptions& options) const {
  std::unique_lock lock(state_->mutex);
  DALA_ASSIGN(const auto owner, state_->lock_runtime());
  DALA_ASSIGN(const auto plan, state_->planned(*owner));
  lock.unlock();
  return owner->submit(plan, options);
}

Result<Explanation> Pipeline::explain() const {
  const std::lock_guard lock(state_->mutex);
  DALA_ASSIGN(const auto owner, state_->lock_runtime());
  DALA_ASSIGN(const auto plan, state_->planned(*owner));
  return explain_plan(*plan, owner->device->info().id);
}

void Pipeline::free() const {
  const std::lock_guard lock(state_->mutex);
  state_->plan = nullptr;
}

}  // namespace dala

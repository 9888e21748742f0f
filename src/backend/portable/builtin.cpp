#include "backend/portable/builtin.hpp"

#include <algorithm>
#include <bit>

#include "core/error.hpp"

namespace dala::backend {

namespace {

struct Tensors {
  SmallVector<TensorRef, 4> inputs;
  SmallVector<TensorRef, 2> outputs;
};

}  // namespace

PortableBuiltin::Known& PortableBuiltin::known(const PortableSource& source) const {
  const std::lock_guard lock(known_mutex_);
  const auto found = std::ranges::find(known_, source, &Known::source);
  return found != known_.end() ? *found : known_.emplace_back(source);
}

Result<const CompiledSource*> PortableBuiltin::program_for(const PortableSource& source) const {
  Known& entry = known(source);
  std::call_once(entry.once, [&] {
    auto module = compile_portable(source);
    entry.program =
        module ? compile_(std::move(*module)) : std::unexpected(std::move(module.error()));
  });
  if (!entry.program) return std::unexpected(entry.program.error());
  return entry.program->get();
}

TensorRef PortableBuiltin::resolve(const Operand& operand, const KernelCall& call) const {
  Memory* memory = nullptr;
  switch (operand.from) {
    case Operand::From::input:
      memory = call.inputs[operand.index].memory;
      break;
    case Operand::From::output:
      memory = call.outputs[operand.index].memory;
      break;
    case Operand::From::scratch:
      memory = scratch_[operand.index].get();
      break;
  }
  return {memory, operand.dtype, operand.shape};
}

Result<void> PortableBuiltin::ensure_scratch(const PortablePlan& plan) const {
  for (std::size_t i = 0; i < scratch_.size(); ++i) {
    const std::size_t bytes = plan.scratch_bytes[i];
    if (bytes == 0 || (scratch_[i] != nullptr && scratch_[i]->size() >= bytes)) continue;
    DALA_ASSIGN(auto larger, device_->allocate(std::bit_ceil(bytes)));
    std::swap(scratch_[i], larger);
    if (larger != nullptr) outgrown_.push_back(std::move(larger));
  }
  return {};
}

Result<Decision> PortableBuiltin::prepare(const KernelCall& call) {
  Decision rejected;
  for (const auto& variant : variants_) {
    if (variant->kernel() != call.kernel) continue;
    if (const std::string_view reason = variant->rejects(call); !reason.empty()) {
      rejected.reject(variant->name(), reason);
      continue;
    }
    if (const auto prepared = variant->prepare(call); !prepared) {
      if (prepared.error().code != ErrorCode::unsupported) return std::unexpected(prepared.error());
      rejected.reject(variant->name(), "it has no algorithm for these sizes");
      continue;
    }
    rejected.chosen = variant.get();
    rejected.why = variant->why();
    return rejected;
  }
  DALA_ASSIGN(Decision decision, prepare_source(call));
  decision.rejections = rejected.rejections;
  decision.rejection_count = rejected.rejection_count;
  return decision;
}

Result<Decision> PortableBuiltin::prepare_source(const KernelCall& call) const {
  DALA_ASSIGN(const PortablePlan plan, plan_portable(call, wide_));
  // Before the lock, so that kernels prepared at the same time are compiled at the same time.
  for (const PortableStep& step : plan.steps) DALA_TRY(program_for(step.text));
  const std::lock_guard lock(mutex_);
  DALA_TRY(ensure_scratch(plan));
  Decision decision;
  decision.chosen = this;
  decision.wide_indices = plan.index == DType::s64;
  for (const PortableStep& step : plan.steps) {
    DALA_ASSIGN(const CompiledSource* program, program_for(step.text));
    Tensors tensors;
    for (const Operand& operand : step.inputs) tensors.inputs.push_back(resolve(operand, call));
    for (const Operand& operand : step.outputs) tensors.outputs.push_back(resolve(operand, call));
    const std::string rejection = program->rejects(
        {step.text.name, tensors.inputs.view(), tensors.outputs.view(), step.params.view()});
    if (!rejection.empty()) return fail(ErrorCode::unsupported, "{}", rejection);
    decision.why = program->why();
  }
  return decision;
}

Result<void> PortableBuiltin::launch(const KernelCall& call) const {
  DALA_ASSIGN(const PortablePlan plan, plan_portable(call, wide_));
  const std::lock_guard lock(mutex_);
  DALA_TRY(ensure_scratch(plan));
  for (const PortableStep& step : plan.steps) {
    DALA_ASSIGN(const CompiledSource* program, program_for(step.text));
    Tensors tensors;
    for (const Operand& operand : step.inputs) tensors.inputs.push_back(resolve(operand, call));
    for (const Operand& operand : step.outputs) tensors.outputs.push_back(resolve(operand, call));
    DALA_TRY(program->launch(
        {step.text.name, tensors.inputs.view(), tensors.outputs.view(), step.params.view()}));
  }
  return {};
}

}  // namespace dala::backend

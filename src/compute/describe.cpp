#include "compute/describe.hpp"

#include "compute/plan/composite.hpp"
#include "core/format.hpp"
#include "core/overloaded.hpp"
#include "core/tuning/choice.hpp"

namespace dala {

namespace {

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// The time counts as copying or as computing, depending on the operation.
void set_time(StageExplanation& stage, Op op, double ms) {
  (op == Op::run_kernel ? stage.compute_ms : stage.copy_ms) = ms;
}

// Everything but a barrier takes some time.
bool is_timed(const StageExplanation& stage) {
  return stage.compute_ms > 0 || stage.copy_ms > 0 || stage.op == to_string(Op::barrier);
}

}  // namespace

std::string_view to_string(Op op) {
  switch (op) {
    case Op::run_kernel:
      return "run_kernel";
    case Op::copy_buffer:
      return "copy_buffer";
    case Op::barrier:
      return "barrier";
  }
  std::unreachable();
}

std::string call_name(const PreparedCall& call) {
  return call.kernel != nullptr ? call.kernel->info().name : std::string(to_string(call.op));
}

std::string work_name(const Work& work) {
  switch (work.kind) {
    case WorkKind::call:
      return call_name(work.call);
    case WorkKind::plan:
      return "pipeline";
    case WorkKind::host_read:
      return "read";
    case WorkKind::host_write:
      return "write";
  }
  std::unreachable();
}

std::string implementation_name(const PreparedCall& call) {
  if (call.kernel == nullptr) return {};
  return std::visit(
      Overloaded{[](const CompositeKernel&) { return std::string("pipeline"); },
                 [](const FunctionKernel&) { return std::string("host_function"); },
                 [&](const RunKernel& run) {
                   return format("{}{}{}", call.decision.chosen->name(),
                                 run.detail.empty() ? "" : ", ", run.detail);
                 },
                 [&](const auto&) { return std::string(call.decision.chosen->name()); }},
      call.kernel->kind);
}

StageExplanation explain_call(const PreparedCall& call, std::string_view device) {
  StageExplanation stage;
  stage.op = to_string(call.op);
  stage.device = device;
  stage.compile_ms = milliseconds(call.prepare_time);
  stage.bytes_read = call.bytes_read();
  stage.bytes_written = call.bytes_written();
  stage.bytes_moved = call.op == Op::copy_buffer ? call.bytes_written() : call.decision.bytes_moved;
  if (call.kernel == nullptr) return stage;
  stage.kernel = call.kernel->info().name;
  stage.implementation = implementation_name(call);
  stage.why = call.decision.why;
  if (call.decision.wide_indices) stage.why += ", with indices of 64 bits";
  if (const auto* kernel = call.kernel->as<LanguageKernel>();
      kernel != nullptr && kernel->fused_stages > 0)
    stage.why = format("{} stages fused into one kernel; {}", kernel->fused_stages, stage.why);
  if (const auto* run = call.kernel->as<RunKernel>(); run != nullptr && run->stages > 1)
    stage.why = format("{} stages at once; {}", run->stages, stage.why);
  for (std::size_t i = 0; i < call.decision.rejection_count; ++i)
    stage.rejections.push_back({std::string(call.decision.rejections[i].implementation),
                                std::string(call.decision.rejections[i].reason)});
  if (call.composite != nullptr)
    for (Rejection& rejection : call.composite->rejections(device))
      stage.rejections.push_back(std::move(rejection));
  return stage;
}

Explanation explain_plan(const Plan& plan, std::string_view device) {
  Explanation explanation;
  explanation.ran = plan.ran.load();
  explanation.transient_bytes = plan.transient_bytes;
  for (const PlannedStage& stage : plan.stages) {
    StageExplanation explained = explain_call(stage.call, device);
    explained.rejections.insert(explained.rejections.end(), stage.stage.rejections.begin(),
                                stage.stage.rejections.end());
    if (plan.captured_as() != nullptr && stage.call.can_be_captured())
      explained.why += format(", in a {} with its neighbours", plan.captured_as());
    const double ms = milliseconds(std::chrono::nanoseconds(stage.last_run_ns.load()));
    set_time(explained, stage.call.op, ms);
    explanation.total_ms += ms;
    explanation.stages.push_back(std::move(explained));
  }
  return explanation;
}

Explanation explain_record(const Record& record, std::string_view device) {
  Explanation explanation;
  if (record.kind == WorkKind::plan) {
    if (const auto plan = record.plan.lock()) explanation = explain_plan(*plan, device);
  } else {
    PreparedCall call;
    call.op = record.op;
    call.kernel = record.kernel;
    call.decision = record.decision;
    call.prepare_time = record.prepare_time;
    StageExplanation stage = explain_call(call, device);
    stage.bytes_read = record.bytes_read;
    stage.bytes_written = record.bytes_written;
    if (record.op == Op::copy_buffer) stage.bytes_moved = record.bytes_written;
    if (record.timed) set_time(stage, record.op, milliseconds(record.ended - record.started));
    explanation.stages.push_back(std::move(stage));
  }
  explanation.ran = true;
  explanation.queue_ms = milliseconds(record.started - record.submitted);
  explanation.total_ms = record.timed ? milliseconds(record.ended - record.started) : 0;
  return explanation;
}

std::string to_string(const StageExplanation& stage) {
  std::string text =
      format("{} on {}", stage.kernel.empty() ? stage.op : stage.kernel, stage.device);
  if (!stage.implementation.empty()) text += format(" by {} ({})", stage.implementation, stage.why);
  for (const Rejection& rejection : stage.rejections)
    text += format("\n   not {}: {}", rejection.implementation, rejection.reason);
  return text;
}

std::string to_string(const Explanation& explanation) {
  std::string text;
  for (std::size_t i = 0; i < explanation.stages.size(); ++i) {
    const StageExplanation& stage = explanation.stages[i];
    text += format("{}. {}\n   prepare {:.4f} ms", i + 1, to_string(stage), stage.compile_ms);
    if (explanation.ran && is_timed(stage))
      text += format(", copy {:.4f} ms, compute {:.4f} ms", stage.copy_ms, stage.compute_ms);
    else if (explanation.ran)
      text += ", queued: nobody waited for the device, so its time is not known";
    text += format("; {} bytes read, {} written, {} moved\n", stage.bytes_read, stage.bytes_written,
                   stage.bytes_moved);
  }
  if (explanation.transient_bytes > 0)
    text += format("transient memory: {} bytes\n", explanation.transient_bytes);
  for (const tuning::Choice* choice : tuning::used_choices())
    text += format("tuned: {} is {} ({})\n", choice->name(), choice->way(), choice->origin());
  if (!explanation.ran) return text + "not run\n";
  text += format("queued {:.4f} ms, ", explanation.queue_ms);
  text += explanation.total_ms > 0 ? format("ran {:.4f} ms\n", explanation.total_ms)
                                   : std::string("then on the device\n");
  return text;
}

}  // namespace dala

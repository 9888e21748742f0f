#include "compute/plan/work.hpp"

#include <algorithm>
#include <exception>
#include <new>

#include "backend/fallback/host_copies.hpp"
#include "backend/host_function.hpp"
#include "compute/plan/composite.hpp"
#include "compute/plan/plan.hpp"
#include "core/error.hpp"
#include "core/overloaded.hpp"
#include "core/threads/stop.hpp"

namespace dala {

namespace {

// The host sees the memory of all of them.
bool on_host(const PreparedCall& call) {
  const auto seen = [](const backend::TensorRef& t) { return t.memory->host() != nullptr; };
  return std::ranges::all_of(call.inputs, seen) && std::ranges::all_of(call.outputs, seen);
}

Result<void> run_function(const FunctionKernel& kernel, const PreparedCall& prepared,
                          backend::Device& device, WorkerPool& pool) {
  const backend::KernelCall call = prepared.call();
  if (on_host(prepared)) return backend::run_host_function(kernel.run, call, pool);
  DALA_ASSIGN(const auto copies, backend::HostCopies::fetch(device, call));
  DALA_TRY(backend::run_host_function(kernel.run, copies.call(), pool));
  return copies.store(device, call);
}

std::size_t total_bytes(std::span<const backend::TensorRef> tensors) {
  std::size_t bytes = 0;
  for (const backend::TensorRef& tensor : tensors) bytes += tensor.bytes();
  return bytes;
}

}  // namespace

Result<void> PreparedCall::run(backend::Device& device, WorkerPool& pool) const {
  switch (op) {
    case Op::barrier:
      return {};
    case Op::copy_buffer:
      return device.copy(*inputs[0].memory, *outputs[0].memory, outputs[0].bytes());
    case Op::run_kernel:
      return std::visit(
          Overloaded{[&](const CompositeKernel&) { return composite->run(call(), device, pool); },
                     [&](const FunctionKernel& function) {
                       return run_function(function, *this, device, pool);
                     },
                     [&](const auto&) { return decision.chosen->launch(call()); }},
          kernel->kind);
  }
  std::unreachable();
}

bool PreparedCall::is_queued(const backend::Device& device) const {
  if (!device.info().gpu || op == Op::barrier) return false;
  if (op == Op::copy_buffer || composite != nullptr) return true;
  // The host waits for its inputs.
  return !kernel->is<FunctionKernel>() && decision.bytes_moved == 0 && !decision.waits;
}

bool PreparedCall::can_be_captured() const {
  return op == Op::run_kernel && !kernel->is<FunctionKernel>() && composite == nullptr &&
         decision.bytes_moved == 0 && !decision.waits;
}

std::size_t PreparedCall::bytes_read() const { return total_bytes(inputs.view()); }
std::size_t PreparedCall::bytes_written() const { return total_bytes(outputs.view()); }

void PreparedCall::clear() {
  op = Op::barrier;
  kernel.reset();
  inputs.clear();
  outputs.clear();
  params.clear();
  inferred.clear();
  decision = {};
  composite.reset();
  prepare_time = {};
}

// Exceptions end here, because a task that never ended would block all that depend on it.
Result<void> Work::run(WorkerPool& pool) {
  try {
    DALA_TRY(start(pool));
    return waits ? device->finish() : Result<void>();
  } catch (const Cancelled& cancelled) {
    return fail(ErrorCode::cancelled, "{}", cancelled.what());
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::out_of_memory,
                "there is no memory for what the command needs beside "
                "its buffers");
  } catch (const std::exception& error) {
    return fail(ErrorCode::internal, "the command threw: {}", error.what());
  }
}

Result<void> Work::start(WorkerPool& pool) {
  switch (kind) {
    case WorkKind::call:
      return call.run(*device, pool);
    case WorkKind::plan:
      return plan->run(*device, pool, waits);
    case WorkKind::host_read:
      return device->read(*host_memory, read_into);
    case WorkKind::host_write:
      return device->write(*host_memory, write_from);
  }
  std::unreachable();
}

bool Work::is_queued() const {
  switch (kind) {
    case WorkKind::call:
      return is_barrier() || call.is_queued(*device);
    case WorkKind::plan:
    case WorkKind::host_write:
      return true;
    case WorkKind::host_read:
      return read_into.empty();
  }
  std::unreachable();
}

void Work::clear() {
  kind = WorkKind::call;
  device = nullptr;
  call.clear();
  plan.reset();
  read_into = {};
  write_from = {};
  host_memory = nullptr;
  waits = false;
  keep.clear();
}

}  // namespace dala

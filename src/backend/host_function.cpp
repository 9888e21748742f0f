#include "backend/host_function.hpp"

#include <exception>

#include <dala/core/small_vector.hpp>

#include "core/error.hpp"
#include "core/threads/stop.hpp"

namespace dala::backend {

namespace {

HostTensor as_host(const TensorRef& tensor) {
  return {tensor.dtype, tensor.shape, {tensor.memory->host(), tensor.bytes()}};
}

HostThreads threads_of(WorkerPool& pool) {
  return {
      &pool, pool.threads(),
      [](void* of, std::size_t count, std::size_t grain, HostThreads::Body body, void* context) {
        static_cast<WorkerPool*>(of)->parallel_for(
            count, grain, [&](std::size_t begin, std::size_t end) { body(context, begin, end); });
      }};
}

}  // namespace

Result<void> run_host_function(const HostKernel& function, const KernelCall& call,
                               WorkerPool& pool) {
  SmallVector<HostTensor, 4> inputs;
  SmallVector<HostTensor, 4> outputs;
  for (const TensorRef& tensor : call.inputs) inputs.push_back(as_host(tensor));
  for (const TensorRef& tensor : call.outputs) outputs.push_back(as_host(tensor));
  try {
    return function({inputs.view(), outputs.view(), call.params, threads_of(pool), current_stop()});
  } catch (const std::exception& error) {
    return fail(ErrorCode::kernel_failed, "{} threw: {}", call.kernel, error.what());
  } catch (...) {
    return fail(ErrorCode::kernel_failed, "{} threw something that is no std::exception",
                call.kernel);
  }
}

}  // namespace dala::backend

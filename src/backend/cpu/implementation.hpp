// How a kernel is run on the CPU: an ordered list of implementations for each kernel name, best
// first; the first that does not reject the call is used.
//
// To add one, write it in a file under kernels/, and name it in that file's `add_...` function.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "backend/device.hpp"
#include "core/error.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala::backend::cpu {

struct Implementation {
  std::string_view kernel;  // what it implements: "matmul"
  std::string_view name;    // what `explain` calls it: "packed"
  // Why it cannot run this call, or empty when it can. Static text.
  std::string_view (*rejects)(const KernelCall& call);
  // Called when there is something to write.
  Result<void> (*run)(const KernelCall& call, WorkerPool& pool);
};

// Left to the implementations, a shape like {2^40, 0} would send some of them through 2^40 rows of
// nothing.
inline Result<void> launch(const Implementation& implementation, const KernelCall& call,
                           WorkerPool& pool) {
  const auto is_empty = [](const TensorRef& output) { return output.shape.elements() == 0; };
  if (std::ranges::all_of(call.outputs, is_empty)) return {};
  return implementation.run(call, pool);
}

inline std::string_view never_refuses(const KernelCall& /*call*/) { return {}; }

// In order of preference per kernel.
using ImplementationList = std::vector<Implementation>;

// One per file under kernels/; all called by cpu_device.cpp.
void add_elementwise(ImplementationList& list);
void add_activation(ImplementationList& list);
void add_cast(ImplementationList& list);
void add_softmax(ImplementationList& list);
void add_transpose(ImplementationList& list);
void add_reduction(ImplementationList& list);
void add_matmul(ImplementationList& list);
void add_generate(ImplementationList& list);

}  // namespace dala::backend::cpu

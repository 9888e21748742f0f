// A kernel made of others, as planning and running see it: what it is made of lies above them
// (compute/pipeline_composite.hpp).
#pragma once

#include <string_view>
#include <vector>

#include <dala/compute.hpp>

#include "backend/device.hpp"
#include "compute/kernels/kernel_entry.hpp"
#include "core/threads/worker_pool.hpp"

namespace dala {

class Composite {
 public:
  // What stands for a tensor of a call: as many bytes, whatever the pipeline sees in them.
  struct End {
    Buffer buffer;
    Shape shape;  // of the call's tensor
  };

  Composite() = default;
  Composite(const Composite&) = delete;
  Composite& operator=(const Composite&) = delete;
  virtual ~Composite() = default;

  [[nodiscard]] virtual const std::vector<End>& outputs() const = 0;
  // Whether the call has inputs of the shapes this was made for.
  [[nodiscard]] virtual Result<void> check_inputs(const KernelInfo& info,
                                                  const backend::KernelCall& call) const = 0;
  // How it runs, without the implementation's own handle.
  [[nodiscard]] virtual backend::Decision decide() const = 0;
  // Those of its kernels that the host runs, and why.
  [[nodiscard]] virtual std::vector<Refusal> refusals(std::string_view device) const = 0;

  [[nodiscard]] virtual Result<void> run(const backend::KernelCall& call, backend::Device& device,
                                         WorkerPool& pool) const = 0;
};

}  // namespace dala

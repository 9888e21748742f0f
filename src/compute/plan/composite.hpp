// The interface of a composite kernel that planning and running use; compute/pipeline_composite.hpp
// implements it.
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
  // The pipeline's buffer for a tensor of the call: as many bytes, perhaps with another type and
  // shape.
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
  // The decision that explains how it runs.
  [[nodiscard]] virtual backend::Decision decide() const = 0;
  // Which of its kernels run on the host, and why.
  [[nodiscard]] virtual std::vector<Rejection> rejections(std::string_view device) const = 0;

  [[nodiscard]] virtual Result<void> run(const backend::KernelCall& call, backend::Device& device,
                                         WorkerPool& pool) const = 0;
};

}  // namespace dala

// Which stages of a pipeline become one kernel.
//
// Neighbouring stages are fused when they work on buffers of one shape, share data, and their
// kernels allow it (kernel/fuse/fuse.hpp); built-in kernels through their sources under kernels/.
// What is too small to be worth compiling is left alone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <dala/compute/command.hpp>
#include <dala/compute/explain.hpp>

#include "compute/kernels/kernel_entry.hpp"
#include "compute/plan/prepare.hpp"

namespace dala {

struct FusedStage {
  Command command;
  // Set for fused stages: the kernel made for them. The command names its buffers and parameters.
  std::shared_ptr<const KernelEntry> entry = nullptr;
  // Why it was not fused with what comes before it, where it could have been, and why variants do
  // not do it with its neighbours.
  std::vector<Rejection> rejections = {};
  // Where a fused stage's parameters came from, in their order; empty for others.
  struct ParamSource {
    std::size_t stage;  // of the pipeline
    std::string name;   // there
  };
  std::size_t first = 0;  // of the pipeline's stages
  std::vector<ParamSource> sources = {};
};

[[nodiscard]] std::vector<FusedStage> fuse_stages(const std::vector<Command>& stages,
                                                  const PrepareContext& context);

}  // namespace dala

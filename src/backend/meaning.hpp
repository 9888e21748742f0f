// What a variant has to compute: a kernel of the kernel language, or several one after the other. A
// device that runs a variant takes only the order of the arguments from it; one that verifies also
// runs it and compares.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "backend/device.hpp"
#include "kernel/ir/ir.hpp"

namespace dala::backend {

struct Meaning {
  // A tensor of a step: one of the call's, or an intermediate one.
  struct Place {
    enum class Of : std::uint8_t { inputs, outputs, between };
    Of of = Of::inputs;
    std::uint32_t number = 0;
  };
  struct Step {
    std::shared_ptr<const kernel::ir::Module> module;
    std::vector<Place> inputs = {};
    std::vector<Place> outputs = {};
    std::vector<std::uint32_t> params =
        {};  // for each parameter of the step, which one of the call
  };
  std::vector<Step> steps = {};
  std::vector<TensorSpec> between = {};

  // In the order in which a variant takes its arguments: the kernel's own, or of several first the
  // inputs, then the outputs.
  std::vector<bool> is_output = {};
  std::vector<kernel::ir::Param> params = {};
};

[[nodiscard]] std::shared_ptr<const Meaning> meaning_of(
    std::shared_ptr<const kernel::ir::Module> module);

// The steps one after the other on a device whose memory the host sees.
[[nodiscard]] Result<std::unique_ptr<Program>> compile_meaning(
    Device& device, std::shared_ptr<const Meaning> meaning);

}  // namespace dala::backend

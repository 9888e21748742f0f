// What is compared with the reference interpreter.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <dala/core/error.hpp>

#include "kernel/interpret/interpret.hpp"
#include "kernel/ir/ir.hpp"

namespace dala::fuzz {

struct Target {
  std::string name;
  // Whether results are defined where arithmetic gives NaN. OpenGL ES leaves that open, and drivers
  // make use of it: `0.0 * x` may become 0.
  bool keeps_nan = true;
  // Whether numbers below the least normal one are numbers, rather than zero.
  bool keeps_denormals = true;
  // Gives back what the kernel prints.
  std::function<Result<std::string>(const std::shared_ptr<const kernel::ir::Module>&,
                                    const kernel::HostLaunch&)>
      run;
  // Programs are compiled with indices of 64 bits, for the interpreter too.
  bool wide_indices = false;
};

[[nodiscard]] const std::vector<Target>& targets();

}  // namespace dala::fuzz

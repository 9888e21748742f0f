// A kernel the registry knows: built in, or written by the user in C++.
#pragma once

#include "compute/kernel_def.hpp"

namespace dala {

struct KernelEntry {
  KernelDef def;
  HostKernel host;  // set: runs on the host through this function
  HostCheck host_check;

  [[nodiscard]] const KernelInfo& info() const { return def.info; }
};

}  // namespace dala

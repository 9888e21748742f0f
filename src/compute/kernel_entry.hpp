// A kernel the registry knows: built in, or written by the user in C++ or in the kernel language.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "compute/kernel_def.hpp"
#include "kernel/ir/ir.hpp"

namespace dala {

class Composite;  // compute/composite.hpp

// What a composite kernel is for inputs of these shapes.
using CompositeMaker =
    std::function<Result<std::shared_ptr<const Composite>>(std::span<const Shape> inputs)>;

struct KernelEntry {
  KernelDef def;
  HostKernel host = {};  // set: runs on the host through this function
  HostCheck host_check = {};
  CompositeMaker composite = {};  // set: a pipeline of other kernels
  // Set: a kernel of the language, with the text it was made from.
  std::string text = {};
  std::shared_ptr<const kernel::ir::Module> module = nullptr;
  std::shared_ptr<backend::Program> program = nullptr;
  bool is_native = false;    // the program was written for the device by hand
  std::size_t joined = 0;    // how many stages of a pipeline it stands for
  std::string content = {};  // of a generated kernel: all that it was made from

  [[nodiscard]] bool is_builtin() const { return !host && !composite && program == nullptr; }
  [[nodiscard]] const KernelInfo& info() const { return def.info; }
};

}  // namespace dala

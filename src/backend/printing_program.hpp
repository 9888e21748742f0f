// Kernels that print, on devices that run code: what they print goes into a buffer beside their
// tensors (kernel/launch/prints.hpp), which is read when a launch is done and shown on stderr. So
// their launches wait for the device, and cannot be captured (Decision::waits). Those that find
// something to show allocate.
#pragma once

#include <functional>
#include <memory>

#include "backend/device.hpp"

namespace dala::backend {

using MakeProgram =
    std::function<std::unique_ptr<Program>(std::shared_ptr<const kernel::ir::Module>)>;

// Compiles a kernel with `make`. A kernel that prints gets the buffer as an additional last output
// first; one that prints nothing, or was given the buffer by its caller, is compiled as it is.
// `device`, whose program it is, must outlive it.
[[nodiscard]] std::unique_ptr<Program> make_printing(
    Device& device, std::shared_ptr<const kernel::ir::Module> module, const MakeProgram& make);

}  // namespace dala::backend

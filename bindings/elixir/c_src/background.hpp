// Work that must not be done on a scheduler of the VM, in the order in which it came: giving large
// things back, and messages from callbacks, which may run on any thread.
//
// One thread for the whole program. It is never ended: the VM does not wait for libraries.
#pragma once

#include <functional>

namespace dala::nif {

void in_background(std::function<void()> job);

}  // namespace dala::nif

// How a thread shares the processor with others.
#pragma once

namespace dala {

// Lets other threads of the program go first, for good: a thread may not raise its priority again.
// On systems other than Linux nothing happens.
void lower_priority_of_this_thread();

}  // namespace dala

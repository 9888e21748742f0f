// How long the device takes for commands, by its own clock: two time stamps among them
// (GL_EXT_disjoint_timer_query).
#pragma once

#include <chrono>
#include <functional>

#include "backend/gles/context/gl_thread.hpp"

namespace dala::backend::gles {

// Only where Description::clock says that there is one.
[[nodiscard]] Result<std::chrono::nanoseconds> time_of(GlThread& thread,
                                                       const std::function<Result<void>()>& work);

}  // namespace dala::backend::gles

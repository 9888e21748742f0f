// OpenGL ES lets quotients and square roots of f32 be some units of their last place off. The
// kernel language does not, so on drivers that make use of that they are computed with integers
// (CallSpecialisation::nearest_by_integers).
#pragma once

#include "backend/gles/context/gl_thread.hpp"

namespace dala::backend::gles {

// Whether both are the nearest numbers here. Found by trying some, once in a process for each
// driver.
[[nodiscard]] bool rounds_to_nearest(GlThread& thread);

}  // namespace dala::backend::gles

// GLSL to a program of the context, through the cache of compiled kernels where there is one.
#pragma once

#include <string>

#include "backend/gles/context/context.hpp"
#include "kernel/cache/disk_cache.hpp"

namespace dala::backend::gles {

struct Shader {
  GLuint program = 0;
  bool from_cache = false;
};

// On the GL thread. Error `compile_failed` with what the driver says.
[[nodiscard]] Result<Shader> make_shader(const Context& context, const std::string& text,
                                         const kernel::DiskCache& cache);

}  // namespace dala::backend::gles

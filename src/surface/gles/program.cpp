#include "surface/gles/program.hpp"

#include "core/error.hpp"

namespace dala::surface {

Result<GlProgram> GlProgram::link(const Gl& gl,
                                  std::initializer_list<backend::gles::Stage> stages) {
  GlProgram program(gl);
  DALA_TRY(backend::gles::link(gl, program.id_, {stages.begin(), stages.size()}));
  return program;
}

Result<void> check(const Context& context) {
  auto done = context.check();
  if (!done && done.error().code == ErrorCode::device_lost)
    return fail(ErrorCode::device_lost, "the GPU was reset; make another surface");
  return done;
}

}  // namespace dala::surface

#include "backend/gles/stopwatch.hpp"

#include <array>

#include "backend/gles/gles_memory.hpp"
#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

struct Stamps {
  std::array<GLuint, 2> queries{};
  std::uint64_t generation = 0;  // of the context they are in
};

Stamps begin(Session& session) {
  Stamps stamps{.generation = session.generation()};
  GLint disjoint = 0;
  session.gl().GetIntegerv(GL_GPU_DISJOINT_EXT, &disjoint);  // what was before is of no concern
  session.gl().GenQueries(2, stamps.queries.data());
  session.gl().QueryCounter(stamps.queries[0], GL_TIMESTAMP_EXT);
  return stamps;
}

Result<void> end(Session& session, const Stamps& stamps) {
  if (session.generation() != stamps.generation)
    return fail(ErrorCode::device_lost, "the device was lost while its time was taken");
  session.gl().QueryCounter(stamps.queries[1], GL_TIMESTAMP_EXT);
  return {};
}

Result<std::chrono::nanoseconds> elapsed(Session& session, const Stamps& stamps) {
  if (session.generation() != stamps.generation)
    return fail(ErrorCode::device_lost, "the device was lost while its time was taken");
  const Gl& gl = session.gl();
  std::array<GLuint64, 2> times{};
  for (std::size_t i = 0; i < 2; ++i)
    gl.GetQueryObjectui64v(stamps.queries[i], GL_QUERY_RESULT, &times[i]);
  gl.DeleteQueries(2, stamps.queries.data());
  GLint disjoint = 0;
  gl.GetIntegerv(GL_GPU_DISJOINT_EXT, &disjoint);
  DALA_TRY(session.check());
  if (disjoint != 0 || times[1] < times[0])
    return fail(ErrorCode::internal,
                "the device's clock was changed while it took the time; try again");
  return std::chrono::nanoseconds(times[1] - times[0]);
}

}  // namespace

Result<std::chrono::nanoseconds> time_of(GlThread& thread,
                                         const std::function<Result<void>()>& work) {
  DALA_TRY(wait_for_all(thread));
  const Stamps stamps = thread.call([](Session& session) { return begin(session); });
  auto done = work();
  if (done) done = thread.call([&](Session& session) { return end(session, stamps); });
  if (done) done = wait_for_all(thread);
  if (!done) {
    thread.call([&](Session& session) {
      if (session.generation() == stamps.generation)
        session.gl().DeleteQueries(2, stamps.queries.data());
      return true;
    });
    return std::unexpected(std::move(done.error()));
  }
  return thread.call([&](Session& session) { return elapsed(session, stamps); });
}

}  // namespace dala::backend::gles

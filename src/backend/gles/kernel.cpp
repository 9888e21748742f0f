#include "backend/gles/kernel.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "backend/gles/context/shader.hpp"
#include "core/error.hpp"

namespace dala::backend::gles {

// The program in the context. Only the GL thread looks inside.
struct Kernel::Object final : GlCommand {
  std::string text;
  Shader shader;
  std::uint64_t generation = 0;
  // The words of the last launch: a series of like launches writes them once.
  std::vector<std::uint32_t> words;
  WordRing::Place place;

  void run(Session& session) override {
    if (generation == session.generation()) session.gl().DeleteProgram(shader.program);
    delete this;
  }
};

struct Launcher::Command final : GlCommand {
  Launcher* owner = nullptr;
  Kernel::Object* object = nullptr;
  KernelLaunch launch;
  Command* next_free = nullptr;
  WatchedLaunch* watched = nullptr;

  void run(Session& session) override {
    auto done = watched != nullptr ? ready_to_watch(session) : Result<void>();
    if (done) done = dispatch(session);
    if (watched == nullptr && !done)
      session.report(std::move(done.error()));
    else if (watched != nullptr && done)
      session.when_done(*watched);
    else if (watched != nullptr)
      watched->end(std::move(done));
    const std::lock_guard lock(owner->mutex_);
    next_free = owner->free_;
    owner->free_ = this;
  }

 private:
  // It has a time limit of its own, so it starts when all work before it is done.
  [[nodiscard]] static Result<void> ready_to_watch(Session& session) {
    session.gl().Finish();
    DALA_TRY(session.check());
    return session.stop_switch().reset(session.context());
  }

  [[nodiscard]] Result<void> dispatch(Session& session) const {
    const Gl& gl = session.gl();
    if (object->generation != session.generation()) {
      DALA_ASSIGN(object->shader,
                  make_shader(session.context(), object->text, kernel::DiskCache({})));
      object->generation = session.generation();
      object->place = {};
    }
    // Before anything is bound: clearing a buffer binds it.
    for (std::size_t i = 0; i < launch.binding_count; ++i)
      DALA_TRY(session.revive(*launch.bindings[i].object));
    for (std::size_t i = 0; i < launch.binding_count; ++i) {
      const Binding& binding = launch.bindings[i];
      if (binding.is_output)
        binding.object->lost = false;
      else if (binding.object->lost)
        return fail(ErrorCode::device_lost,
                    "an input of a kernel was lost when the device was reset");
      gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(i), binding.object->id,
                         static_cast<GLintptr>(binding.offset),
                         static_cast<GLsizeiptr>(std::max<std::size_t>(binding.bytes, 4)));
    }
    bind_words(session);
    gl.UseProgram(object->shader.program);
    if (watched != nullptr) {
      gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(launch.binding_count),
                        session.stop_switch().buffer());
      watched->begin(session);
    }
    gl.DispatchCompute(launch.groups[0], launch.groups[1], 1);
    // Later launches, and later copies and writes of the same buffers.
    gl.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT |
                     (watched != nullptr ? GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT_EXT : 0U));
    return {};
  }

  void bind_words(Session& session) const {
    const std::span words(launch.words.data(), launch.word_count);
    if (!session.words().still_has(object->place) || !std::ranges::equal(object->words, words)) {
      object->words.assign(words.begin(), words.end());
      object->place = session.words().put(words);
    }
    session.gl().BindBufferRange(GL_UNIFORM_BUFFER, 0, session.words().buffer(),
                                 object->place.offset,
                                 static_cast<GLsizeiptr>((words.size_bytes() + 15) / 16 * 16));
  }
};

Launcher::Launcher(std::shared_ptr<GlThread> thread) : thread_(std::move(thread)) {}

Launcher::~Launcher() {
  // Waits until the GL thread has run what was posted, which uses this object's commands.
  thread_->call([](Session&) { return true; });
}

Launcher::Command& Launcher::acquire() {
  const std::lock_guard lock(mutex_);
  if (free_ != nullptr) return *std::exchange(free_, free_->next_free);
  all_.push_back(std::make_unique<Command>());
  all_.back()->owner = this;
  return *all_.back();
}

KernelLaunch& Launcher::launch_of(Command& command) { return command.launch; }

void Launcher::post(Command& command, Kernel::Object& object, WatchedLaunch* watched) {
  command.object = &object;
  command.watched = watched;
  thread_->post(command);
}

Result<std::unique_ptr<Kernel>> Kernel::make(std::shared_ptr<Launcher> launcher, std::string text,
                                             const kernel::DiskCache& cache) {
  auto object = std::make_unique<Object>();
  object->text = std::move(text);
  DALA_TRY(launcher->thread().call([&](Session& session) -> Result<void> {
    DALA_ASSIGN(object->shader, make_shader(session.context(), object->text, cache));
    object->generation = session.generation();
    return {};
  }));
  return std::unique_ptr<Kernel>(new Kernel(std::move(launcher), object.release()));
}

Kernel::Kernel(std::shared_ptr<Launcher> launcher, Object* object)
    : launcher_(std::move(launcher)), object_(object) {}

Kernel::~Kernel() { launcher_->thread().post(*object_); }

bool Kernel::from_cache() const { return object_->shader.from_cache; }

}  // namespace dala::backend::gles

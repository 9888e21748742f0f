#include "backend/gles/gles_memory.hpp"

#include <cstring>

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

std::unexpected<Error> contents_lost() {
  return fail(ErrorCode::device_lost, "what this buffer held was lost when the device was reset");
}

GLsizeiptr gl_size(std::size_t bytes) { return static_cast<GLsizeiptr>(bytes); }

// Reads in three steps, so that neither waiting for the device nor copying holds up the GL thread:
// copy and fence, map behind the fence, and let the reading thread copy out of the mapping. A
// hardware driver would move a buffer that is mapped itself into host memory, so a copy is mapped.
class Readback final : public GlCommand, public Waiting {
 public:
  Readback(BufferObject& from, std::size_t bytes) : from_(&from), bytes_(bytes) {}

  void run(Session& session) override {
    generation_ = session.generation();
    const Gl& gl = session.gl();
    if (from_->generation != generation_ || from_->lost) return end(contents_lost());
    mapped_ = from_->id;
    if (!session.description().software) {
      staging_.capacity = 0;
      gl.GenBuffers(1, &staging_.id);
      gl.BindBuffer(GL_COPY_WRITE_BUFFER, staging_.id);
      gl.BufferData(GL_COPY_WRITE_BUFFER, gl_size(bytes_), nullptr, GL_STREAM_READ);
      gl.BindBuffer(GL_COPY_READ_BUFFER, from_->id);
      gl.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, gl_size(bytes_));
      mapped_ = staging_.id;
    }
    session.when_done(*this);
  }

  void resume(Session& session) override {
    if (auto checked = session.check(); !checked)
      return end(std::unexpected(std::move(checked.error())));
    if (session.generation() != generation_) return end(contents_lost());
    const Gl& gl = session.gl();
    gl.BindBuffer(GL_COPY_READ_BUFFER, mapped_);
    data_ = static_cast<const std::byte*>(
        gl.MapBufferRange(GL_COPY_READ_BUFFER, 0, gl_size(bytes_), GL_MAP_READ_BIT));
    if (data_ == nullptr)
      return end(fail(ErrorCode::out_of_memory, "the device's memory could not be mapped"));
    if (auto report = session.take_report()) {
      unmap(session);
      return end(std::unexpected(std::move(*report)));
    }
    done_.set();
  }

  // On the GL thread, after wait().
  void unmap(Session& session) {
    const Gl& gl = session.gl();
    if (session.generation() != generation_) return;
    gl.BindBuffer(GL_COPY_READ_BUFFER, mapped_);
    gl.UnmapBuffer(GL_COPY_READ_BUFFER);
    if (staging_.id != 0) gl.DeleteBuffers(1, &staging_.id);
  }

  [[nodiscard]] Result<const std::byte*> wait() {
    done_.wait();
    if (!result_) return std::unexpected(result_.error());
    return data_;
  }

 private:
  void end(std::unexpected<Error> error) {
    result_ = std::move(error);
    done_.set();
  }

  BufferObject* from_;
  std::size_t bytes_;
  std::uint64_t generation_ = 0;
  BufferObject staging_;
  GLuint mapped_ = 0;
  const std::byte* data_ = nullptr;
  Result<void> result_;
  Signal done_;
};

class WaitForAll final : public GlCommand, public Waiting {
 public:
  void run(Session& session) override { session.when_done(*this); }
  void resume(Session& session) override {
    result_ = session.check();
    if (auto report = session.take_report()) result_ = std::unexpected(std::move(*report));
    done_.set();
  }
  [[nodiscard]] Result<void> wait() {
    done_.wait();
    return std::move(result_);
  }

 private:
  Result<void> result_;
  Signal done_;
};

}  // namespace

struct GlesMemory::Owned final : GlCommand {
  BufferObject object;
  void run(Session& session) override {
    session.recycle(object);
    delete this;
  }
};

GlesMemory::GlesMemory(std::shared_ptr<GlThread> thread, std::shared_ptr<MemoryBudget> budget,
                       Owned* owned, std::size_t size)
    : thread_(std::move(thread)), budget_(std::move(budget)), owned_(owned), size_(size) {}

GlesMemory::~GlesMemory() {
  thread_->post(*owned_);
  budget_->give_back(size_);
}

BufferObject* GlesMemory::object() const { return &owned_->object; }

Result<std::unique_ptr<Memory>> allocate_memory(const std::shared_ptr<GlThread>& thread,
                                                std::shared_ptr<MemoryBudget> budget,
                                                std::size_t bytes) {
  DALA_TRY(budget->take(bytes));
  auto owned = std::make_unique<GlesMemory::Owned>();
  auto made =
      thread->call([&](Session& session) { return session.make_buffer(owned->object, bytes); });
  if (!made) {
    budget->give_back(bytes);
    return std::unexpected(std::move(made.error()));
  }
  return std::unique_ptr<Memory>(new GlesMemory(thread, std::move(budget), owned.release(), bytes));
}

Result<void> write_memory(GlThread& thread, const Memory& to, std::span<const std::byte> from) {
  if (from.empty()) return {};
  return thread.call([&](Session& session) -> Result<void> {
    BufferObject& object = *object_of(to);
    DALA_TRY(session.revive(object));
    object.lost = false;
    return session.write(object, from);
  });
}

Result<void> read_memory(GlThread& thread, const Memory& from, std::span<std::byte> to) {
  if (to.empty()) return {};
  Readback readback(*object_of(from), to.size());
  thread.post(readback);
  DALA_ASSIGN(const std::byte* data, readback.wait());
  std::memcpy(to.data(), data, to.size());
  return thread.call([&](Session& session) -> Result<void> {
    readback.unmap(session);
    return {};
  });
}

Result<void> wait_for_all(GlThread& thread) {
  WaitForAll command;
  thread.post(command);
  return command.wait();
}

Result<void> copy_memory(GlThread& thread, const Memory& from, const Memory& to,
                         std::size_t bytes) {
  if (bytes == 0 || &from == &to) return {};
  return thread.call([&](Session& session) -> Result<void> {
    const BufferObject& source = *object_of(from);
    BufferObject& target = *object_of(to);
    if (source.generation != session.generation() || source.lost) return contents_lost();
    DALA_TRY(session.revive(target));
    target.lost = false;
    return session.copy(source, target, bytes);
  });
}

}  // namespace dala::backend::gles

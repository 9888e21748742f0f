#include "backend/gles/context/session.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

constexpr GLuint64 moment_ns = 200'000;

}  // namespace

Result<std::unique_ptr<Session>> Session::create() {
  DALA_ASSIGN(auto context, Context::create());
  return std::unique_ptr<Session>(new Session(std::move(context)));
}

Session::Session(std::unique_ptr<Context> context) : context_(std::move(context)) {
  begin_context();
}

Session::~Session() {
  while (has_waiting()) poll(true);
  stop_switch_.close(*context_);
  words_->clear();
  transfer_->clear();
  pool_->clear();
}

void Session::begin_context() {
  pool_.emplace(gl());
  transfer_.emplace(*context_);
  words_.emplace(gl(), *pool_);
}

Result<void> Session::make_buffer(BufferObject& object, std::size_t bytes) {
  const std::size_t capacity = std::max<std::size_t>((bytes + 255) / 256 * 256, 256);
  object = {pool_->take(capacity), capacity, generation_};
  if (object.id != 0) return transfer_->zero(object.id, capacity);
  DALA_TRY(check());
  return fail(ErrorCode::out_of_memory, "the device has no room for {} bytes", bytes);
}

// Uploads through a staging buffer that no command uses, so that the host writes nothing that is in
// use. Software keeps the order by itself, and there the detour would cost as much as the copy.
Result<void> Session::write(const BufferObject& to, std::span<const std::byte> from) {
  const std::size_t capacity = (from.size() + 255) / 256 * 256;
  const bool direct = description().software;
  const GLuint buffer = direct ? to.id : pool_->take(capacity);
  if (buffer == 0) {
    DALA_TRY(check());
    return fail(ErrorCode::out_of_memory, "the device has no room for {} bytes on their way",
                from.size());
  }
  gl().BindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  gl().BufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(from.size()), from.data());
  if (!direct) {
    DALA_TRY(transfer_->copy(buffer, to.id, from.size()));
    pool_->give(buffer, capacity);
  }
  return check();
}

Result<void> Session::copy(const BufferObject& from, const BufferObject& to, std::size_t bytes) {
  DALA_TRY(transfer_->copy(from.id, to.id, bytes));
  return check();
}

void Session::recycle(const BufferObject& object) {
  if (object.generation == generation_) pool_->give(object.id, object.capacity);
}

Result<void> Session::revive(BufferObject& object) {
  if (object.generation == generation_) return {};
  DALA_TRY(make_buffer(object, object.capacity));
  object.lost = true;
  return {};
}

void Session::when_done(Waiting& waiting) {
  waiting_.push_back({gl().FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0), &waiting});
  gl().Flush();
}

void Session::poll(bool block) {
  std::size_t passed = 0;
  for (; passed < waiting_.size(); ++passed) {
    const GLenum state = gl().ClientWaitSync(waiting_[passed].sync, GL_SYNC_FLUSH_COMMANDS_BIT,
                                             block && passed == 0 ? moment_ns : 0);
    if (state == GL_TIMEOUT_EXPIRED) break;
  }
  // A resumed command may wait again, or find that the context and its sync objects are lost.
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(passed);
  passed_.assign(waiting_.begin(), end);
  waiting_.erase(waiting_.begin(), end);
  for (const Fence& fence : passed_) gl().DeleteSync(fence.sync);
  for (const Fence& fence : passed_) fence.waiting->resume(*this);
}

Result<void> Session::check() {
  auto done = context_->check();
  if (lose_ || (!done && done.error().code == ErrorCode::device_lost)) return replace_context();
  return done;
}

Result<void> Session::replace_context() {
  lose_ = false;
  // Waiting commands notice the loss by the generation.
  std::vector<Fence> waiting;
  waiting.swap(waiting_);
  stop_switch_.close(*context_);
  words_.reset();
  transfer_.reset();
  pool_.reset();
  context_.reset();
  ++generation_;
  auto made = Context::create();
  if (!made)
    return fail(ErrorCode::device_lost, "the device was lost and did not come back: {}",
                made.error().message);
  context_ = std::move(*made);
  begin_context();
  for (const Fence& fence : waiting) fence.waiting->resume(*this);
  return fail(ErrorCode::device_lost,
              "the device was reset; kernels are made again, but what its buffers held is lost");
}

void Session::report(Error error) {
  if (!report_) report_ = std::move(error);
}

std::optional<Error> Session::take_report() { return std::exchange(report_, std::nullopt); }

}  // namespace dala::backend::gles

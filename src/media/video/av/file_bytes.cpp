#include "media/video/av/file_bytes.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace dala::media::video {

namespace {

constexpr int buffer_bytes = 1 << 16;
constexpr int patience_ms = 100;  // how often an interruption is looked for

}  // namespace

Result<std::unique_ptr<FileBytes>> FileBytes::make(SourceFile file,
                                                   const std::atomic<bool>& interrupted) {
  std::unique_ptr<FileBytes> made(new FileBytes(std::move(file), interrupted));
  auto* buffer = static_cast<std::uint8_t*>(av_malloc(buffer_bytes));
  if (buffer != nullptr)
    made->context_ = avio_alloc_context(buffer, buffer_bytes, 0, made.get(), read, nullptr,
                                        made->file_.plain ? seek : nullptr);
  if (made->context_ == nullptr) {
    av_free(buffer);
    return fail(ErrorCode::out_of_memory, "no memory to read a file");
  }
  return made;
}

FileBytes::~FileBytes() {
  // libav may have made another by now.
  if (context_ != nullptr) av_freep(static_cast<void*>(&context_->buffer));
  avio_context_free(&context_);
}

int FileBytes::read(void* self, std::uint8_t* to, int bytes) {
  const FileBytes& file = *static_cast<FileBytes*>(self);
  const int descriptor = file.file_.handle.get();
  while (!file.interrupted_) {
    if (!file.file_.plain) {
      pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, patience_ms) == 0) continue;
    }
    const ssize_t got = ::read(descriptor, to, static_cast<std::size_t>(bytes));
    if (got > 0) return static_cast<int>(got);
    if (got == 0) return AVERROR_EOF;
    if (errno != EINTR && errno != EAGAIN) return AVERROR(errno);
  }
  return AVERROR_EXIT;
}

std::int64_t FileBytes::seek(void* self, std::int64_t offset, int whence) {
  const int descriptor = static_cast<FileBytes*>(self)->file_.handle.get();
  if ((whence & AVSEEK_SIZE) != 0) {
    struct stat info{};
    return ::fstat(descriptor, &info) == 0 ? info.st_size : AVERROR(errno);
  }
  const off_t at = ::lseek(descriptor, offset, whence & ~AVSEEK_FORCE);
  return at >= 0 ? at : AVERROR(errno);
}

}  // namespace dala::media::video

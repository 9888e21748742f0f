#include "media/video/av/output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace dala::media::video {

namespace {

constexpr int buffer_size = 64 << 10;

// libav hands its callbacks a pointer; the number of an open file fits into one.
int descriptor_of(void* opaque) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(opaque));
}

// All of it, as libav expects.
int write_bytes(void* opaque, std::uint8_t* bytes, int size) {
  for (int done = 0; done < size;) {
    const ssize_t written =
        ::write(descriptor_of(opaque), bytes + done, static_cast<std::size_t>(size - done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return AVERROR(errno);
    done += static_cast<int>(written);
  }
  return size;
}

std::int64_t seek(void* opaque, std::int64_t offset, int whence) {
  if (whence == AVSEEK_SIZE) {
    struct stat found{};
    return ::fstat(descriptor_of(opaque), &found) == 0 ? found.st_size : AVERROR(errno);
  }
  const off_t at = ::lseek(descriptor_of(opaque), offset, whence);
  return at < 0 ? AVERROR(errno) : at;
}

}  // namespace

AVIOContext* open_output(int descriptor, bool can_seek) {
  auto* buffer = static_cast<unsigned char*>(av_malloc(buffer_size));
  if (buffer == nullptr) return nullptr;
  // What libav hands back is a pointer; the number fits in one.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto* number = reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor));
  AVIOContext* made = avio_alloc_context(buffer, buffer_size, 1, number, nullptr, write_bytes,
                                         can_seek ? seek : nullptr);
  if (made == nullptr) av_free(buffer);
  return made;
}

void FreeOutput::operator()(AVFormatContext* context) const {
  if (context->pb != nullptr) {
    av_freep(static_cast<void*>(&context->pb->buffer));
    avio_context_free(&context->pb);
  }
  avformat_free_context(context);
}

}  // namespace dala::media::video

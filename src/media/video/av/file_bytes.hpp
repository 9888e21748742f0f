// An open file as libav reads it: its bytes, and no way to any other.
#pragma once

#include <atomic>

#include "core/files/source.hpp"
#include "media/video/av/av.hpp"

namespace dala::media::video {

class FileBytes {
 public:
  // Waiting for a pipe ends when `interrupted` is set, which must outlive this.
  [[nodiscard]] static Result<std::unique_ptr<FileBytes>> make(
      SourceFile file, const std::atomic<bool>& interrupted);
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes();

  [[nodiscard]] AVIOContext* context() const { return context_; }

 private:
  FileBytes(SourceFile file, const std::atomic<bool>& interrupted)
      : file_(std::move(file)), interrupted_(interrupted) {}
  static int read(void* self, std::uint8_t* to, int bytes);
  static std::int64_t seek(void* self, std::int64_t offset, int whence);

  SourceFile file_;
  const std::atomic<bool>& interrupted_;
  AVIOContext* context_ = nullptr;
};

}  // namespace dala::media::video

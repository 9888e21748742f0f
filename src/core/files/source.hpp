// Files that a policy allows, opened so that what was checked is what is read.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/source_policy.hpp>

namespace dala {

class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
  FileHandle(FileHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  ~FileHandle() { close(); }

  [[nodiscard]] int get() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }
  void close() {
    if (const int descriptor = std::exchange(descriptor_, -1); descriptor >= 0) ::close(descriptor);
  }

 private:
  int descriptor_ = -1;
};

struct SourceFile {
  FileHandle handle = {};
  bool plain = false;       // else a pipe or a device, which cannot go back
  std::uint64_t bytes = 0;  // of a plain file
  // Which plain file it is, in which state, whatever its name: what was read of it may be kept
  // under this.
  std::string identity = {};
};

// Whether the caller chose this very source.
[[nodiscard]] bool is_named(const SourcePolicy& policy, const std::string& source);

// A plain file that the policy allows, or whatever was named. Nothing else is even opened, because
// opening a device may already do something.
[[nodiscard]] Result<SourceFile> open_source(const std::filesystem::path& file,
                                             const SourcePolicy& policy);

// All of it; `file` is for messages, and more than `most` bytes are `bad_file`.
[[nodiscard]] Result<std::vector<std::byte>> read_source(const SourceFile& opened,
                                                         const std::filesystem::path& file,
                                                         std::uint64_t most);

}  // namespace dala

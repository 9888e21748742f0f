#include "core/files/output_file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/files/write_all.hpp"

namespace dala {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t buffer_size = std::size_t{64} << 10;
constexpr int most_links = 40;      // as many as the system follows
constexpr int most_partials = 999;  // of one file, kept beside it

std::unexpected<Error> could_not(const char* what, const fs::path& file, int reason) {
  return fail(ErrorCode::io, "could not {} {}: {}", what, file.string(), std::strerror(reason));
}

// The file descriptor that a name such as /proc/self/fd/3 stands for, to which /dev/stdout and
// /dev/fd/3 are links; -1 for any other name.
int own_descriptor(const fs::path& file) {
  std::error_code failed;
  if (fs::canonical(file.parent_path(), failed) != format("/proc/{}/fd", ::getpid())) return -1;
  const std::string name = file.filename().string();
  int number = -1;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
  return read.ec == std::errc() && read.ptr == name.data() + name.size() ? number : -1;
}

// A link in /proc/PID/fd leads to a file that a process has open. The path it shows may by now
// belong to another file, or to none.
bool is_among_processes(const fs::path& file) {
  struct statfs info{};
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return ::statfs(folder.c_str(), &info) == 0 &&
         static_cast<std::uint32_t>(info.f_type) == PROC_SUPER_MAGIC;
}

// The file that a chain of links ends at, even if it does not exist yet.
struct Followed {
  fs::path place;
  bool is_open = false;  // the name of an open file in /proc
  int descriptor = -1;   // of that file, where this process has it open
};
Followed followed(fs::path file) {
  for (int i = 0; i < most_links; ++i) {
    std::error_code no_link;
    const fs::path target = fs::read_symlink(file, no_link);
    if (no_link) break;
    if (is_among_processes(file)) {
      const int own = own_descriptor(file);
      return {std::move(file), true, own};
    }
    file = file.parent_path() / target;  // which is the target alone where that is absolute
  }
  return {std::move(file)};
}

Result<void> take_owner_and_mode(const fs::path& file, int descriptor, const struct stat& old) {
  struct stat made{};
  if (::fstat(descriptor, &made) != 0) return could_not("create", file, errno);
  if ((made.st_uid != old.st_uid || made.st_gid != old.st_gid) &&
      ::fchown(descriptor, old.st_uid, old.st_gid) != 0)
    return fail(ErrorCode::io,
                "could not replace {}: it belongs to user {} and group {}, and a new file could "
                "not be theirs ({}); remove it first, or choose another name",
                file.string(), old.st_uid, old.st_gid, std::strerror(errno));
  if (::fchmod(descriptor, old.st_mode & 0777U) != 0) return could_not("create", file, errno);
  return {};
}

}  // namespace

OutputFile::OutputFile(fs::path file, fs::path place, OutputPart part, bool replaces)
    : file_(std::move(file)),
      place_(std::move(place)),
      part_(std::move(part.file)),
      descriptor_(part.descriptor),
      replaces_(replaces) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : file_(std::move(other.file_)),
      place_(std::move(other.place_)),
      part_(std::exchange(other.part_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      replaces_(other.replaces_),
      buffer_(std::move(other.buffer_)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  file_ = std::move(other.file_);
  place_ = std::move(other.place_);
  part_ = std::exchange(other.part_, {});
  descriptor_ = std::exchange(other.descriptor_, -1);
  replaces_ = other.replaces_;
  buffer_ = std::move(other.buffer_);
  return *this;
}

OutputFile::~OutputFile() { discard(); }

Result<OutputFile> OutputFile::create(const fs::path& file) {
  const auto [place, is_open, own] = followed(file);
  // The state is read once: the file may be replaced at any time, and a second call describe
  // another one.
  struct stat old{};
  const bool exists = ::stat(place.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) return could_not("create", file, errno);
  if (exists && S_ISDIR(old.st_mode))
    return fail(ErrorCode::io, "could not write {}: it is a folder; name a file", file.string());
  if (own >= 0) {
    // Appends at the descriptor's own position, so that output before and after stays in order.
    const int same = ::fcntl(own, F_DUPFD_CLOEXEC, 0);
    if (same < 0) return could_not("open", file, errno);
    return OutputFile(file, file, {{}, same}, false);
  }
  if (is_open || (exists && !S_ISREG(old.st_mode))) return open_in_place(file);
  if (place.filename().empty()) return could_not("create", file, ENOENT);
  // Whoever may write to the folder could replace a read-only file, so permission to write the file
  // itself is checked. One that is gone by now needs no check.
  if (exists && ::faccessat(AT_FDCWD, place.c_str(), W_OK, AT_EACCESS) != 0 && errno != ENOENT)
    return could_not("write", file, errno);
  // The temporary file is no more readable than the file it replaces.
  DALA_ASSIGN(OutputPart part, make_output_part(place, exists ? 0600 : 0666));
  OutputFile made(file, place, std::move(part), exists);
  if (exists) DALA_TRY(take_owner_and_mode(file, made.descriptor_, old));
  return made;
}

Result<OutputFile> OutputFile::open_in_place(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return could_not("open", file, errno);
  return OutputFile(file, file, {{}, descriptor}, false);
}

std::unexpected<Error> OutputFile::could_not_write(int reason) const {
  return could_not("write", file_, reason);
}

Result<void> OutputFile::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) DALA_TRY(flush());
  if (bytes.size() < buffer_size) {
    buffer_.reserve(buffer_size);
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    return {};
  }
  if (const int reason = write_all(descriptor_, bytes); reason != 0) return could_not_write(reason);
  return {};
}

Result<void> OutputFile::flush() {
  const int reason = write_all(descriptor_, buffer_);
  buffer_.clear();
  if (reason != 0) return could_not_write(reason);
  return {};
}

Result<bool> OutputFile::complete() {
  DALA_TRY(flush());
  if (part_.empty()) {
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0 && errno != EINTR) return could_not_write(errno);
    return false;
  }
  // Without fsync the rename could reach the disk before the contents, and a power failure would
  // lose the old file as well.
  if (replaces_ && ::fdatasync(descriptor_) != 0) return could_not_write(errno);
  return true;
}

Result<void> OutputFile::commit() {
  DALA_ASSIGN(const bool to_be_named, complete());
  if (!to_be_named) return {};
  // What came there in the meantime may be no file.
  struct stat found{};
  if (::lstat(place_.c_str(), &found) == 0 && !S_ISREG(found.st_mode))
    return could_not_write(EEXIST);
  if (::rename(part_.c_str(), place_.c_str()) != 0) return could_not_write(errno);
  part_.clear();
  close();  // only now: without its lock a part may be removed
  return {};
}

Result<void> OutputFile::commit_new() {
  DALA_ASSIGN(const bool to_be_named, complete());
  const int reason = to_be_named ? rename_to_free(part_, place_) : 0;
  if (reason == EEXIST)
    return fail(ErrorCode::already_exists, "there is a file {} already", file_.string());
  if (reason != 0) return could_not_write(reason);
  part_.clear();
  close();
  return {};
}

Result<fs::path> OutputFile::keep_partial() {
  DALA_ASSIGN(const bool to_be_named, complete());
  if (!to_be_named) return file_;
  // Both together are no longer than file systems allow a name to be (255 bytes), with the number.
  const std::string extension = shortened(place_.extension().string(), 40);
  const std::string stem = shortened(place_.stem().string(), 200) + ".partial";
  int reason = EEXIST;
  for (int i = 1; i <= most_partials && reason == EEXIST; ++i) {
    fs::path name =
        place_.parent_path() / format("{}{}{}", stem, i == 1 ? "" : format("-{}", i), extension);
    reason = rename_to_free(part_, name);
    if (reason != 0) continue;
    part_.clear();
    close();
    return name;
  }
  return could_not_write(reason);
}

void OutputFile::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void OutputFile::discard() {
  if (!part_.empty()) ::unlink(part_.c_str());
  part_.clear();
  close();
}

}  // namespace dala

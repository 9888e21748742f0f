#include "core/files/output_part.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "core/error.hpp"

namespace dala {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view ending = ".dala-part";
constexpr std::size_t digits = 16;
// How much of the final name the temporary name repeats, so that it stays within the 255 bytes that
// file systems allow.
constexpr std::size_t longest_stem = 200;

std::string part_name(const fs::path& place, std::uint64_t number) {
  return format("{}.{:016x}{}", shortened(place.filename().string(), longest_stem), number, ending);
}

bool is_part_name(std::string_view name) {
  if (!name.ends_with(ending)) return false;
  name.remove_suffix(ending.size());
  if (name.size() < digits + 2 || name[name.size() - digits - 1] != '.') return false;
  return std::ranges::all_of(name.substr(name.size() - digits), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

// Whether the name still leads to the open file.
bool is_named(const fs::path& file, int descriptor) {
  struct stat open{};
  struct stat named{};
  return ::fstat(descriptor, &open) == 0 && ::lstat(file.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

void remove_if_left(const fs::path& part) {
  // Anything may have such a name, so opening it must neither wait for a pipe nor follow a link.
  const Descriptor open(
      ::open(part.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat found{};
  if (open.get() < 0 || ::fstat(open.get(), &found) != 0 || !S_ISREG(found.st_mode)) return;
  if (::flock(open.get(), LOCK_EX | LOCK_NB) != 0) return;  // its writer is still running
  if (is_named(part, open.get())) ::unlink(part.c_str());
}

// The inode alone does not identify a folder: file systems reuse the inode of one that was removed.
using FolderId =
    std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::int64_t, std::uint32_t>;
std::optional<FolderId> id_of(const fs::path& folder) {
  struct statx found{};
  if (::statx(AT_FDCWD, folder.c_str(), 0, STATX_INO | STATX_BTIME, &found) != 0) return {};
  return FolderId(found.stx_dev_major, found.stx_dev_minor, found.stx_ino, found.stx_btime.tv_sec,
                  found.stx_btime.tv_nsec);
}

void remove_left_parts(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<FolderId> looked_at;
  const auto id = id_of(folder);
  if (!id) return;
  {
    const std::scoped_lock lock(mutex);
    if (!looked_at.insert(*id).second) return;
  }
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
    if (is_part_name(at->path().filename().string())) remove_if_left(at->path());
}

}  // namespace

std::string shortened(std::string name, std::size_t longest) {
  if (name.size() <= longest) return name;
  name.resize(longest);
  // Some file systems accept only valid UTF-8, so a character is never cut in half.
  while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0U) == 0x80)
    name.pop_back();
  if (!name.empty() && static_cast<unsigned char>(name.back()) >= 0xC0) name.pop_back();
  return name;
}

Result<OutputPart> make_output_part(const fs::path& place, mode_t mode) {
  const fs::path folder = place.has_parent_path() ? place.parent_path() : fs::path(".");
  remove_left_parts(folder);
  while (true) {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != sizeof number)
      return fail(ErrorCode::io, "could not create {}: no random numbers: {}", place.string(),
                  std::strerror(errno));
    const fs::path part = place.parent_path() / part_name(place, number);
    Descriptor open(::open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (open.get() < 0) {
      if (errno == EEXIST || errno == EINTR) continue;
      return fail(ErrorCode::io, "could not create {}: {}", place.string(), std::strerror(errno));
    }
    // Between creating and locking it another process may have removed it as abandoned. File
    // systems without locks say so with other errors, and nothing is ever removed from them.
    const bool taken = ::flock(open.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (taken || !is_named(part, open.get())) continue;
    return OutputPart{part, open.release()};
  }
}

int rename_to_free(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // File systems that cannot: a second name, which never replaces one, and then the first goes.
  if (::link(from.c_str(), to.c_str()) != 0) return errno;
  return ::unlink(from.c_str()) == 0 ? 0 : errno;
}

}  // namespace dala

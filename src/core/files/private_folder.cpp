#include "core/files/private_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>
#include <utility>

#include "core/error.hpp"
#include "core/files/write_all.hpp"

namespace dala {

namespace {

class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  void operator=(int number) {
    if (number_ >= 0) ::close(number_);
    number_ = number;
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

std::unexpected<Error> io_error(const char* what, const std::string& which) {
  return fail(ErrorCode::io, "could not {} {}: {}", what, which, std::strerror(errno));
}

Result<void> check_folder(int folder, const std::string& path, bool is_last) {
  struct stat about{};
  if (::fstat(folder, &about) != 0) return io_error("look at", path);
  const uid_t user = ::geteuid();
  if (about.st_uid != user && (is_last || about.st_uid != 0))
    return fail(ErrorCode::io, "{} belongs to user {}, not to user {}{}", path, about.st_uid, user,
                is_last || user == 0 ? "" : " or root");
  const bool is_shared = (about.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  const bool keeps_names = !is_last && (about.st_mode & S_ISVTX) != 0;
  if (is_shared && !keeps_names)
    return fail(ErrorCode::io, "others can write to {} (mode {:o}); `chmod go-w {}` ends that",
                path, about.st_mode & 07777U, path);
  return {};
}

struct Named {
  std::string name;
  std::int64_t changed = 0;  // in nanoseconds
  std::uint64_t bytes = 0;
};

std::int64_t nanoseconds(const timespec& time) {
  return (std::int64_t{time.tv_sec} * 1'000'000'000) + time.tv_nsec;
}

// The plain files of a folder.
std::vector<Named> files_in(int folder) {
  std::vector<Named> files;
  const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, decltype([](DIR* open) { ::closedir(open); })> entries(
      again < 0 ? nullptr : ::fdopendir(again));
  if (entries == nullptr) {
    if (again >= 0) ::close(again);
    return files;
  }
  while (const dirent* entry = ::readdir(entries.get())) {
    struct stat about{};
    if (::fstatat(folder, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(about.st_mode))
      files.push_back(
          {entry->d_name, nanoseconds(about.st_mtim), static_cast<std::uint64_t>(about.st_size)});
  }
  return files;
}

constexpr std::string_view being_written = ".part";

}  // namespace

Result<std::optional<PrivateFolder>> PrivateFolder::open(const std::filesystem::path& path,
                                                         Missing missing) {
  std::error_code failed;
  // Links on the way may be followed, because the path they resolve to is checked from the root
  // down.
  std::filesystem::path real = std::filesystem::absolute(path, failed);
  if (!failed) real = std::filesystem::weakly_canonical(real, failed);
  if (failed) return fail(ErrorCode::io, "could not find {}: {}", path.string(), failed.message());
  constexpr int as_folder = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  File here(::open("/", as_folder));
  if (!here.is_open()) return io_error("open", "/");
  std::filesystem::path so_far = "/";
  DALA_TRY(check_folder(here.number(), so_far.string(), false));
  const std::filesystem::path names = real.relative_path();
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (name->empty()) continue;  // after a slash at the end
    so_far /= *name;
    int next = ::openat(here.number(), name->c_str(), as_folder);
    if (next < 0 && errno == ENOENT) {
      if (missing == Missing::stays) return std::nullopt;
      if (::mkdirat(here.number(), name->c_str(), S_IRWXU) != 0 && errno != EEXIST)
        return io_error("make", so_far.string());
      next = ::openat(here.number(), name->c_str(), as_folder);
    }
    if (next < 0) return io_error("open", so_far.string());
    here = next;
    const auto following = std::next(name);
    DALA_TRY(check_folder(here.number(), so_far.string(),
                          following == names.end() || following->empty()));
  }
  return PrivateFolder(here.release());
}

PrivateFolder::~PrivateFolder() {
  if (folder_ >= 0) ::close(folder_);
}

PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept
    : folder_(std::exchange(other.folder_, -1)) {}

PrivateFolder& PrivateFolder::operator=(PrivateFolder&& other) noexcept {
  std::swap(folder_, other.folder_);
  return *this;
}

Result<std::optional<std::vector<std::byte>>> PrivateFolder::read(const std::string& name,
                                                                  std::size_t most) const {
  // Without O_NONBLOCK a pipe would wait for a writer.
  const File file(::openat(folder_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) {
    if (errno == ENOENT) return std::nullopt;
    return io_error("open", name);
  }
  struct stat about{};
  if (::fstat(file.number(), &about) != 0) return io_error("look at", name);
  if (!S_ISREG(about.st_mode)) return fail(ErrorCode::io, "{} is no plain file", name);
  if (about.st_uid != ::geteuid() || (about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return fail(ErrorCode::io, "{} is not this user's alone (owner {}, mode {:o})", name,
                about.st_uid, about.st_mode & 07777U);
  if (about.st_size < 0 || static_cast<std::size_t>(about.st_size) > most)
    return fail(ErrorCode::io, "{} has {} bytes; at most {} are read", name, about.st_size, most);
  std::vector<std::byte> bytes(static_cast<std::size_t>(about.st_size));
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::read(file.number(), bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_error("read", name);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

Result<void> PrivateFolder::write(const std::string& name,
                                  std::initializer_list<std::span<const std::byte>> parts,
                                  Existing existing) const {
  // The process id and a counter make the name unique, so that no other writer has the same.
  static std::atomic<std::uint64_t> number = 0;
  const std::string making =
      format("{}{}{}-{}", name, being_written, ::getpid(), number.fetch_add(1));
  const File file(::openat(folder_, making.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           S_IRUSR | S_IWUSR));
  if (!file.is_open()) return io_error("create", name);
  bool good = true;
  for (const std::span<const std::byte> part : parts)
    good = good && write_all(file.number(), part) == 0;
  if (good && existing == Existing::is_replaced) {
    if (::renameat(folder_, making.c_str(), folder_, name.c_str()) == 0) return {};
    good = false;
  } else if (good) {
    good = ::linkat(folder_, making.c_str(), folder_, name.c_str(), 0) == 0 || errno == EEXIST;
  }
  const int reason = errno;
  ::unlinkat(folder_, making.c_str(), 0);
  errno = reason;
  if (!good) return io_error("write", name);
  return {};
}

void PrivateFolder::shrink(std::string_view ending, std::uint64_t most) const {
  constexpr std::int64_t long_ago =
      std::int64_t{3600} * 1'000'000'000;  // an hour; no write takes that long
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  std::vector<Named> files = files_in(folder_);
  std::ranges::sort(files, std::ranges::greater{}, &Named::changed);
  std::uint64_t bytes = 0;
  for (const Named& file : files) {
    const bool is_ours = file.name.ends_with(ending);
    const bool is_left =
        file.name.find(std::string(ending) + std::string(being_written)) != std::string::npos &&
        nanoseconds(now) - file.changed > long_ago;
    if (is_ours) bytes += file.bytes;
    if ((is_ours && bytes > most) || is_left) ::unlinkat(folder_, file.name.c_str(), 0);
  }
}

}  // namespace dala

#include "core/files/source.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace dala {

namespace {

namespace fs = std::filesystem;

template <typename... Args>
std::unexpected<Error> could_not_open(const fs::path& file, const char* why, const Args&... args) {
  return fail(ErrorCode::io, "could not open {}: {}", file.string(),
              fail(ErrorCode::io, why, args...).error().message);
}

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

// Files in /proc and /sys claim to be plain files but are generated while they are read: some
// block, and some never end.
bool is_made_up(int descriptor) {
  struct statfs info{};
  if (::fstatfs(descriptor, &info) != 0) return true;
  constexpr std::array<std::uint32_t, 6> systems = {PROC_SUPER_MAGIC, SYSFS_MAGIC,
                                                    DEBUGFS_MAGIC,    TRACEFS_MAGIC,
                                                    SECURITYFS_MAGIC, CGROUP2_SUPER_MAGIC};
  return std::ranges::find(systems, static_cast<std::uint32_t>(info.f_type)) != systems.end();
}

// The time of the last change to the contents or metadata (ctime), which users cannot set back.
std::string identity_of(const struct stat& info) {
  return format("{}:{}:{}:{}.{:09}", info.st_dev, info.st_ino, info.st_size, info.st_ctim.tv_sec,
                info.st_ctim.tv_nsec);
}

bool is_within(const fs::path& file, const fs::path& folder) {
  const auto [in_folder, in_file] = std::ranges::mismatch(folder, file);
  return in_folder == folder.end();
}

// Checks the path of the open file rather than its name, because links in the name may change at
// any time.
Result<void> check_place(const fs::path& file, int descriptor, const SourcePolicy& policy) {
  std::error_code failed;
  const fs::path real = fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor), failed);
  if (failed)
    return could_not_open(file, "where it is cannot be found out without /proc: {}",
                          failed.message());
  std::string allowed;
  for (const fs::path& path : policy.paths) {
    const fs::path folder = fs::canonical(path.empty() ? "." : path, failed);
    if (failed) continue;
    if (is_within(real, folder)) return {};
    allowed += (allowed.empty() ? "" : ", ") + folder.string();
  }
  return could_not_open(
      file, "{}",
      allowed.empty() ? "no file may be opened here; name the folders that may (--allow, or "
                        "SourcePolicy::paths)"
                      : "only files in " + allowed +
                            " may be; name other folders with --allow, or in SourcePolicy::paths");
}

}  // namespace

bool is_named(const SourcePolicy& policy, const std::string& source) {
  return std::ranges::find(policy.named, source) != policy.named.end();
}

Result<SourceFile> open_source(const fs::path& file, const SourcePolicy& policy) {
  if (file.native().find('\0') != std::string::npos)
    return could_not_open(file.c_str(), "its name has a byte that is zero");
  const bool named = is_named(policy, file.string());
  struct stat info{};
  if (::stat(file.c_str(), &info) != 0) return could_not_open(file, "{}", std::strerror(errno));
  const auto is_wrong = [&] { return S_ISDIR(info.st_mode) || (!named && !S_ISREG(info.st_mode)); };
  const auto wrong = [&] {
    return could_not_open(
        file,
        S_ISDIR(info.st_mode) ? "it is {}" : "it is {}, and only plain files may be opened here",
        kind_of(info.st_mode));
  };
  if (is_wrong()) return wrong();
  // What was a file a moment ago may be a pipe now, which must not be waited for.
  const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (named ? 0 : O_NONBLOCK);
  SourceFile opened{.handle = FileHandle(::open(file.c_str(), flags))};
  if (opened.handle.get() < 0 || ::fstat(opened.handle.get(), &info) != 0)
    return could_not_open(file, "{}", std::strerror(errno));
  if (is_wrong()) return wrong();
  opened.plain = S_ISREG(info.st_mode);
  opened.bytes = opened.plain ? static_cast<std::uint64_t>(info.st_size) : 0;
  if (opened.plain) opened.identity = identity_of(info);
  if (named) return opened;
  if (is_made_up(opened.handle.get()))
    return could_not_open(file, "it is a file of the system's, made up while it is read");
  if (!policy.any_file) DALA_TRY(check_place(file, opened.handle.get(), policy));
  return opened;
}

}  // namespace dala

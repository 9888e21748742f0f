#include "ml/store/checked.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <optional>

#include "core/error.hpp"
#include "core/files/file.hpp"
#include "core/files/sha256.hpp"
#include "core/files/source.hpp"
#include "core/files/user_cache.hpp"
#include "core/text/log.hpp"

namespace dala::ml {

namespace fs = std::filesystem;

namespace {

// The identity of a file without reading it. The time of the last change of any kind (ctime) cannot
// be set back, unlike that of its contents (mtime).
struct Stamp {
  std::string text;
  bool settled = false;
};

Result<Stamp> stamp_of(const fs::path& file, const SourceFile& opened) {
  struct stat found{};
  if (::fstat(opened.handle.get(), &found) != 0)
    return fail(ErrorCode::io, "could not read {}: {}", file.string(), std::strerror(errno));
  // Timestamps have a limited resolution: a change right after another may leave them equal.
  constexpr std::time_t some_seconds = 2;
  return Stamp{format("{} {} {} {}.{:09} {}.{:09}\n", found.st_dev, found.st_ino, found.st_size,
                      found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_ctim.tv_sec,
                      found.st_ctim.tv_nsec),
               found.st_ctim.tv_sec + some_seconds < std::time(nullptr)};
}

// Nothing where there is no folder that only this user can write to.
std::optional<PrivateFolder> records_folder(PrivateFolder::Missing missing) {
  auto folder = user_cache("checked", missing);
  if (folder) return std::move(*folder);
  if (log_enabled())
    log_line(format("which models were checked is not kept: {}", folder.error().message));
  return {};
}

class Checked {
 public:
  bool has(const std::string& sha256, const std::string& stamp) {
    const std::scoped_lock lock(mutex_);
    if (const auto known = stamps_.find(sha256); known != stamps_.end() && known->second == stamp)
      return true;
    const auto folder = records_folder(PrivateFolder::Missing::stays);
    if (!folder) return false;
    const auto kept = folder->read(sha256, stamp.size());
    if (!kept || !*kept || !std::ranges::equal(**kept, std::as_bytes(std::span(stamp))))
      return false;
    stamps_[sha256] = stamp;
    return true;
  }

  void add(const std::string& sha256, const std::string& stamp) {
    const std::scoped_lock lock(mutex_);
    stamps_[sha256] = stamp;
    const auto folder = records_folder(PrivateFolder::Missing::is_made);
    if (!folder) return;
    const auto kept = folder->write(sha256, {std::as_bytes(std::span(stamp))},
                                    PrivateFolder::Existing::is_replaced);
    if (!kept && log_enabled())
      log_line(format("that a model was checked was not kept: {}", kept.error().message));
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> stamps_;  // by sha256
};

}  // namespace

Result<std::vector<std::byte>> read_checked(const fs::path& file, const SourcePolicy& sources,
                                            const ModelCard& card) {
  static Checked checked;
  DALA_ASSIGN(const SourceFile opened, open_source(file, sources));
  // Before the contents, so that a change in between is seen the next time.
  DALA_ASSIGN(const Stamp stamp, stamp_of(file, opened));
  DALA_ASSIGN(std::vector<std::byte> bytes, read_source(opened, file, ReadOptions{}.most));
  if (card.sha256.empty() || checked.has(card.sha256, stamp.text)) return bytes;
  Sha256 hash;
  hash.add(bytes);
  if (const std::string digits = hash.digits(); digits != card.sha256)
    return fail(ErrorCode::bad_file,
                "{} has the sha256 {}, and the card of {} says {}: it is another file, or damaged; "
                "remove it and get it again, or add it under another name with `dala models add`",
                file.string(), digits, card.name, card.sha256);
  if (stamp.settled) checked.add(card.sha256, stamp.text);
  return bytes;
}

}  // namespace dala::ml

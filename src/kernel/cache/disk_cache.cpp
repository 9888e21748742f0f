#include "kernel/cache/disk_cache.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "core/error.hpp"
#include "core/files/private_folder.hpp"
#include "core/files/sha256.hpp"
#include "core/process/build_id.hpp"
#include "core/text/log.hpp"

namespace dala::kernel {

namespace {

constexpr std::array<char, 8> magic = {'d', 'a', 'l', 'a', 'c', 'o', 'd', '2'};
constexpr const char* key_file = "key";
constexpr const char* ending = ".dalacode";
constexpr std::size_t largest_entry = std::size_t{64} << 20;

using UserKey = std::array<std::byte, 32>;

// What an entry's file begins with; the key and the contents follow.
struct Header {
  std::array<char, 8> magic;
  std::uint64_t key_size;
  std::uint64_t contents_size;
};

std::span<const std::byte> bytes_of(const Header& header) {
  return std::as_bytes(std::span(&header, 1));
}

// The linker's id of the library or program that this code is part of.
const std::string& own_build() {
  static const std::string id = build_id_of(reinterpret_cast<const void*>(&own_build));
  return id;
}

std::string name_for(std::span<const std::byte> key) {
  Sha256 hash;
  hash.add(key);
  return hash.digits() + ending;
}

Result<UserKey> random_key() {
  UserKey key;
  std::size_t have = 0;
  while (have < key.size()) {
    const ssize_t got = ::getrandom(key.data() + have, key.size() - have, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(ErrorCode::io, "no random bytes: {}", std::strerror(errno));
    have += static_cast<std::size_t>(got);
  }
  return key;
}

}  // namespace

// The folder and the key, from the first time that there is something in it.
class DiskCache::Opened {
 public:
  Opened(std::filesystem::path folder, std::uint64_t most) : path_(std::move(folder)), most_(most) {
    if (own_build().empty()) {
      turn_off("this build of the library has no id that entries could be told apart by");
      return;
    }
    static_cast<void>(open(PrivateFolder::Missing::stays));
  }

  [[nodiscard]] bool is_on() const { return !is_off_.load(std::memory_order_acquire); }
  [[nodiscard]] std::string_view why_off() const {
    return is_on() ? std::string_view() : std::string_view(off_);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  [[nodiscard]] std::optional<std::vector<std::byte>> find(std::string_view key) {
    if (!open(PrivateFolder::Missing::stays)) return std::nullopt;
    const std::string full = full_key(key);
    const auto wanted = std::as_bytes(std::span(full));
    const std::string name = name_for(wanted);
    const auto found = folder_->read(name, largest_entry);
    if (!found) note(found.error());
    if (!found || !*found) return std::nullopt;
    const std::span<const std::byte> bytes = **found;
    Header header{};
    Seal given{};
    if (bytes.size() < sizeof header + given.size()) return std::nullopt;
    std::memcpy(given.data(), bytes.data(), given.size());
    const auto rest = bytes.subspan(given.size());
    if (!is_same(given, seal(key_, {rest}))) return std::nullopt;
    std::memcpy(&header, rest.data(), sizeof header);
    const auto text = rest.subspan(sizeof header);
    if (header.magic != magic || header.key_size != wanted.size() || text.size() < wanted.size() ||
        header.contents_size != text.size() - wanted.size() ||
        !std::ranges::equal(text.first(wanted.size()), wanted))
      return std::nullopt;
    const auto contents = text.subspan(wanted.size());
    return std::vector<std::byte>(contents.begin(), contents.end());
  }

  void keep(std::string_view key, std::span<const std::byte> contents) {
    if (contents.size() > largest_entry / 2 || key.size() > largest_entry / 4 ||
        !open(PrivateFolder::Missing::is_made))
      return;
    const std::string full = full_key(key);
    const auto text = std::as_bytes(std::span(full));
    const Header header{magic, text.size(), contents.size()};
    const Seal made = seal(key_, {bytes_of(header), text, contents});
    if (const auto written =
            folder_->write(name_for(text), {made, bytes_of(header), text, contents},
                           PrivateFolder::Existing::is_replaced);
        !written)
      note(written.error());
    // The total size is not checked at every write, since listing all entries takes longer than
    // writing one.
    constexpr std::uint64_t now_and_then = 64;
    if (kept_.fetch_add(1) % now_and_then == 0) folder_->shrink(ending, most_);
  }

 private:
  static std::string full_key(std::string_view key) {
    return format("build {}\n{}", own_build(), key);
  }

  static void note(const Error& error) {
    if (log_enabled()) log_line(format("the kernel cache: {}", error.message));
  }

  void turn_off(std::string_view reason) {
    off_ = format("; the kernel cache {} is not used: {}", path_.string(), reason);
    is_off_.store(true, std::memory_order_release);
    if (log_enabled()) log_line(off_.substr(2));
  }

  // Whether there is a folder with a key in it. A folder that is not to be trusted is never used
  // again.
  bool open(PrivateFolder::Missing missing) {
    const std::lock_guard lock(mutex_);
    if (has_key_ || !is_on()) return has_key_;
    auto opened = PrivateFolder::open(path_, missing);
    if (!opened) {
      turn_off(opened.error().message);
      return false;
    }
    if (!*opened) return false;
    folder_ = std::move(**opened);
    if (const auto key = read_key(missing); !key) {
      turn_off(key.error().message);
    } else {
      has_key_ = *key;
    }
    return has_key_;
  }

  // One of another length was not written to its end; entries that belong to it are replaced.
  Result<bool> read_key(PrivateFolder::Missing missing) {
    DALA_ASSIGN(const auto found, folder_->read(key_file, largest_entry));
    if (found && take_key(*found)) return true;
    if (missing == PrivateFolder::Missing::stays) return false;
    DALA_ASSIGN(const UserKey made, random_key());
    // Where another process was faster, its key is used.
    DALA_TRY(folder_->write(
        key_file, {made},
        found ? PrivateFolder::Existing::is_replaced : PrivateFolder::Existing::stays));
    DALA_ASSIGN(const auto written, folder_->read(key_file, largest_entry));
    if (written && take_key(*written)) return true;
    return fail(ErrorCode::io, "its file `{}` changes meanwhile", key_file);
  }

  bool take_key(std::span<const std::byte> bytes) {
    if (bytes.size() != key_.size()) return false;
    std::ranges::copy(bytes, key_.begin());
    return true;
  }

  const std::filesystem::path path_;
  const std::uint64_t most_;
  std::atomic<std::uint64_t> kept_ = 0;
  std::mutex mutex_;
  bool has_key_ = false;
  std::optional<PrivateFolder> folder_;
  UserKey key_ = {};
  std::string off_;  // written once, before is_off_
  std::atomic<bool> is_off_ = false;
};

DiskCache::DiskCache(const std::filesystem::path& folder, std::uint64_t most)
    : opened_(folder.empty() ? nullptr : std::make_shared<Opened>(folder, most)) {}

bool DiskCache::is_on() const { return opened_ != nullptr && opened_->is_on(); }

std::string_view DiskCache::why_off() const {
  return opened_ == nullptr ? std::string_view() : opened_->why_off();
}

std::string DiskCache::state() const {
  if (opened_ == nullptr) return {};
  return opened_->is_on() ? opened_->path().string() : std::string(opened_->why_off().substr(2));
}

std::optional<std::vector<std::byte>> DiskCache::find(std::string_view key) const {
  return is_on() ? opened_->find(key) : std::nullopt;
}

void DiskCache::keep(std::string_view key, std::span<const std::byte> contents) const {
  if (is_on()) opened_->keep(key, contents);
}

}  // namespace dala::kernel

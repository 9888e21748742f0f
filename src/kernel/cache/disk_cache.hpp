// Compiled kernels kept on disk, found again by what they were made from.
//
// What is found is run as it is, so it must be what this user's programs wrote. The folder is one
// that nobody else can write to (private_folder.hpp), and every entry carries a seal that takes the
// user's key to make, a file of random bytes beside the entries: what was damaged, or brought here
// from elsewhere, is no entry. Keys begin with the build of this library, so another one, which
// might make other code of the same kernel, finds nothing.
//
// Each entry is a file of its own with the whole key inside. Entries are written under another name
// and then renamed, so other processes see whole files only. Whatever goes wrong with the disk, a
// kernel is compiled again and nothing else happens; `state` says why.
//
//   DiskCache cache("/var/cache/my_app");
//   if (const auto code = cache.find(key)) ...
//   cache.keep(key, code);
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dala::kernel {

class DiskCache {
 public:
  // The limit for all entries together, since kernels may come from anywhere and in any number.
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

  // Empty: keeps nothing. The folder is made when the first entry is written. Where entries have
  // more than `most` bytes in all, the oldest go: not at once, but as others come.
  explicit DiskCache(const std::filesystem::path& folder, std::uint64_t most = most_bytes);

  [[nodiscard]] bool is_on() const;
  // For people: the folder, with why it is not used where it is not. Empty where none was given.
  [[nodiscard]] std::string state() const;
  // How to end a sentence about code that was compiled because there is no cache: "; the kernel
  // cache ... is not used: ...". Empty where there is one, or none was asked for. Lives as long as
  // this object or a copy of it.
  [[nodiscard]] std::string_view why_off() const;

  // Nothing when there is no entry, or it is not one that `keep` wrote.
  [[nodiscard]] std::optional<std::vector<std::byte>> find(std::string_view key) const;
  void keep(std::string_view key, std::span<const std::byte> contents) const;

 private:
  class Opened;

  std::shared_ptr<Opened> opened_;  // null: keeps nothing
};

}  // namespace dala::kernel

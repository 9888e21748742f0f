// Compiled kernels kept on disk, found again by what they were made from.
//
// Each entry is a file of its own with the whole key inside, so two keys with the same file name
// are told apart and a file from elsewhere is not mistaken for one. Entries are written under
// another name and then renamed, so other processes see whole files only. Whatever goes wrong with
// the disk, a kernel is compiled again and nothing else happens.
//
//   DiskCache cache("/var/cache/my_app");
//   if (const auto code = cache.find(key)) ...
//   cache.keep(key, code);
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dala::kernel {

class DiskCache {
 public:
  // Empty: keeps nothing. The folder is made when the first entry is written.
  explicit DiskCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] bool is_on() const { return !folder_.empty(); }
  // Nothing when there is no entry, or it is damaged.
  [[nodiscard]] std::optional<std::vector<std::byte>> find(std::string_view key) const;
  void keep(std::string_view key, std::span<const std::byte> contents) const;

 private:
  [[nodiscard]] std::filesystem::path file_for(std::string_view key) const;

  std::filesystem::path folder_;
};

}  // namespace dala::kernel

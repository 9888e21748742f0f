#include "kernel/cache/disk_cache.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/log.hpp"

namespace dala::kernel {

namespace {

constexpr std::array<char, 8> magic = {'d', 'a', 'l', 'a', 'c', 'o', 'd', '1'};

// What an entry's file begins with; the key and the contents follow.
struct Header {
  std::array<char, 8> magic;
  std::uint64_t key_size;
  std::uint64_t contents_size;
  std::uint64_t contents_hash;
};

// FNV-1a: spreads well enough for names, and finds what a disk damages.
std::uint64_t hash(std::span<const std::byte> bytes) {
  std::uint64_t h = 14695981039346656037U;
  for (const std::byte b : bytes) h = (h ^ static_cast<std::uint64_t>(b)) * 1099511628211U;
  return h;
}

}  // namespace

std::filesystem::path DiskCache::file_for(std::string_view key) const {
  return folder_ / format("{:016x}.dalacode", hash(std::as_bytes(std::span(key))));
}

std::optional<std::vector<std::byte>> DiskCache::find(std::string_view key) const {
  if (!is_on()) return std::nullopt;
  auto bytes = read_file(file_for(key));
  Header header{};
  if (!bytes || bytes->size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes->data(), sizeof header);
  const auto rest = std::span<const std::byte>(*bytes).subspan(sizeof header);
  if (header.magic != magic || header.key_size != key.size() || rest.size() < key.size() ||
      header.contents_size != rest.size() - key.size())
    return std::nullopt;
  const auto contents = rest.subspan(key.size());
  if (!std::ranges::equal(rest.first(key.size()), std::as_bytes(std::span(key))) ||
      header.contents_hash != hash(contents))
    return std::nullopt;
  return std::vector<std::byte>(contents.begin(), contents.end());
}

void DiskCache::keep(std::string_view key, std::span<const std::byte> contents) const {
  if (!is_on()) return;
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  const Header header{magic, key.size(), contents.size(), hash(contents)};
  std::vector<std::byte> head(sizeof header + key.size());
  std::memcpy(head.data(), &header, sizeof header);
  std::memcpy(head.data() + sizeof header, key.data(), key.size());
  // Files in the making are named after the process, so only one thread of it at a time.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  if (const auto written = write_file(file_for(key), head, contents); !written && log_enabled())
    log_line(format("a compiled kernel was not kept: {}", written.error().message));
}

}  // namespace dala::kernel

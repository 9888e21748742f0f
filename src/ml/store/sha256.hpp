// SHA-256 (FIPS 180-4), to know a downloaded file for the one its card means. Written here because
// it is needed where nothing else of a library for secrets is, and short.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include <dala/error.hpp>

namespace dala::ml {

class Sha256 {
 public:
  void add(std::span<const std::byte> bytes);
  // 64 digits. Nothing may be added after it.
  [[nodiscard]] std::string digits();

 private:
  void take_block(const std::byte* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> block_ = {};
  std::uint64_t length_ = 0;  // bytes so far
};

[[nodiscard]] Result<std::string> sha256_of_file(const std::filesystem::path& file);

}  // namespace dala::ml

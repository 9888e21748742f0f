// SHA-256 (FIPS 180-4), to know a downloaded file for the one its card means, and with a key (HMAC,
// RFC 2104) a file of our own for one that we wrote. Written here because it is needed where
// nothing else of a library for secrets is, and short.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace dala {

class Sha256 {
 public:
  void add(std::span<const std::byte> bytes);
  // Nothing may be added after either.
  [[nodiscard]] std::array<std::byte, 32> bytes();
  [[nodiscard]] std::string digits();  // 64 of them

 private:
  void take_block(const std::byte* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> block_ = {};
  std::uint64_t length_ = 0;  // bytes so far
};

using Seal = std::array<std::byte, 32>;

// The HMAC of the concatenated parts. The key has at most 64 bytes.
[[nodiscard]] Seal seal(std::span<const std::byte> key,
                        std::initializer_list<std::span<const std::byte>> parts);
// Compares in constant time.
[[nodiscard]] bool is_same(const Seal& a, const Seal& b);

}  // namespace dala

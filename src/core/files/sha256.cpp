#include "core/files/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/format.hpp"

namespace dala {

namespace {

constexpr std::array<std::uint32_t, 64> constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian(const std::byte* at) {
  return (std::to_integer<std::uint32_t>(at[0]) << 24) |
         (std::to_integer<std::uint32_t>(at[1]) << 16) |
         (std::to_integer<std::uint32_t>(at[2]) << 8) | std::to_integer<std::uint32_t>(at[3]);
}

}  // namespace

void Sha256::take_block(const std::byte* block) {
  std::array<std::uint32_t, 64> w;
  for (std::size_t i = 0; i < 16; ++i) w[i] = big_endian(block + (4 * i));
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> changed = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += changed[i];
}

void Sha256::add(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t have = length_ % block_.size();
    if (have == 0 && bytes.size() >= block_.size()) {
      take_block(bytes.data());
      length_ += block_.size();
      bytes = bytes.subspan(block_.size());
      continue;
    }
    const std::size_t part = std::min(bytes.size(), block_.size() - have);
    std::memcpy(block_.data() + have, bytes.data(), part);
    length_ += part;
    bytes = bytes.subspan(part);
    if (length_ % block_.size() == 0) take_block(block_.data());
  }
}

std::array<std::byte, 32> Sha256::bytes() {
  const std::uint64_t bits = length_ * 8;
  std::array<std::byte, 72> end = {std::byte{0x80}};
  // So many zeros that the eight bytes of the length end a block.
  const std::size_t zeros = (119 - (length_ % 64)) % 64;
  for (std::size_t i = 0; i < 8; ++i)
    end[1 + zeros + i] = static_cast<std::byte>(bits >> (56 - (8 * i)));
  add(std::span(end).first(9 + zeros));
  std::array<std::byte, 32> out;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::byte>(state_[i / 4] >> (24 - (8 * (i % 4))));
  return out;
}

std::string Sha256::digits() {
  std::string text;
  for (const std::byte byte : bytes()) text += format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

Seal seal(std::span<const std::byte> key, std::initializer_list<std::span<const std::byte>> parts) {
  const auto padded = [&](std::byte with) {
    std::array<std::byte, 64> block = {};
    std::ranges::copy(key.first(std::min(key.size(), block.size())), block.begin());
    for (std::byte& byte : block) byte ^= with;
    return block;
  };
  Sha256 inner;
  inner.add(padded(std::byte{0x36}));
  for (const std::span<const std::byte> part : parts) inner.add(part);
  Sha256 outer;
  outer.add(padded(std::byte{0x5c}));
  outer.add(inner.bytes());
  return outer.bytes();
}

bool is_same(const Seal& a, const Seal& b) {
  std::byte differs{0};
  for (std::size_t i = 0; i < a.size(); ++i) differs |= a[i] ^ b[i];
  return differs == std::byte{0};
}

}  // namespace dala

// HMAC-SHA256, by the test vectors of RFC 4231. Hashes without a key are tested with the files of
// models.
#include "core/files/sha256.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/format.hpp"

namespace dala {
namespace {

std::string digits(std::string_view key, std::initializer_list<std::string_view> parts) {
  const auto bytes = [](std::string_view text) { return std::as_bytes(std::span(text)); };
  Seal made = {};
  if (parts.size() == 1) made = seal(bytes(key), {bytes(*parts.begin())});
  if (parts.size() == 2) made = seal(bytes(key), {bytes(*parts.begin()), bytes(parts.begin()[1])});
  std::string out;
  for (const std::byte byte : made) out += format("{:02x}", std::to_integer<unsigned>(byte));
  return out;
}

TEST(Seal, OfTheStandard) {
  EXPECT_EQ(digits(std::string(20, '\x0b'), {"Hi There"}),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  const std::string second = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  EXPECT_EQ(digits("Jefe", {"what do ya want for nothing?"}), second);
  EXPECT_EQ(digits("Jefe", {"what do ya want ", "for nothing?"}), second);
  EXPECT_EQ(digits(std::string(20, '\xaa'), {std::string(50, '\xdd')}),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
}

TEST(Seal, IsCompared) {
  Seal a = {};
  Seal b = {};
  EXPECT_TRUE(is_same(a, b));
  b.back() = std::byte{1};
  EXPECT_FALSE(is_same(a, b));
}

}  // namespace
}  // namespace dala

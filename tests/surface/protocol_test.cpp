// The bytes of the protocol, and what is found wrong with bad ones.
#include <dala/surface/protocol.hpp>

#include <fstream>
#include <random>
#include <sstream>

#include "support/paths.hpp"
#include "surface_fixture.hpp"

namespace dala {
namespace {

using Bytes = std::vector<std::byte>;

// "02 0A000000" as bytes.
Bytes hex(std::string_view text) {
  Bytes out;
  std::string digits;
  for (const char c : text)
    if (c != ' ') digits += c;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    out.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  return out;
}

std::string hex(CommandBytes bytes) {
  std::string out;
  constexpr const char* digits = "0123456789ABCDEF";
  for (const std::byte b : bytes) {
    out += digits[static_cast<unsigned>(b) >> 4];
    out += digits[static_cast<unsigned>(b) & 15];
  }
  return out;
}

std::string hex_of(std::string_view text) { return hex(CommandBytes(hex(text))); }

std::string read(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(dala::test::tests_folder() / ".." / name, std::ios::binary).rdbuf();
  return text.str();
}

constexpr Rgba color{0x11, 0x22, 0x33, 0x44};
const Bytes two_pixels = hex("0102030405060708");
const Bytes blob = hex("AABBCC");

TEST(Protocol, EveryCommandHasTheBytesOfTheSeed) {
  const auto expect = [](const auto& command, std::string_view bytes) {
    EXPECT_EQ(hex(encode(command)), hex_of(bytes)) << command.title;
    EXPECT_TRUE(check_message(encode(command)).has_value()) << command.title;
  };
  expect(draw::Clear{color}, "01 11223344");
  expect(draw::FillRect{-10, 2, 3, 4, color}, "02 F6FFFFFF 02000000 03000000 04000000 11223344");
  expect(draw::FillRect{1, 2, 3, 0xFFFFFFFF, color},
         "02 01000000 02000000 03000000 FFFFFFFF 11223344");
  expect(draw::DrawLine{-1, 2, -3, 4, color}, "03 FFFFFFFF 02000000 FDFFFFFF 04000000 11223344");
  expect(draw::Blit{0x0102030405060708, -1, 5}, "04 0807060504030201 FFFFFFFF 05000000");
  expect(draw::Present{}, "05");
  expect(draw::Resize{640, 480}, "06 80020000 E0010000");
  expect(draw::LoadSprite{7, 1, 2, std::span<const std::byte>(two_pixels)},
         "07 0700000000000000 01000000 02000000 08000000 0102030405060708");
  expect(draw::RemoveSprite{7}, "08 0700000000000000");
  expect(draw::DispatchCompute{"ab", blob, 1, 2, 3},
         "09 02000000 6162 03000000 AABBCC 01000000 02000000 03000000");
  expect(draw::ReadPixels{1, 2, 3, 4}, "0A 01000000 02000000 03000000 04000000");
  expect(draw::LoadShader{"ab", "xyz"}, "0B 02000000 6162 03000000 78797A");
  expect(draw::SetUniform{"ab", blob}, "0C 02000000 6162 03000000 AABBCC");
  expect(draw::DrawCircle{-1, 2, 3, color}, "0D FFFFFFFF 02000000 03000000 11223344");
  expect(draw::FillCircle{-1, 2, 3, color}, "0E FFFFFFFF 02000000 03000000 11223344");
  expect(draw::DrawTriangle{1, 2, 3, 4, 5, 6, color},
         "0F 01000000 02000000 03000000 04000000 05000000 06000000 11223344");
  expect(draw::FillTriangle{1, 2, 3, 4, 5, 6, color},
         "10 01000000 02000000 03000000 04000000 05000000 06000000 11223344");
  expect(draw::DrawRoundRect{1, 2, 3, 4, 5, color},
         "11 01000000 02000000 03000000 04000000 05000000 11223344");
  expect(draw::FillRoundRect{1, 2, 3, 4, 5, color},
         "12 01000000 02000000 03000000 04000000 05000000 11223344");
  expect(draw::SetClip{1, 2, 3, 4, true}, "13 01000000 02000000 03000000 04000000 01");
  expect(draw::ResetClip{}, "14");
  expect(Commands(draw::Clear{color}, draw::Present{}).batch(), "15 02000000 01 11223344 05");
  expect(draw::ImageBlit{7, -1, 2, 3, 4},
         "16 0700000000000000 FFFFFFFF 02000000 03000000 04000000");
  expect(draw::LoadImage{7, 2, 1, std::span<const std::byte>(two_pixels)},
         "17 0700000000000000 02000000 01000000 08000000 0102030405060708");
  expect(draw::RemoveImage{7}, "18 0700000000000000");
}

TEST(Protocol, WhatIsEncodedIsDecoded) {
  for (const SampleMessage& sample : protocol_samples()) {
    ASSERT_TRUE(check_message(sample.bytes).has_value()) << sample.name;
    Commands again;
    visit_message(sample.bytes, [&](const auto& command, const Place&) { again.add(command); });
    const Bytes wrapped = sample.name == "Batch"
                              ? encode(again.batch())
                              : Bytes(again.bytes().begin(), again.bytes().end());
    EXPECT_EQ(hex(wrapped), hex(sample.bytes)) << sample.name;
  }
}

TEST(Protocol, EveryTruncationIsFound) {
  for (const SampleMessage& sample : protocol_samples())
    for (std::size_t size = 0; size < sample.bytes.size(); ++size)
      expect_error(check_message(CommandBytes(sample.bytes).first(size)), ErrorCode::wrong_length);
}

TEST(Protocol, TrailingBytesAreFound) {
  for (const SampleMessage& sample : protocol_samples()) {
    Bytes longer = sample.bytes;
    longer.push_back(std::byte{0});
    expect_error(check_message(longer), ErrorCode::wrong_length, "left over");
  }
}

TEST(Protocol, ErrorsNameOpcodeAndByte) {
  expect_error(check_message(hex("19")), ErrorCode::invalid_argument, "byte 0 is 0x19");
  expect_error(check_message(hex("00")), ErrorCode::invalid_argument, "0x00, which is no opcode");
  expect_error(check_message({}), ErrorCode::wrong_length, "empty");
  expect_error(check_message(hex("02 01")), ErrorCode::wrong_length,
               "FillRect at byte 0 is cut off: it needs at least 20 bytes after its opcode, 1 are");
  expect_error(check_message(hex("15 02000000 05 FF")), ErrorCode::invalid_argument,
               "byte 6 is 0xFF");
  expect_error(check_message(hex("15 02000000 05 02 00")), ErrorCode::wrong_length,
               "FillRect at byte 6");
  expect_error(check_message(hex("15 03000000 05 05")), ErrorCode::wrong_length,
               "Batch at byte 0 announces 3 commands, but only 2 bytes follow");
  expect_error(check_message(hex("15 02000000 15 01000000 05")), ErrorCode::wrong_length,
               "ends at byte 11");
  expect_error(check_message(hex("13 00000000 00000000 01000000 01000000 02")),
               ErrorCode::invalid_argument, "SetClip at byte 0 has 2 in its flag");
}

TEST(Protocol, SizesMustFitAndBeAllowed) {
  const auto sprite = [](std::uint32_t w, std::uint32_t h, std::size_t bytes) {
    const Bytes pixels(bytes);
    return encode(draw::LoadSprite{1, w, h, std::span<const std::byte>(pixels)});
  };
  EXPECT_TRUE(check_message(sprite(2, 3, 24)).has_value());
  expect_error(check_message(sprite(2, 3, 23)), ErrorCode::wrong_length,
               "LoadSprite at byte 0 has 23 bytes of pixels; 2 x 3 pixels have 24");
  expect_error(check_message(sprite(0, 3, 0)), ErrorCode::invalid_argument, "0 x 3");
  expect_error(check_message(sprite(0x80000001, 0x80000000, 0)), ErrorCode::invalid_argument);
  expect_error(check_message(sprite(20000, 1, 80000)), ErrorCode::invalid_argument, "1 to 16384");
  expect_error(check_message(encode(draw::Resize{0, 5})), ErrorCode::invalid_argument, "Resize");
  expect_error(check_message(encode(draw::Resize{5, 16385})), ErrorCode::invalid_argument,
               "5 x 16385");
  // A length that would reach past the end of memory.
  expect_error(check_message(hex("0B FFFFFFFF 61")), ErrorCode::wrong_length, "LoadShader");
  expect_error(check_message(hex("0B FFFFFFFF 61 62 63 64 65")), ErrorCode::invalid_argument,
               "more than the limit");
  MessageLimits limits;
  limits.text = 3;
  expect_error(check_message(encode(draw::LoadShader{"abcd", ""}), limits),
               ErrorCode::invalid_argument, "4 bytes in `name`");
  limits.bytes = 4;
  expect_error(check_message(encode(draw::Clear{color}), limits), ErrorCode::invalid_argument,
               "5 bytes, more than the limit of 4");
}

// A message with these pixels, and without the length before them.
template <typename Struct>
Bytes without_length(std::uint32_t w, std::uint32_t h, const Bytes& pixels) {
  Bytes bytes = encode(Struct{7, w, h, std::span<const std::byte>(pixels)});
  const auto length = bytes.end() - static_cast<std::ptrdiff_t>(pixels.size() + 4);
  bytes.erase(length, length + 4);
  return bytes;
}

TEST(Protocol, PixelsNeedNoLength) {
  EXPECT_EQ(hex(without_length<draw::LoadSprite>(1, 2, two_pixels)),
            hex_of("07 0700000000000000 01000000 02000000 0102030405060708"));
  const auto expect_same = []<typename Struct>(const Struct& command) {
    const Bytes with = encode(command);
    const Bytes without = without_length<Struct>(command.w, command.h, two_pixels);
    EXPECT_EQ(must(check_message(without)), 1U);
    EXPECT_EQ(message_text(without), message_text(with));
    visit_message(without, [&](const auto& seen, const Place&) {
      if constexpr (requires { seen.pixels; }) {
        EXPECT_EQ(hex(seen.pixels.bytes), hex(CommandBytes(two_pixels)));
      }
    });
    // Both forms in one batch, in either order, with something after them.
    for (const auto& [first, second] : {std::pair(with, without), std::pair(without, with)}) {
      Commands both;
      both.add_encoded(first).add_encoded(second).add(draw::Present{});
      EXPECT_EQ(must(check_message(encode(both.batch()))), 3U);
      EXPECT_EQ(message_text(encode(both.batch())),
                "Batch of 3\n  " + message_text(with) + "  " + message_text(with) + "  Present\n");
    }
    for (std::size_t size = 0; size < without.size(); ++size)
      expect_error(check_message(CommandBytes(without).first(size)), ErrorCode::wrong_length);
  };
  expect_same(draw::LoadSprite{7, 1, 2, std::span<const std::byte>(two_pixels)});
  expect_same(draw::LoadImage{7, 2, 1, std::span<const std::byte>(two_pixels)});
}

TEST(Protocol, PixelsWithoutLengthAreCounted) {
  Bytes longer = without_length<draw::LoadSprite>(1, 2, two_pixels);
  longer.push_back(std::byte{9});
  expect_error(check_message(longer), ErrorCode::wrong_length,
               "LoadSprite at byte 0 has 9 bytes of pixels; 1 x 2 pixels have 8");
  expect_error(check_message(hex("15 01000000 07 0700000000000000 01000000 02000000 01020304")),
               ErrorCode::wrong_length, "LoadSprite at byte 5 is cut off");
  // A first pixel that reads as the length is the length.
  expect_error(check_message(hex("07 0700000000000000 01000000 01000000 04000000")),
               ErrorCode::wrong_length, "LoadSprite at byte 0 is cut off");
  EXPECT_EQ(must(check_message(hex("07 0700000000000000 01000000 01000000 04000000 04000000"))),
            1U);
  EXPECT_EQ(must(check_message(hex("07 0700000000000000 01000000 01000000 04000001"))), 1U);
}

TEST(Protocol, BatchesAreLimitedInDepthAndNumber) {
  const auto nested = [](int depth) {
    Commands commands(draw::Present{});
    for (int i = 0; i < depth; ++i) {
      Commands outer;
      outer.add(commands.batch());
      commands = outer;
    }
    return Bytes(commands.bytes().begin(), commands.bytes().end());
  };
  EXPECT_EQ(must(check_message(nested(8))), 1U);
  expect_error(check_message(nested(9)), ErrorCode::invalid_argument, "inside 8 other batches");
  MessageLimits limits;
  limits.commands = 3;
  EXPECT_EQ(
      must(check_message(
          encode(Commands(draw::Present{}, draw::Present{}, draw::Present{}).batch()), limits)),
      3U);
  expect_error(
      check_message(
          encode(
              Commands(draw::Present{}, draw::Present{}, draw::Present{}, draw::Present{}).batch()),
          limits),
      ErrorCode::invalid_argument, "Present at byte 8 is command number 4");
  EXPECT_EQ(must(check_message(encode(draw::Batch{}))), 0U);
}

TEST(Protocol, RandomBytesNeverDoHarm) {
  std::mt19937 random(7);
  Bytes bytes;
  int good = 0;
  for (int i = 0; i < 200'000; ++i) {
    bytes.resize(random() % 40);
    for (std::byte& b : bytes) b = static_cast<std::byte>(random() % 4 == 0 ? random() % 26 : 0);
    if (!check_message(bytes)) continue;
    ++good;
    EXPECT_FALSE(message_text(bytes).empty());
  }
  EXPECT_GT(good, 100);
}

TEST(Protocol, MessagesPrintAsText) {
  Commands inner(draw::ResetClip{});
  Commands commands(draw::Clear{color}, draw::DrawLine{-1, 2, 3, 4, colors::red});
  commands.add(inner.batch());
  commands.add(draw::LoadShader{"a\"b", "x\ny\x01"});
  commands.add(draw::SetUniform{"r", blob});
  commands.add(draw::LoadSprite{9, 1, 2, std::span<const std::byte>(two_pixels)});
  commands.add(draw::SetClip{1, 2, 3, 4, true});
  EXPECT_EQ(message_text(encode(commands.batch())),
            "Batch of 7\n"
            "  Clear color=#11223344\n"
            "  DrawLine x1=-1 y1=2 x2=3 y2=4 color=#FF0000FF\n"
            "  Batch of 1\n"
            "    ResetClip\n"
            "  LoadShader name=\"a\\\"b\" source=\"x\\ny\\x01\"\n"
            "  SetUniform name=\"r\" data=<AABBCC>\n"
            "  LoadSprite id=9 w=1 h=2 pixels=(8 bytes)\n"
            "  SetClip x=1 y=2 w=3 h=4 enabled=true\n");
}

TEST(Protocol, PageAndDictionaryAreWhatTheListSays) {
  EXPECT_NE(read("docs/protocol.md").find(protocol_table()), std::string::npos)
      << "docs/protocol.md must hold what `dala surface protocol` prints";
  EXPECT_EQ(read("fuzz/surface.dict"), protocol_dictionary())
      << "write it with `dala surface protocol --dictionary`";
}

TEST(Colors, AreFoundByNameAndPacked) {
  EXPECT_EQ(color_from_name("red"), colors::red);
  EXPECT_EQ(color_from_name("transparent"), (Rgba{0, 0, 0, 0}));
  EXPECT_FALSE(color_from_name("reddish").has_value());
  EXPECT_EQ(Rgba::from_packed(0x11223344), color);
  EXPECT_EQ(color.packed(), 0x11223344U);
}

}  // namespace
}  // namespace dala

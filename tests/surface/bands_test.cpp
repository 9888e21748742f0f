// Shapes of one message are painted band by band; the picture is that of one after the other.
#include <random>

#include "surface_fixture.hpp"

namespace dala {
namespace {

constexpr std::uint32_t width = 700;
constexpr std::uint32_t height = 600;  // several bands

class Drawing {
 public:
  explicit Drawing(unsigned seed) : random_(seed) {}

  // Some command, as bytes.
  std::vector<std::byte> command() {
    const Rgba c{byte(), byte(), byte(), number(3) == 0 ? std::uint8_t{255} : byte()};
    const auto x = [&] { return number(1000) - 150; };
    const auto u = [&](int below) { return static_cast<std::uint32_t>(number(below)); };
    switch (number(12)) {
      case 0:
        return encode(draw::FillRect{x(), x(), u(400), u(300), c});
      case 1:
        return encode(draw::DrawLine{x(), x(), x(), x(), c});
      case 2:
        return encode(draw::DrawCircle{x(), x(), u(300), c});
      case 3:
        return encode(draw::FillCircle{x(), x(), u(200), c});
      case 4:
        return encode(draw::DrawTriangle{x(), x(), x(), x(), x(), x(), c});
      case 5:
        return encode(draw::FillTriangle{x(), x(), x(), x(), x(), x(), c});
      case 6:
        return encode(draw::DrawRoundRect{x(), x(), u(300), u(300), u(90), c});
      case 7:
        return encode(draw::FillRoundRect{x(), x(), u(300), u(300), u(90), c});
      case 8:
        return encode(draw::SetClip{x(), x(), 100 + u(500), 100 + u(500), true});
      case 9:
        return number(4) == 0 ? encode(draw::Clear{c}) : encode(draw::ResetClip{});
      case 10:
        return encode(draw::ImageBlit{1, x(), x(), u(200), u(200)});
      default:
        return encode(draw::Blit{1 + u(2), x(), x()});
    }
  }

 private:
  int number(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  std::uint8_t byte() { return static_cast<std::uint8_t>(number(256)); }
  std::mt19937 random_;
};

Surface with_pictures() {
  const Surface surface = make_surface(width, height);
  for (const std::uint64_t id : {1U, 2U}) {
    std::vector<std::uint8_t> pixels(std::size_t{90} * 70 * 4);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      pixels[i] = static_cast<std::uint8_t>(id == 1 ? 255 - (i % 4 == 3 ? 0 : i) : i * 3);
    surface.load_sprite(id, {pixels, 90, 70});
    surface.load_image(id, {pixels, 90, 70});
  }
  return surface;
}

TEST(SurfaceBands, ABatchIsItsCommandsOneAfterTheOther) {
  const Surface batched = with_pictures();
  const Surface single = with_pictures();
  for (unsigned seed = 0; seed < 12; ++seed) {
    Drawing drawing(seed);
    Commands commands;
    for (unsigned i = 0; i < 10 + (30 * seed); ++i) {
      const std::vector<std::byte> command = drawing.command();
      commands.add_encoded(command);
      must(single.submit(command));
    }
    must(batched.batch(commands));
    ASSERT_EQ(must(batched.get_pixels()), must(single.get_pixels())) << "seed " << seed;
    must(batched.present());
    must(single.present());
  }
  expect_no_errors(batched);
  expect_no_errors(single);
}

TEST(SurfaceBands, WhatIsHiddenIsNotMissed) {
  const Surface batched = make_surface(width, height);
  const Surface single = make_surface(width, height);
  for (unsigned seed = 100; seed < 108; ++seed) {
    std::mt19937 random(seed);
    const auto number = [&](int below) {
      return static_cast<int>(random() % static_cast<unsigned>(below));
    };
    Commands commands;
    for (int i = 0; i < 300; ++i) {
      // Opaque and one on top of the other, now and then one to look through.
      const Rgba c{static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(number(256)), 7,
                   static_cast<std::uint8_t>(number(40) == 0 ? 99 : 255)};
      const int x = number(width);
      const int y = number(height);
      const auto w = static_cast<std::uint32_t>(number(500));
      std::vector<std::byte> command;
      switch (number(5)) {
        case 0:
          command = encode(draw::FillRect{x, y, w, w / 2, c});
          break;
        case 1:
          command = encode(draw::FillCircle{x, y, w / 2, c});
          break;
        case 2:
          command = encode(draw::FillRoundRect{x, y, w, w, w / 5, c});
          break;
        case 3:
          command = encode(draw::FillTriangle{x, y, number(900), number(900), 0, y, c});
          break;
        default:
          command = encode(draw::FillTriangle{x, y, number(900), -9, 300, 650, c});
      }
      commands.add_encoded(command);
      must(single.submit(command));
    }
    must(batched.batch(commands));
    ASSERT_EQ(must(batched.get_pixels()), must(single.get_pixels())) << "seed " << seed;
  }
}

TEST(SurfaceBands, MoreThanAreGatheredAtOnce) {
  const Surface surface = make_surface(width, height);
  Commands commands(draw::Clear{colors::white});
  for (std::int32_t i = 0; i < 10'000; ++i)
    commands.add(
        draw::FillRect{i % 100, i % 90, 500, 400, {static_cast<std::uint8_t>(i), 0, 0, 255}});
  must(surface.batch(commands));
  const auto pixels = must(surface.get_pixels());
  EXPECT_EQ(pixel(pixels, width, 300, 300), (Rgba{static_cast<std::uint8_t>(9999), 0, 0, 255}));
  EXPECT_EQ(pixel(pixels, width, 699, 599), colors::white);
}

TEST(SurfaceBands, AMissingSpriteAmongShapesIsOneError) {
  const Surface surface = make_surface(width, height);
  surface.batch(Commands(draw::FillRect{0, 0, width, height, colors::red}, draw::Blit{9, 0, 0},
                         draw::FillCircle{300, 300, 290, colors::blue}));
  must(surface.flush());
  const auto errors = surface.take_errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].error.code, ErrorCode::unknown_picture);
  EXPECT_EQ(errors[0].index, 1U);
  const auto pixels = must(surface.get_pixels());
  EXPECT_EQ(pixel(pixels, width, 300, 300), colors::blue);
  EXPECT_EQ(pixel(pixels, width, 0, 0), colors::red);
}

}  // namespace
}  // namespace dala

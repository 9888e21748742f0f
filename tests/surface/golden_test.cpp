// Pictures of every command and its edges, as PNG files under golden/. A picture that differs is
// written beside what was expected and a picture of the difference, to look at:
// DALA_UPDATE_GOLDENS=1 takes the new ones.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "surface_fixture.hpp"

#include "support/golden_pictures.hpp"
#include "support/paths.hpp"

namespace dala {
namespace {

namespace fs = std::filesystem;

using Draw = void (*)(const Surface&);

struct Golden {
  const char* name;
  Draw draw;
};

void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

constexpr std::uint32_t width = 96;
constexpr std::uint32_t height = 64;
constexpr Rgba glass{255, 160, 0, 110};
constexpr std::int32_t low = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t high = std::numeric_limits<std::int32_t>::max();
constexpr std::uint32_t top = std::numeric_limits<std::uint32_t>::max();
constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();

std::vector<std::uint8_t> rainbow(std::uint32_t w, std::uint32_t h, bool opaque) {
  std::vector<std::uint8_t> out;
  for (std::uint32_t y = 0; y < h; ++y)
    for (std::uint32_t x = 0; x < w; ++x)
      out.insert(out.end(),
                 {static_cast<std::uint8_t>(x * 255 / std::max(w - 1, 1U)),
                  static_cast<std::uint8_t>(y * 255 / std::max(h - 1, 1U)), 128,
                  static_cast<std::uint8_t>(opaque ? 255 : (x + y) * 255 / (w + h - 2))});
  return out;
}

// Clear, white with a blue half and a transparent stripe: blending shows on all three.
void backdrop(const Surface& s) {
  s.clear(colors::white);
  s.fill_rect(0, 0, width / 2, height, {40, 60, 160, 255});
  s.set_pixels([&] {
     auto pixels = *s.get_pixels();
     for (std::size_t y = 48; y < 58; ++y)
       for (std::size_t x = 0; x < width * 4; ++x) pixels[(y * width * 4) + x] = 0;
     return pixels;
   }())
      .value();
}

const Golden goldens[] = {
    {"clear",
     [](const Surface& s) {
       s.set_clip(4, 4, 5, 5);  // which it does not care about
       s.clear({200, 40, 90, 130});
     }},
    {"fill_rect",
     [](const Surface& s) {
       backdrop(s);
       s.fill_rect(5, 5, 30, 20, colors::red);
       s.fill_rect(25, 15, 50, 38, glass);
       s.fill_rect(80, 50, top, top, colors::green);
       s.fill_rect(70, 5, 0, 10, colors::black);
       s.fill_rect(72, 5, 1, 1, colors::black);
       s.fill_rect(far, 3, top, 5, colors::black);
     }},
    {"draw_line",
     [](const Surface& s) {
       backdrop(s);
       for (std::int32_t i = 0; i <= 12; ++i) s.draw_line(48, 32, i * 8, 0, colors::red);
       for (std::int32_t i = 0; i <= 12; ++i) s.draw_line(i * 8, 63, 48, 32, glass);
       s.draw_line(-50, 20, 200, 44, colors::black);
       s.draw_line(low, low, high, high, {0, 120, 0, 120});
       s.draw_line(3, 3, 3, 3, colors::black);
     }},
    {"circles",
     [](const Surface& s) {
       backdrop(s);
       for (std::uint32_t r = 0; r < 8; ++r)
         s.draw_circle(6 + static_cast<std::int32_t>(r * 11), 10, r, colors::red);
       s.draw_circle(48, 36, 25, glass);
       s.draw_circle(96, 64, 30, colors::black);
       s.draw_circle(20, high, 0x7FFFFFFF - 40, {0, 120, 0, 160});
       s.draw_circle(-1000, -1000, 10, colors::black);
     }},
    {"fill_circle",
     [](const Surface& s) {
       backdrop(s);
       for (std::uint32_t r = 0; r < 8; ++r)
         s.fill_circle(6 + static_cast<std::int32_t>(r * 11), 10, r, colors::red);
       s.fill_circle(40, 40, 20, glass);
       s.fill_circle(96, 64, 24, {0, 90, 0, 255});
       s.fill_circle(low, 60, 0x80000000U + 9, {0, 0, 0, 100});
     }},
    {"draw_triangle",
     [](const Surface& s) {
       backdrop(s);
       s.draw_triangle(5, 5, 40, 10, 20, 45, colors::red);
       s.draw_triangle(50, 5, 90, 8, 52, 9, glass);
       s.draw_triangle(30, 60, 95, 20, 60, 50, glass);
       s.draw_triangle(10, 50, 20, 55, 30, 60, colors::black);
       s.draw_triangle(low, 30, high, 40, 48, high, {0, 120, 0, 150});
     }},
    {"fill_triangle",
     [](const Surface& s) {
       backdrop(s);
       s.fill_triangle(5, 5, 40, 10, 20, 45, colors::red);
       s.fill_triangle(50, 5, 90, 8, 52, 30, glass);
       s.fill_triangle(30, 60, 95, 36, 60, 40, glass);
       s.fill_triangle(2, 50, 12, 50, 7, 50, colors::black);
       s.fill_triangle(low, 58, high, 58, 48, high, {0, 90, 0, 150});
     }},
    {"draw_round_rect",
     [](const Surface& s) {
       backdrop(s);
       s.draw_round_rect(3, 3, 40, 25, 8, colors::red);
       s.draw_round_rect(8, 8, 30, 15, 0, glass);
       s.draw_round_rect(50, 3, 40, 25, 200, glass);
       s.draw_round_rect(60, 35, 21, 21, 10, colors::black);
       s.draw_round_rect(5, 35, 1, 20, 5, colors::black);
       s.draw_round_rect(10, 35, 30, 2, 5, colors::black);
       s.draw_round_rect(85, 40, top, top, 12, {0, 120, 0, 160});
     }},
    {"fill_round_rect",
     [](const Surface& s) {
       backdrop(s);
       s.fill_round_rect(3, 3, 40, 25, 8, colors::red);
       s.fill_round_rect(20, 12, 60, 45, 14, glass);
       s.fill_round_rect(85, 40, top, top, 12, {0, 120, 0, 160});
       s.fill_round_rect(5, 35, 1, 20, 5, colors::black);
       s.fill_round_rect(70, 4, 22, 22, 200, {0, 0, 0, 128});
     }},
    {"clip",
     [](const Surface& s) {
       backdrop(s);
       s.load_image(1, {rainbow(8, 8, true), 8, 8});
       s.load_sprite(1, {rainbow(20, 20, false), 20, 20});
       s.set_clip(20, 10, 50, 40, true);
       s.fill_circle(20, 10, 20, colors::red);
       s.draw_line(0, 0, 95, 63, colors::black);
       s.draw_image(1, 50, 30, 40, 40);
       s.blit(1, 12, 38);
       s.draw_round_rect(15, 20, 70, 20, 6, glass);
       s.reset_clip();
       s.draw_line(95, 0, 0, 63, glass);
     }},
    {"blit",
     [](const Surface& s) {
       backdrop(s);
       s.load_sprite(1, {rainbow(24, 16, true), 24, 16});
       s.load_sprite(2, {rainbow(24, 16, false), 24, 16});
       s.blit(1, 4, 4);
       s.blit(2, 36, 4);
       s.blit(2, 36, 44);
       s.blit(1, -12, 30);
       s.blit(2, 84, 56);
       s.blit(1, high, low);
     }},
    {"draw_image",
     [](const Surface& s) {
       backdrop(s);
       s.load_image(1, {rainbow(4, 4, true), 4, 4});
       s.load_image(2, {rainbow(32, 32, false), 32, 32});
       s.draw_image(1, 2, 2, 40, 30);
       s.draw_image(1, 46, 2, 4, 4);
       s.draw_image(2, 40, 10, 50, 50);
       s.draw_image(2, 4, 40, 10, 10);
       s.draw_image(1, 30, 40, 1, 1);
       s.draw_image(1, 60, 4, 0, 9);
     }},
    {"resize",
     [](const Surface& s) {
       backdrop(s);
       s.present();
       s.fill_circle(30, 30, 12, colors::red);
       s.resize(50, 70);
       s.fill_rect(40, 60, 20, 20, glass);
     }},
    {"batch",
     [](const Surface& s) {
       backdrop(s);
       Commands commands(draw::Clear{colors::transparent},
                         draw::FillRect{0, 0, 60, 60, colors::red});
       commands.add(Commands(draw::DrawCircle{50, 30, 25, colors::blue}, draw::Present{},
                             draw::FillCircle{50, 30, 10, glass})
                        .batch());
       s.batch(commands);
     }},
    {"compute",
     [](const Surface& s) {
       backdrop(s);
       s.load_shader("rings", R"(
#[pixels]
fn rings(before: Tensor<u8>, after: &mut Tensor<u8>, every: s32) {
  let x = ABSOLUTE_POS_X;
  let y = ABSOLUTE_POS_Y;
  let dx = x - before.shape(1) / 2;
  let dy = y - before.shape(0) / 2;
  let ring = (dx * dx + dy * dy) / every % 2;
  for c in 0..3 {
    after[y, x, c] = if ring == 0 { 255 - before[y, x, c] } else { before[y, x, c] };
  }
  after[y, x, 3] = 255;
})");
       const std::int32_t every = 150;
       s.set_uniform("every", std::as_bytes(std::span(&every, 1)));
       s.dispatch_compute("rings");
     }},
};

class Pictures : public testing::TestWithParam<Golden> {};

TEST_P(Pictures, AreAsTheyWere) {
  const Surface surface = make_surface(width, height);
  GetParam().draw(surface);
  const auto pixels = must(surface.get_pixels());
  expect_no_errors(surface);
  const auto [w, h] = surface.size();

  const fs::path folder = dala::test::tests_folder() / "surface/golden";
  dala::test::expect_picture(folder / (std::string(GetParam().name) + ".png"), {w, h, pixels}, 0);
}

INSTANTIATE_TEST_SUITE_P(Golden, Pictures, testing::ValuesIn(goldens),
                         [](const auto& test) { return std::string(test.param.name); });

// A picture for every opcode that draws: a new one needs its own.
TEST(Golden, EveryPictureOnDiskIsDrawn) {
  dala::test::expect_only(dala::test::tests_folder() / "surface/golden", goldens);
}

}  // namespace
}  // namespace dala

// A surface: shapes, blending, a sprite and a kernel on the frame, written as a PNG.
#include <cmath>
#include <iostream>
#include <system_error>

#include <dala/surface.hpp>

#include "files/png.hpp"
#include "steps.hpp"

namespace demo {

namespace {

namespace colors = dala::colors;

constexpr std::uint32_t width = 640;
constexpr std::uint32_t height = 360;

// Darker towards the corners.
constexpr const char* vignette = R"(
#[pixels]
fn vignette(pixels: &mut Tensor<u8>, strength: f32) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let u = (x as f32) / (pixels.shape(1) as f32) - 0.5;
  let v = (y as f32) / (pixels.shape(0) as f32) - 0.5;
  let light = 1.0 - strength * (u * u + v * v);
  for c in 0..3 { pixels[y, x, c] = ((pixels[y, x, c] as f32) * light) as u8; }
})";

void draw_sky(const dala::Surface& surface) {
  for (std::uint32_t y = 0; y < height; ++y)
    surface.fill_rect(0, y, width, 1,
                      {static_cast<std::uint8_t>(40 + (y / 4)),
                       static_cast<std::uint8_t>(70 + (y / 3)), 160, 255});
  surface.fill_circle(500, 80, 40, {255, 230, 150, 255});
  for (const std::uint32_t radius : {55U, 70U, 85U})
    surface.fill_circle(500, 80, radius, {255, 230, 150, 30});
  surface.fill_triangle(-60, 360, 180, 120, 420, 360, {60, 80, 90, 255});
  surface.fill_triangle(220, 360, 430, 170, 700, 360, {50, 70, 80, 230});
}

void draw_panel(const dala::Surface& surface) {
  surface.fill_round_rect(30, 30, 220, 90, 18, {0, 0, 0, 110});
  surface.draw_round_rect(30, 30, 220, 90, 18, colors::white);
  for (std::int32_t i = 0; i < 9; ++i) {
    const std::int32_t x = 50 + (i * 22);
    const auto y = static_cast<std::int32_t>(75 - (25 * std::sin(0.7 * i)));
    if (i > 0)
      surface.draw_line(x - 22, static_cast<std::int32_t>(75 - (25 * std::sin(0.7 * (i - 1)))), x,
                        y, colors::cyan);
    surface.fill_circle(x, y, 4, colors::orange);
  }
}

void draw_sprites(const dala::Surface& surface) {
  // A soft white dot.
  std::vector<std::uint8_t> dot;
  for (int y = -8; y < 8; ++y)
    for (int x = -8; x < 8; ++x) {
      const double distance = std::hypot(x + 0.5, y + 0.5) / 8;
      const auto alpha = static_cast<std::uint8_t>(distance < 1 ? 200 * (1 - distance) : 0);
      dot.insert(dot.end(), {255, 255, 255, alpha});
    }
  surface.load_sprite(1, dot, 16, 16);
  for (std::int32_t i = 0; i < 60; ++i)
    surface.blit(1, (i * 137) % static_cast<std::int32_t>(width), 200 + ((i * 71) % 160));
  surface.load_image(2, dot, 16, 16);
  surface.draw_image(2, 300, 20, 140, 100);
}

}  // namespace

dala::Result<void> draw_surface(const dala::Compute& compute, const std::filesystem::path& folder) {
  const auto surface = dala::Surface::create(width, height, {.compute = compute});
  if (!surface) return std::unexpected(surface.error());
  draw_sky(*surface);
  draw_sprites(*surface);
  draw_panel(*surface);
  const float strength = 1.4F;
  surface->dispatch_compute(vignette, std::as_bytes(std::span(&strength, 1)));
  surface->present();
  const auto pixels = surface->shown_pixels();
  if (!pixels) return std::unexpected(pixels.error());
  if (const auto errors = surface->take_errors(); !errors.empty())
    return std::unexpected(errors.front().error);

  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::filesystem::path file = folder / "surface.png";
  if (auto written = dala::files::write_png(file, width, height, 4, *pixels); !written)
    return written;
  std::cout << "A surface:               " << file.string() << " (" << width << " x " << height
            << ")\n";
  return {};
}

}  // namespace demo

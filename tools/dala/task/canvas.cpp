#include "task/canvas.hpp"

#include <algorithm>
#include <cmath>

#include "task/bitmap_font.hpp"

namespace dala::cli {

namespace {

constexpr std::uint64_t map_image = 1;
constexpr std::uint8_t map_alpha = 140;
constexpr Rgba ink{20, 20, 20, 255};

// Points far outside the picture would not fit the surface's integers.
float near_by(float value) { return std::isnan(value) ? 0 : std::clamp(value, -1e5F, 1e5F); }

std::int32_t whole(float value) { return static_cast<std::int32_t>(std::lround(near_by(value))); }

}  // namespace

Rgba color_of(std::size_t number) {
  // Hues at multiples of the golden ratio, so that consecutive ones are far apart.
  const double turn = std::fmod((static_cast<double>(number) * 0.6180339887) + 0.33, 1.0);
  const auto channel = [&](double shift) {
    const double wave = std::abs((std::fmod(turn + shift, 1.0) * 6) - 3) - 1;
    return static_cast<std::uint8_t>(60 + (195 * std::clamp(wave, 0.0, 1.0)));
  };
  return {channel(0), channel(2.0 / 3), channel(1.0 / 3), 255};
}

Canvas::Canvas(Surface surface, std::uint32_t width, std::uint32_t height)
    : surface_(std::move(surface)), width_(width), height_(height) {
  const std::uint32_t side = std::min(width, height);
  stroke_ = std::max(1U, side / 160);
  letter_ = std::max(1U, side / 256);
}

Result<Canvas> Canvas::on(const media::Picture& picture) {
  auto surface = Surface::create(picture.width, picture.height);
  if (!surface) return std::unexpected(surface.error());
  if (auto set = surface->set_pixels(picture.rgba); !set) return std::unexpected(set.error());
  return Canvas(std::move(*surface), picture.width, picture.height);
}

void Canvas::fill(float x0, float y0, float x1, float y1, Rgba color) {
  const auto length = [](std::int32_t from, std::int32_t to) {
    return static_cast<std::uint32_t>(std::max(to - from, 0));
  };
  commands_.add(draw::FillRect{whole(x0), whole(y0), length(whole(x0), whole(x1)),
                               length(whole(y0), whole(y1)), color});
}

void Canvas::box(const ml::Box& box, Rgba color, std::string_view text) {
  const auto s = static_cast<float>(stroke_);
  fill(box.x0, box.y0, box.x1, box.y0 + s, color);
  fill(box.x0, box.y1 - s, box.x1, box.y1, color);
  fill(box.x0, box.y0, box.x0 + s, box.y1, color);
  fill(box.x1 - s, box.y0, box.x1, box.y1, color);
  if (text.empty()) return;
  label({box.x0, box.y0 >= line_height() ? box.y0 - line_height() : box.y0}, color, text);
}

float Canvas::line_height() const { return static_cast<float>(label_height(letter_)); }

void Canvas::label(ml::Point at, Rgba color, std::string_view text) {
  // Moved inside, as far as it fits.
  const auto wide = static_cast<float>(label_width(text, letter_));
  const float tall = line_height();
  const float x = std::max(0.0F, std::min(near_by(at.x), static_cast<float>(width_) - wide));
  const float y = std::max(0.0F, std::min(near_by(at.y), static_cast<float>(height_) - tall));
  fill(x, y, x + wide, y + tall, color);
  for_each_dot(text, [&](std::uint32_t column, std::uint32_t row) {
    const float left = x + static_cast<float>((column + 1) * letter_);
    const float top = y + static_cast<float>((row + 1) * letter_);
    fill(left, top, left + static_cast<float>(letter_), top + static_cast<float>(letter_), ink);
  });
}

void Canvas::line(ml::Point from, ml::Point to, Rgba color) {
  const float dx = near_by(to.x) - near_by(from.x);
  const float dy = near_by(to.y) - near_by(from.y);
  const float length = std::hypot(dx, dy);
  if (length < 1) return;
  const float half = static_cast<float>(stroke_) / 2;
  const float ox = -dy / length * half;
  const float oy = dx / length * half;
  commands_.add(draw::FillTriangle{whole(from.x + ox), whole(from.y + oy), whole(from.x - ox),
                                   whole(from.y - oy), whole(to.x + ox), whole(to.y + oy), color});
  commands_.add(draw::FillTriangle{whole(from.x - ox), whole(from.y - oy), whole(to.x - ox),
                                   whole(to.y - oy), whole(to.x + ox), whole(to.y + oy), color});
  // Seen also where the triangles are thinner than a pixel.
  commands_.add(draw::DrawLine{whole(from.x), whole(from.y), whole(to.x), whole(to.y), color});
}

void Canvas::dot(ml::Point at, Rgba color) {
  commands_.add(draw::FillCircle{whole(at.x), whole(at.y), stroke_ + 2, ink});
  commands_.add(draw::FillCircle{whole(at.x), whole(at.y), stroke_ + 1, color});
}

void Canvas::map(const ml::Segmentation& segmentation) {
  std::vector<std::uint8_t> rgba(segmentation.map.size() * 4, 0);
  for (std::size_t i = 0; i < segmentation.map.size(); ++i) {
    if (segmentation.map[i] == 0) continue;
    const Rgba color = color_of(segmentation.map[i]);
    rgba[4 * i] = color.r;
    rgba[(4 * i) + 1] = color.g;
    rgba[(4 * i) + 2] = color.b;
    rgba[(4 * i) + 3] = map_alpha;
  }
  if (auto loaded = surface_.load_image(map_image, {rgba, segmentation.width, segmentation.height});
      !loaded)
    error_ = loaded.error();
  commands_.add(draw::ImageBlit{map_image, 0, 0, width_, height_});
}

Result<media::Picture> Canvas::finish() {
  if (error_) return std::unexpected(*error_);
  if (commands_.count() > 0)
    if (auto sent = surface_.batch(commands_); !sent) return std::unexpected(sent.error());
  auto pixels = surface_.get_pixels();
  if (!pixels) return std::unexpected(pixels.error());
  const auto errors = surface_.take_errors();
  if (!errors.empty()) return std::unexpected(errors.front().error);
  return media::Picture{width_, height_, std::move(*pixels)};
}

}  // namespace dala::cli

#include "surface/raster/figures.hpp"

namespace dala::surface {

namespace {

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

template <typename Box>
Rect box_of(const Box& box) {
  return rect_at(box.x, box.y, box.w, box.h);
}

template <typename Circle>
Rect circle_box(const Circle& c) {
  const std::int64_t r = c.radius;
  return around({{c.cx - r, c.cy - r}, {c.cx + r, c.cy + r}});
}

template <typename Triangle>
Rect triangle_box(const Triangle& t) {
  return around({{t.x1, t.y1}, {t.x2, t.y2}, {t.x3, t.y3}});
}

void paint_sprite(Canvas& canvas, const PlacedSprite& sprite) {
  const Rect target = box_of(sprite);
  const Rect shown = intersect(target, canvas.clip);
  if (shown.empty()) return;
  paint(canvas, shown,
        sprite.pixels + ((shown.y0 - target.y0) * sprite.stride) + (shown.x0 - target.x0),
        sprite.stride, sprite.opaque);
}

}  // namespace

Rect bounds_of(const Figure& figure) {
  return std::visit(
      Overloaded{
          [](const draw::FillRect& c) { return box_of(c); },
          [](const draw::DrawLine& c) { return around({{c.x1, c.y1}, {c.x2, c.y2}}); },
          [](const draw::DrawCircle& c) { return circle_box(c); },
          [](const draw::FillCircle& c) { return circle_box(c); },
          [](const draw::DrawTriangle& c) { return triangle_box(c); },
          [](const draw::FillTriangle& c) { return triangle_box(c); },
          [](const draw::DrawRoundRect& c) { return box_of(c); },
          [](const draw::FillRoundRect& c) { return box_of(c); },
          [](const PlacedSprite& c) { return box_of(c); },
      },
      figure);
}

std::int64_t pixels_of(const Figure& figure, const Rect& shown) {
  const std::int64_t line = std::max(shown.width(), shown.height());
  return std::visit(
      Overloaded{
          [&](const draw::DrawLine&) { return line; },
          [&](const draw::DrawCircle&) { return 3 * line; },
          [&](const draw::DrawTriangle&) { return 3 * line; },
          [&](const draw::DrawRoundRect&) { return 2 * (shown.width() + shown.height()); },
          [&](const draw::FillTriangle&) { return shown.width() * shown.height() / 2; },
          [&](const auto&) { return shown.width() * shown.height(); },
      },
      figure);
}

bool hides(const Figure& figure) {
  return std::visit(Overloaded{
                        [](const draw::FillRect& c) { return c.color.a == 255; },
                        [](const draw::FillCircle& c) { return c.color.a == 255; },
                        [](const draw::FillTriangle& c) { return c.color.a == 255; },
                        [](const draw::FillRoundRect& c) { return c.color.a == 255; },
                        [](const auto&) { return false; },
                    },
                    figure);
}

void paint_figure(Canvas& canvas, Scratch& scratch, const Figure& figure) {
  std::visit(
      Overloaded{
          [&](const draw::FillRect& c) { fill_rect(canvas, box_of(c), c.color); },
          [&](const draw::DrawLine& c) {
            draw_line(canvas, scratch, {c.x1, c.y1}, {c.x2, c.y2}, c.color);
          },
          [&](const draw::DrawCircle& c) {
            draw_circle(canvas, scratch, {c.cx, c.cy}, c.radius, c.color);
          },
          [&](const draw::FillCircle& c) {
            fill_circle(canvas, scratch, {c.cx, c.cy}, c.radius, c.color);
          },
          [&](const draw::DrawTriangle& c) {
            draw_triangle(canvas, scratch, {c.x1, c.y1}, {c.x2, c.y2}, {c.x3, c.y3}, c.color);
          },
          [&](const draw::FillTriangle& c) {
            fill_triangle(canvas, scratch, {c.x1, c.y1}, {c.x2, c.y2}, {c.x3, c.y3}, c.color);
          },
          [&](const draw::DrawRoundRect& c) {
            draw_round_rect(canvas, scratch, box_of(c), c.radius, c.color);
          },
          [&](const draw::FillRoundRect& c) {
            fill_round_rect(canvas, scratch, box_of(c), c.radius, c.color);
          },
          [&](const PlacedSprite& c) { paint_sprite(canvas, c); },
      },
      figure);
}

}  // namespace dala::surface

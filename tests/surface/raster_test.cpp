// Every shape against the reference rasteriser, for every instruction set.
#include <random>

#include "surface/raster/wide.hpp"
#include "surface/raster_helper.hpp"

namespace dala::surface {
namespace {

using namespace test;

constexpr Rgba solid{10, 200, 30, 255};
constexpr Rgba glass{10, 200, 30, 77};

// Small numbers that often lie on each other, at and around a frame of 40 x 30.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  std::int64_t operator()(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  Point point() { return {(*this)(-15, 55), (*this)(-15, 45)}; }
  Rgba color() { return (*this)(0, 1) == 0 ? solid : glass; }
  Rect clip() {
    const std::int64_t x = (*this)(0, 20);
    const std::int64_t y = (*this)(0, 15);
    return {x, y, x + (*this)(0, 20), y + (*this)(0, 15)};
  }

 private:
  std::mt19937 random_;
};

// draw(canvas, scratch, numbers, color) draws something and says which pixels that has.
template <typename Draw>
void compare(int times, const Draw& draw) {
  for_each_instruction_set([&] {
    TestFrame frame(40, 30, 5);
    Scratch scratch;
    Numbers numbers(11);
    for (int i = 0; i < times && !testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE(i);
      frame.reset();
      frame.canvas().clip = i % 2 == 0 ? frame.canvas().frame() : numbers.clip();
      const Rgba color = numbers.color();
      frame.expect_painted(draw(frame.canvas(), scratch, numbers, color), color);
    }
  });
}

PixelSet rect_pixels(const Rect& rect) {
  PixelSet pixels;
  for (std::int64_t y = rect.y0; y < rect.y1; ++y)
    for (std::int64_t x = rect.x0; x < rect.x1; ++x) pixels.emplace(x, y);
  return pixels;
}

TEST(Raster, Rectangles) {
  compare(200, [](Canvas& canvas, Scratch&, Numbers& n, Rgba color) {
    const Rect rect = rect_at(n(0, 45), n(0, 35), n(0, 50), n(0, 40));
    fill_rect(canvas, rect, color);
    return rect_pixels(rect);
  });
}

TEST(Raster, Lines) {
  compare(500, [](Canvas& canvas, Scratch& scratch, Numbers& n, Rgba color) {
    const Point a = n.point();
    const Point b = n.point();
    draw_line(canvas, scratch, a, b, color);
    return line_pixels(a, b);
  });
}

TEST(Raster, Circles) {
  compare(300, [](Canvas& canvas, Scratch& scratch, Numbers& n, Rgba color) {
    const Point center = n.point();
    const auto radius = n(0, 40);
    draw_circle(canvas, scratch, center, static_cast<std::uint32_t>(radius), color);
    return circle_pixels(center, radius);
  });
}

TEST(Raster, FilledCircles) {
  compare(200, [](Canvas& canvas, Scratch& scratch, Numbers& n, Rgba color) {
    const Point center = n.point();
    const auto radius = n(0, 40);
    fill_circle(canvas, scratch, center, static_cast<std::uint32_t>(radius), color);
    return disc_pixels(center, radius);
  });
}

TEST(Raster, Triangles) {
  compare(300, [](Canvas& canvas, Scratch& scratch, Numbers& n, Rgba color) {
    const Point a = n.point();
    const Point b = n(0, 5) == 0 ? a : n.point();
    const Point c = n.point();
    draw_triangle(canvas, scratch, a, b, c, color);
    PixelSet pixels = line_pixels(a, b);
    pixels.merge(line_pixels(b, c));
    pixels.merge(line_pixels(c, a));
    return pixels;
  });
}

TEST(Raster, FilledTriangles) {
  compare(400, [](Canvas& canvas, Scratch& scratch, Numbers& n, Rgba color) {
    const Point a = n.point();
    const Point b = n(0, 5) == 0 ? a : n.point();
    const Point c = n(0, 5) == 0 ? Point{n(-5, 40), a.y} : n.point();
    fill_triangle(canvas, scratch, a, b, c, color);
    return triangle_pixels(a, b, c);
  });
}

// A round rectangle is a rectangle whose corners are quarters of circles.
PixelSet round_pixels(const Rect& rect, std::int64_t radius, bool filled) {
  PixelSet pixels;
  if (rect.empty()) return pixels;
  const std::int64_t r = std::min({radius, (rect.width() - 1) / 2, (rect.height() - 1) / 2});
  const auto add_corner = [&](bool left, bool top) {
    const Point c{left ? rect.x0 + r : rect.x1 - 1 - r, top ? rect.y0 + r : rect.y1 - 1 - r};
    for (const auto& [x, y] : filled ? disc_pixels(c, r) : circle_pixels(c, r))
      if ((left ? x <= c.x : x >= c.x) && (top ? y <= c.y : y >= c.y)) pixels.emplace(x, y);
  };
  for (const bool left : {true, false})
    for (const bool top : {true, false}) add_corner(left, top);
  for (std::int64_t x = rect.x0 + r; x < rect.x1 - r; ++x)
    for (std::int64_t y = rect.y0; y < rect.y1; ++y)
      if (filled || y == rect.y0 || y == rect.y1 - 1) pixels.emplace(x, y);
  for (std::int64_t y = rect.y0 + r; y < rect.y1 - r; ++y)
    for (std::int64_t x = rect.x0; x < rect.x1; ++x)
      if (filled || x == rect.x0 || x == rect.x1 - 1) pixels.emplace(x, y);
  return pixels;
}

TEST(Raster, RoundRectangles) {
  for (const bool filled : {false, true})
    compare(300, [&](Canvas& canvas, Scratch& scratch, Numbers& n, Rgba color) {
      const Rect rect = rect_at(n(0, 30), n(0, 25), n(0, 30), n(0, 25));
      const auto radius = n(0, 12);
      (filled ? fill_round_rect : draw_round_rect)(canvas, scratch, rect,
                                                   static_cast<std::uint32_t>(radius), color);
      return round_pixels(rect, radius, filled);
    });
}

TEST(Raster, LargeCirclesAreTheSameByRowsAsByWalking) {
  // Above this the rows come from square roots; both must agree where they meet.
  for (const std::int64_t radius : {4095, 4096, 4097, 5000, 9973}) {
    TestFrame frame(300, 40, 1);
    Scratch scratch;
    for (const Point center :
         {Point{150, 20 + radius}, Point{150, 20 - radius}, Point{100 - radius, 20},
          Point{100 + radius, 20}, Point{150 + (radius * 7 / 10), 20 + (radius * 7 / 10)}}) {
      frame.reset();
      draw_circle(frame.canvas(), scratch, center, static_cast<std::uint32_t>(radius), glass);
      frame.expect_painted(circle_pixels(center, radius), glass);
    }
  }
}

TEST(Raster, AnyCoordinatesAreLegalAndQuick) {
  constexpr std::int64_t low = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t high = std::numeric_limits<std::int32_t>::max();
  constexpr std::uint32_t top = std::numeric_limits<std::uint32_t>::max();
  TestFrame frame(64, 48, 3);
  Canvas& canvas = frame.canvas();
  Scratch scratch;
  const auto start = std::chrono::steady_clock::now();
  for (const Rgba color : {solid, glass})
    for (const std::int64_t a : {low, low + 1, std::int64_t{0}, std::int64_t{20}, high})
      for (const std::int64_t b : {low, std::int64_t{-1}, std::int64_t{30}, high}) {
        draw_line(canvas, scratch, {a, b}, {b, a}, color);
        draw_line(canvas, scratch, {a, low}, {b, high}, color);
        draw_triangle(canvas, scratch, {a, b}, {b, high}, {low, a}, color);
        fill_triangle(canvas, scratch, {a, b}, {b, high}, {low, a}, color);
        for (const std::uint32_t radius : {0U, 5000U, 0x7FFFFFFFU, top}) {
          draw_circle(canvas, scratch, {a, b}, radius, color);
          fill_circle(canvas, scratch, {a, b}, radius, color);
          const Rect rect =
              rect_at(std::max<std::int64_t>(a, 0), std::max<std::int64_t>(b, 0), top, top);
          draw_round_rect(canvas, scratch, rect, radius, color);
          fill_round_rect(canvas, scratch, rect, radius, color);
        }
      }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Raster, AVeryLongLinePassesWhereItShould) {
  TestFrame frame(64, 48, 3);
  Scratch scratch;
  // Exactly diagonal, so that the pixels are known without walking 4 thousand million of them.
  draw_line(frame.canvas(), scratch, {-2147483648LL, -2147483648LL}, {2147483647, 2147483647},
            solid);
  PixelSet diagonal;
  for (std::int64_t i = 0; i < 48; ++i) diagonal.emplace(i, i);
  frame.expect_painted(diagonal, solid);
}

TEST(Raster, SquareRootsAreExact) {
  const auto check = [](std::uint64_t n) {
    const auto r = static_cast<std::int64_t>(floor_sqrt(n));
    EXPECT_LE(Wide{r} * r, Wide{n}) << n;
    EXPECT_GT(Wide{r + 1} * (r + 1), Wide{n}) << n;
  };
  for (std::uint64_t n = 0; n < 2000; ++n) check(n);
  for (std::uint64_t r = 4294967295U; r > 4294967000U; --r) {
    check(r * r);
    check((r * r) - 1);
  }
  check(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace dala::surface

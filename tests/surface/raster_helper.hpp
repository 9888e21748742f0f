// A reference rasteriser, pixel by pixel, to compare the fast one with; and every instruction set
// that this machine has, one after the other.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>
#include <vector>

#include "surface/raster/shapes.hpp"

namespace dala::surface::test {

// 32 random bits a time, the same on every machine.
class Noise {
 public:
  explicit Noise(unsigned seed) : random_(seed) {}
  [[nodiscard]] std::uint32_t operator()() { return static_cast<std::uint32_t>(random_()); }

 private:
  std::mt19937 random_;
};

// The pixels of a shape, without regard to a clip.
using PixelSet = std::set<std::pair<std::int64_t, std::int64_t>>;  // x, y

[[nodiscard]] PixelSet line_pixels(Point from, Point to);
[[nodiscard]] PixelSet circle_pixels(Point center, std::int64_t radius);
[[nodiscard]] PixelSet disc_pixels(Point center, std::int64_t radius);
[[nodiscard]] PixelSet triangle_pixels(Point a, Point b, Point c);

// One pixel over another by the definition, in whole numbers.
[[nodiscard]] Rgba over(Rgba source, Rgba there);

// A frame of its own with something on it.
class TestFrame {
 public:
  TestFrame(std::int32_t width, std::int32_t height, unsigned seed, bool opaque = false);

  [[nodiscard]] Canvas& canvas() { return canvas_; }
  [[nodiscard]] Rgba at(std::int64_t x, std::int64_t y) const;
  // That exactly these of the pixels inside the clip became `color` over what they were, and
  // damage holds them.
  void expect_painted(const PixelSet& pixels, Rgba color) const;
  void reset();

 private:
  std::vector<std::uint32_t> before_;
  std::vector<std::uint32_t> pixels_;
  Canvas canvas_;
};

// Runs `function` once for each instruction set, with its name in the trace.
void for_each_instruction_set(const std::function<void()>& function);

}  // namespace dala::surface::test

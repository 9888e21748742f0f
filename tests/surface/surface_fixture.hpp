// What tests of surfaces share: results that must be good, and pixels to look at.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <dala/surface.hpp>

#include "support/results.hpp"

namespace dala {

// A surface that must come into being.
inline Surface make_surface(std::uint32_t width, std::uint32_t height,
                            const SurfaceOptions& options = {}) {
  auto surface = Surface::create(width, height, options);
  if (!surface) ADD_FAILURE() << surface.error().message;
  return *surface;
}

inline Rgba pixel(const std::vector<std::uint8_t>& rgba, std::size_t width, std::size_t x,
                  std::size_t y) {
  const std::size_t at = ((y * width) + x) * 4;
  if (at + 4 > rgba.size()) return {};
  return {rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]};
}

inline void PrintTo(const Rgba& color, std::ostream* out) {
  *out << "{" << int{color.r} << ", " << int{color.g} << ", " << int{color.b} << ", "
       << int{color.a} << "}";
}

// The queue drained, and no error along the way.
inline void expect_no_errors(const Surface& surface) {
  must(surface.flush());
  for (const SurfaceError& error : surface.take_errors()) ADD_FAILURE() << error.error.message;
}

}  // namespace dala

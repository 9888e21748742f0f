#include "plain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace demo::plain {

namespace {

using dala::media::Picture;

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::clamp(std::floor(value + 0.5F), 0.0F, 255.0F));
}

float grey_of(float r, float g, float b) { return (0.299F * r) + (0.587F * g) + (0.114F * b); }

// Edges are mirrored without repeating the outermost pixel.
int mirrored(int at, int count) {
  if (at < 0) return -at;
  return at < count ? at : (2 * count) - 2 - at;
}

template <typename Change>
void each_pixel(Picture& picture, const Change& change) {
  for (std::uint32_t y = 0; y < picture.height; ++y)
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      std::uint8_t* pixel = &picture.rgba[4 * ((std::size_t{y} * picture.width) + x)];
      float color[3] = {static_cast<float>(pixel[0]), static_cast<float>(pixel[1]),
                        static_cast<float>(pixel[2])};
      change(color, x, y);
      for (int c = 0; c < 3; ++c) pixel[c] = to_byte(color[c]);
    }
}

Picture denoise(const Picture& in, int radius, float sigma_space, float sigma_color) {
  Picture out = in;
  const int width = static_cast<int>(in.width);
  const int height = static_cast<int>(in.height);
  const auto pixel_at = [&](int y, int x) {
    return &in.rgba[4 * ((static_cast<std::size_t>(y) * in.width) + static_cast<std::size_t>(x))];
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const std::uint8_t* middle = pixel_at(y, x);
      float sum[3] = {0, 0, 0};
      float weights = 0;
      for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
          const int distance = (dx * dx) + (dy * dy);
          if (distance > radius * radius) continue;
          const std::uint8_t* other = pixel_at(mirrored(y + dy, height), mirrored(x + dx, width));
          int difference = 0;
          for (int c = 0; c < 3; ++c) difference += std::abs(other[c] - middle[c]);
          const auto away = static_cast<float>(distance);
          const auto off = static_cast<float>(difference);
          const float weight = std::exp((-away / (2 * sigma_space * sigma_space)) -
                                        (off * off / (2 * sigma_color * sigma_color)));
          weights += weight;
          for (int c = 0; c < 3; ++c) sum[c] += weight * static_cast<float>(other[c]);
        }
      std::uint8_t* result =
          &out.rgba[4 * ((static_cast<std::size_t>(y) * in.width) + static_cast<std::size_t>(x))];
      for (int c = 0; c < 3; ++c) result[c] = to_byte(sum[c] / weights);
    }
  return out;
}

}  // namespace

Picture filter_photo(const Picture& photo) {
  Picture picture = denoise(photo, 2, 3, 40);

  const float temperature = 0.3F;
  const float red = 1 + (0.3F * temperature);
  const float blue = 1 - (0.3F * temperature);
  const float bright = grey_of(red, 1, blue);
  each_pixel(picture, [&](float* color, auto, auto) {
    color[0] *= red / bright;
    color[1] /= bright;
    color[2] *= blue / bright;
  });

  each_pixel(picture, [](float* color, auto, auto) {
    const float grey = grey_of(color[0], color[1], color[2]);
    for (int c = 0; c < 3; ++c) color[c] = grey + ((color[c] - grey) * 1.45F);
  });

  each_pixel(picture, [](float* color, auto, auto) {
    for (int c = 0; c < 3; ++c) color[c] = 127.5F + ((color[c] - 127.5F) * 1.2F);
  });

  const float middle_x = static_cast<float>(picture.width) / 2;
  const float middle_y = static_cast<float>(picture.height) / 2;
  const float half_diagonal = std::hypot(middle_x, middle_y);
  each_pixel(picture, [&](float* color, std::uint32_t x, std::uint32_t y) {
    const float away = std::hypot(static_cast<float>(x) + 0.5F - middle_x,
                                  static_cast<float>(y) + 0.5F - middle_y) /
                       half_diagonal;
    const float t = std::clamp((away - 0.4F) / 0.6F, 0.0F, 1.0F);
    const float light = 1 - (0.45F * t * t * (3 - (2 * t)));
    for (int c = 0; c < 3; ++c) color[c] *= light;
  });
  return picture;
}

Picture halftone(const Picture& photo, float size) {
  Picture out = photo;
  const int width = static_cast<int>(photo.width);
  const int height = static_cast<int>(photo.height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::uint8_t* pixel = &out.rgba[4 * ((static_cast<std::size_t>(y) * photo.width) +
                                           static_cast<std::size_t>(x))];
      for (int c = 0; c < 3; ++c) {
        const float turn = 0.26F + (0.52F * static_cast<float>(c));
        const float cosine = std::cos(turn);
        const float sine = std::sin(turn);
        const auto column = static_cast<float>(x);
        const auto row = static_cast<float>(y);
        const float across = ((cosine * column) + (sine * row)) / size;
        const float down = ((cosine * row) - (sine * column)) / size;
        const float dot_x = std::floor(across) + 0.5F;
        const float dot_y = std::floor(down) + 0.5F;
        const int at_x = std::clamp(
            static_cast<int>(std::round(((cosine * dot_x) - (sine * dot_y)) * size)), 0, width - 1);
        const int at_y =
            std::clamp(static_cast<int>(std::round(((sine * dot_x) + (cosine * dot_y)) * size)), 0,
                       height - 1);
        const float light =
            static_cast<float>(photo.rgba[(4 * ((static_cast<std::size_t>(at_y) * photo.width) +
                                                static_cast<std::size_t>(at_x))) +
                                          static_cast<std::size_t>(c)]) /
            255;
        const float radius = 0.61F * std::sqrt(1 - light);
        const float away = std::hypot(across - dot_x, down - dot_y);
        const float t = std::clamp((away - radius + 0.12F) / 0.24F, 0.0F, 1.0F);
        const float ink = 1 - (t * t * (3 - (2 * t)));
        pixel[c] = static_cast<std::uint8_t>(std::round(250 - (225 * ink)));
      }
    }
  return out;
}

std::vector<float> matmul(std::span<const float> a, std::span<const float> b, std::size_t side) {
  std::vector<float> c(side * side);
  for (std::size_t i = 0; i < side; ++i)
    for (std::size_t k = 0; k < side; ++k)
      for (std::size_t j = 0; j < side; ++j)
        c[(i * side) + j] += a[(i * side) + k] * b[(k * side) + j];
  return c;
}

}  // namespace demo::plain

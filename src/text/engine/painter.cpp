#include "text/engine/painter.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "text/engine/blur.hpp"

namespace dala::text {

namespace {

// A colour with premultiplied alpha, all from 0 to 1.
struct Layer {
  float r = 0;
  float g = 0;
  float b = 0;
  float a = 0;

  void add(Rgba color, float coverage) {
    const float alpha = coverage * static_cast<float>(color.a) / 255;
    r += alpha * static_cast<float>(color.r) / 255;
    g += alpha * static_cast<float>(color.g) / 255;
    b += alpha * static_cast<float>(color.b) / 255;
    a += alpha;
  }
  void put_over(const Layer& under) {
    r += under.r * (1 - a);
    g += under.g * (1 - a);
    b += under.b * (1 - a);
    a += under.a * (1 - a);
  }
};

std::uint8_t byte(float value) {
  return static_cast<std::uint8_t>((static_cast<int>(std::clamp(value, 0.0F, 1.0F) * 510) + 1) / 2);
}

// How much of a pixel a rounded rectangle covers. `x` and `y` are the pixel's middle.
float covered(double x, double y, double width, double height, double radius) {
  radius = std::min({radius, width / 2, height / 2});
  const double dx = std::abs(x - width / 2) - (width / 2 - radius);
  const double dy = std::abs(y - height / 2) - (height / 2 - radius);
  const double outside =
      std::hypot(std::max(dx, 0.0), std::max(dy, 0.0)) + std::min(std::max(dx, dy), 0.0) - radius;
  return static_cast<float>(std::clamp(0.5 - outside, 0.0, 1.0));
}

// The union of two coverages, for joined letters that overlap at their edges.
std::uint8_t joined(std::uint8_t a, std::uint8_t b) {
  return static_cast<std::uint8_t>(a + b - (a * b + 127) / 255);
}

constexpr std::size_t kept_bytes = std::size_t{16} << 20;

// All zero. Memory that one very large text needed is not kept for the others.
void clear(std::vector<std::uint8_t>& bytes, std::size_t size) {
  if (bytes.capacity() > kept_bytes && size < kept_bytes / 4) bytes = {};
  bytes.assign(size, 0);
}

}  // namespace

void Painter::Area::add(int l, int t, int r, int b) {
  if (l >= r || t >= b) return;
  left = std::min(left, l);
  top = std::min(top, t);
  right = std::max(right, r);
  bottom = std::max(bottom, b);
}

// Calls act(bitmap, x, y) for each glyph, with where its bitmap begins.
template <typename Do>
Result<void> Painter::for_each_glyph(const Composed& text, double size, double outline,
                                     const Do& act) {
  for (const Line& line : text.lines)
    for (const Glyph& glyph : line.glyphs) {
      const double x = std::floor((line.x + glyph.x) * 4 + 0.5);
      const double y = std::floor((line.baseline + glyph.y) * 4 + 0.5);
      const auto whole_x = static_cast<int>(std::floor(x / 4));
      const auto whole_y = static_cast<int>(std::floor(y / 4));
      const GlyphKey key{.face = glyph.face->id(),
                         .glyph = glyph.id,
                         .size = static_cast<std::int32_t>(std::lround(size * 64)),
                         .outline = static_cast<std::int32_t>(std::lround(outline * 64)),
                         .quarters_x = static_cast<std::uint8_t>(x - 4.0 * whole_x),
                         .quarters_y = static_cast<std::uint8_t>(y - 4.0 * whole_y)};
      DALA_ASSIGN(const GlyphBitmap* bitmap, glyphs_.get(*glyph.face, key));
      if (!bitmap->pixels.empty()) act(*bitmap, whole_x + bitmap->left, whole_y + bitmap->top);
    }
  return {};
}

Result<void> Painter::paint(const Composed& text, const TextStyle& style, DrawnText& drawn) {
  const auto box_width = static_cast<int>(std::ceil(std::max(1.0, text.width)));
  const auto box_height = static_cast<int>(std::ceil(std::max(1.0, text.height)));
  const bool outlined = style.outline.width > 0 && style.outline.color.a > 0;
  const bool shadowed = style.shadow.color.a > 0;
  const auto shadow_x = static_cast<int>(std::lround(style.shadow.dx));
  const auto shadow_y = static_cast<int>(std::lround(style.shadow.dy));
  const auto reach = static_cast<int>(std::ceil(style.shadow.blur));

  Area area{0, 0, box_width, box_height};
  bool pictures = false;
  const auto measure = [&](const GlyphBitmap& bitmap, int x, int y) {
    pictures |= bitmap.color;
    area.add(x, y, x + bitmap.width, y + bitmap.height);
    if (shadowed)
      area.add(x + shadow_x - reach, y + shadow_y - reach, x + shadow_x + bitmap.width + reach,
               y + shadow_y + bitmap.height + reach);
  };
  DALA_TRY(for_each_glyph(text, style.size, 0, measure));
  if (outlined) DALA_TRY(for_each_glyph(text, style.size, style.outline.width, measure));
  const std::size_t width = area.width();
  const std::size_t height = area.height();
  if (width > media::max_picture_side || height > media::max_picture_side ||
      std::uint64_t{width} * height > max_text_pixels)
    return fail(ErrorCode::invalid_argument,
                "the text would be a picture of {}x{}; it must be at most {} wide and high and "
                "have at most {} pixels",
                width, height, media::max_picture_side, max_text_pixels);

  const std::size_t pixels = width * height;
  clear(letters_, pixels);
  clear(outlined_, outlined ? pixels : 0);
  clear(shadow_, shadowed ? pixels : 0);
  clear(pictures_, pictures ? 4 * pixels : 0);
  const auto at = [&](int x, int y) {
    return static_cast<std::size_t>(y - area.top) * width + static_cast<std::size_t>(x - area.left);
  };
  const auto cover = [&](std::vector<std::uint8_t>& mask) {
    return [&](const GlyphBitmap& bitmap, int x, int y) {
      const std::uint8_t* from = bitmap.pixels.data();
      for (int row = 0; row < bitmap.height; ++row) {
        if (bitmap.color) {
          std::uint8_t* to = pictures_.data() + 4 * at(x, y + row);
          for (int i = 0; i < 4 * bitmap.width; i += 4) {
            const int rest = 255 - from[i + 3];
            for (int c = i; c < i + 4; ++c)
              to[c] = static_cast<std::uint8_t>(from[c] + (to[c] * rest + 127) / 255);
          }
          from += std::ptrdiff_t{4} * bitmap.width;
        } else {
          std::uint8_t* to = mask.data() + at(x, y + row);
          for (int i = 0; i < bitmap.width; ++i) to[i] = joined(to[i], from[i]);
          from += bitmap.width;
        }
      }
    };
  };
  DALA_TRY(for_each_glyph(text, style.size, 0, cover(letters_)));
  if (outlined) {
    DALA_TRY(for_each_glyph(text, style.size, style.outline.width, cover(outlined_)));
    for (std::size_t i = 0; i < pixels; ++i) outlined_[i] = std::max(outlined_[i], letters_[i]);
  }
  const std::vector<std::uint8_t>& outer = outlined ? outlined_ : letters_;
  if (shadowed) {
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x) {
        const std::int64_t from_x = static_cast<std::int64_t>(x) - shadow_x;
        const std::int64_t from_y = static_cast<std::int64_t>(y) - shadow_y;
        if (from_x < 0 || from_y < 0 || std::cmp_greater_equal(from_x, width) ||
            std::cmp_greater_equal(from_y, height))
          continue;
        const std::size_t from =
            static_cast<std::size_t>(from_y) * width + static_cast<std::size_t>(from_x);
        shadow_[y * width + x] =
            std::max(outer[from], pictures ? pictures_[4 * from + 3] : std::uint8_t{0});
      }
    blur(shadow_, width, reach);
  }

  drawn.picture.rgba.resize(4 * pixels);
  drawn.picture.width = static_cast<std::uint32_t>(width);
  drawn.picture.height = static_cast<std::uint32_t>(height);
  drawn.left = static_cast<std::uint32_t>(-area.left);
  drawn.top = static_cast<std::uint32_t>(-area.top);
  drawn.width = static_cast<std::uint32_t>(box_width);
  drawn.height = static_cast<std::uint32_t>(box_height);
  const bool background = style.background.color.a > 0;
  std::uint8_t* out = drawn.picture.rgba.data();
  for (std::size_t i = 0; i < pixels; ++i, out += 4) {
    Layer pixel;
    if (pictures) {
      const std::uint8_t* rgba = pictures_.data() + 4 * i;
      const float alpha = static_cast<float>(style.color.a) / (255.0F * 255.0F);
      pixel = {static_cast<float>(rgba[0]) * alpha, static_cast<float>(rgba[1]) * alpha,
               static_cast<float>(rgba[2]) * alpha, static_cast<float>(rgba[3]) * alpha};
    }
    if (outer[i] > 0) {
      Layer letter;
      letter.add(style.color, static_cast<float>(letters_[i]) / 255);
      if (outlined)
        letter.add(style.outline.color, static_cast<float>(outlined_[i] - letters_[i]) / 255);
      pixel.put_over(letter);
    }
    if (shadowed && shadow_[i] > 0) {
      Layer shade;
      shade.add(style.shadow.color, static_cast<float>(shadow_[i]) / 255);
      pixel.put_over(shade);
    }
    if (background) {
      const double x = static_cast<double>(i % width) + area.left + 0.5;
      const std::size_t row = i / width;
      const double y = static_cast<double>(row) + area.top + 0.5;
      Layer behind;
      behind.add(style.background.color,
                 covered(x, y, box_width, box_height, style.background.radius));
      pixel.put_over(behind);
    }
    const float divisor = pixel.a > 0 ? 1 / pixel.a : 0;
    out[0] = byte(pixel.r * divisor);
    out[1] = byte(pixel.g * divisor);
    out[2] = byte(pixel.b * divisor);
    out[3] = byte(pixel.a);
  }
  return {};
}

}  // namespace dala::text

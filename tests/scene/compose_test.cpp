// Items on every device against the reference implementation, to the last bit.
#include "scene/compose/compositor.hpp"

#include <cmath>
#include <random>

#include "scene/compose/reference_pixel.hpp"
#include "scene/scene_helper.hpp"

namespace dala::scene::test {
namespace {

constexpr std::int32_t width = 150;
constexpr std::int32_t height = 70;

std::vector<std::uint32_t> random_pixels(std::mt19937& random, std::size_t count, bool opaque) {
  std::vector<std::uint32_t> out(count);
  for (std::uint32_t& p : out) {
    p = static_cast<std::uint32_t>(random());
    if (opaque) p |= 0xFF000000U;
  }
  premultiply_alpha(out.data(), out.data(), count);
  return out;
}

struct Pixels {
  std::vector<std::uint32_t> host;
  Layer layer;
};

Pixels make_layer(const Compute& compute, std::mt19937& random, std::int32_t w, std::int32_t h,
                  bool opaque) {
  Pixels out;
  out.host =
      random_pixels(random, static_cast<std::size_t>(w) * static_cast<std::size_t>(h), opaque);
  out.layer = {
      must(compute.buffer_from_bytes(std::as_bytes(std::span(out.host)), {h, w, 4}, DType::u8)), w,
      h, opaque, 1};
  return out;
}

class Randoms {
 public:
  explicit Randoms(unsigned seed) : random(seed) {}
  double real(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  std::int32_t whole(std::int32_t low, std::int32_t high) {
    return std::uniform_int_distribution<std::int32_t>(low, high)(random);
  }
  std::mt19937 random;
};

Item random_item(Randoms& r, std::span<const Pixels> layers) {
  Item item;
  item.bounds.x0 = r.whole(0, width - 2);
  item.bounds.y0 = r.whole(0, height - 2);
  item.bounds.x1 = r.whole(item.bounds.x0 + 1, width);
  item.bounds.y1 = r.whole(item.bounds.y0 + 1, height);
  item.blend = static_cast<BlendMode>(r.whole(0, 4));
  item.opacity = static_cast<std::uint8_t>(r.whole(0, 2) == 0 ? r.whole(1, 255) : 255);
  item.covered = r.whole(0, 1) == 0;
  std::uint32_t color = static_cast<std::uint32_t>(r.random());
  premultiply_alpha(&color, &color, 1);
  item.color = color;
  if (r.whole(0, 3) != 0) {
    item.layer = layers[static_cast<std::size_t>(r.whole(0, 2))].layer;
    item.taps = {0, 0, item.layer.width, item.layer.height};
    if (r.whole(0, 2) == 0) {
      item.map.x0 = r.whole(-4, 10) * 65536;
      item.map.y0 = r.whole(-4, 10) * 65536;
    } else {
      const double angle = r.whole(0, 1) == 0 ? 0 : r.real(0, 6);
      const double scale = r.real(0.2, 2);
      const auto f = [](double v) { return static_cast<std::int32_t>(std::lround(v * 65536)); };
      item.map = {f(scale * std::cos(angle)), f(-scale * std::sin(angle)), f(r.real(-10, 30)),
                  f(scale * std::sin(angle)), f(scale * std::cos(angle)),  f(r.real(-10, 30))};
    }
  }
  if (!item.covered) {
    const bool upright = r.whole(0, 1) == 0;
    const double angle = upright ? 0 : r.real(0, 6);
    const auto c = static_cast<float>(std::cos(angle));
    const auto s = static_cast<float>(std::sin(angle));
    item.box = {.xx = c,
                .xy = s,
                .x0 = static_cast<float>(r.real(-1, 1)),
                .yx = -s,
                .yy = c,
                .y0 = static_cast<float>(r.real(-1, 1))};
    // As item_at makes them: an upright box ends where the bounds do.
    item.box.width = static_cast<float>(item.bounds.width()) - 0.7F;
    item.box.height = static_cast<float>(item.bounds.height()) - 0.7F;
    if (r.whole(0, 1) == 0)
      item.box.radius =
          static_cast<float>(r.real(0.5, std::min(item.box.width, item.box.height) / 2 + 0.6));
    item.box.radius =
        std::max(0.0F, std::min(item.box.radius, std::min(item.box.width, item.box.height) / 2));
    if (item.box.width <= 0 || item.box.height <= 0) item.covered = true;
  }
  if (r.whole(0, 4) == 0) {
    item.mask = layers[3].layer;
    item.mask_x = r.whole(-5, 60);
    item.mask_y = r.whole(-5, 30);
  }
  return item;
}

PaintItem paint_item(const Item& item, std::span<const Pixels> layers) {
  const auto find = [&](const Layer& layer) -> HostPixels {
    for (const Pixels& p : layers)
      if (layer.buffer && p.layer.buffer == layer.buffer)
        return {p.host.data(), layer.width, layer.height};
    return {};
  };
  return {.bounds = item.bounds,
          .blend = item.blend,
          .opacity = item.opacity,
          .covered = item.covered,
          .moves = item.map.is_move(),
          .round = item.box.radius > 0,
          .opaque = item.shows_opaque(),
          .color = item.color,
          .layer = find(item.layer),
          .map = item.map,
          .taps = item.taps,
          .box = item.box,
          .mask = find(item.mask),
          .mask_x = item.mask_x,
          .mask_y = item.mask_y};
}

class Compose : public testing::TestWithParam<const char*> {};

TEST_P(Compose, IsWhatItemHppSays) {
  const Compute* compute = media::test::compute_on(GetParam());
  if (compute == nullptr) GTEST_SKIP() << "skipped: this machine has no device " << GetParam();
  Randoms r(3);
  auto made = Compositor::make(*compute);
  ASSERT_TRUE(made) << made.error().message;
  Compositor compositor = std::move(*made);
  std::vector<Pixels> layers;
  layers.push_back(make_layer(*compute, r.random, 60, 40, true));
  layers.push_back(make_layer(*compute, r.random, 33, 21, false));
  layers.push_back(make_layer(*compute, r.random, 180, 90, true));
  layers.push_back(make_layer(*compute, r.random, 90, 60, false));
  const std::string device = GetParam();
  const int rounds = device == "cpu" ? 300 : device == "cpu-interpreter" ? 10 : 40;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::uint32_t> expected = random_pixels(r.random, width * height, round % 2 == 0);
    const Buffer target = must(compute->buffer_from_bytes(std::as_bytes(std::span(expected)),
                                                          {height, width, 4}, DType::u8));
    std::vector<Item> items;
    for (int i = r.whole(1, 12); i > 0; --i) items.push_back(random_item(r, layers));
    const Rect rects[] = {
        {r.whole(0, 30), r.whole(0, 20), r.whole(31, 70), r.whole(21, height)},
        {r.whole(70, 90), r.whole(0, 20), r.whole(91, width), r.whole(21, height)}};
    std::optional<std::uint32_t> background;
    if (r.whole(0, 1) == 0) background = 0xFF102030U;
    must(compositor.compose(target, items, rects, background));
    for (const Rect& rect : rects)
      for (std::int32_t y = rect.y0; y < rect.y1; ++y)
        for (std::int32_t x = rect.x0; x < rect.x1; ++x) {
          std::uint32_t& p = expected[static_cast<std::size_t>((y * width) + x)];
          if (background) p = *background;
          for (const Item& item : items)
            if (item.bounds.covers({x, y, x + 1, y + 1}))
              p = painted(paint_item(item, layers), p, x, y);
        }
    const auto is = must(target.read<std::uint8_t>());
    const auto* pixels = reinterpret_cast<const std::uint32_t*>(is.data());
    for (std::int32_t y = 0; y < height; ++y)
      for (std::int32_t x = 0; x < width; ++x)
        ASSERT_EQ(pixels[(y * width) + x], expected[static_cast<std::size_t>((y * width) + x)])
            << "round " << round << " at " << x << ", " << y;
  }
}

INSTANTIATE_TEST_SUITE_P(Scene, Compose, testing::Values("cpu", "cpu-interpreter", "gles", "cuda"),
                         [](const auto& test) { return name_of(test.param); });

TEST(Alpha, ComesAndGoes) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> pixels(1003);
  for (std::uint32_t& p : pixels) p = static_cast<std::uint32_t>(random());
  EXPECT_FALSE(is_opaque(pixels.data(), pixels.size()));
  std::vector<std::uint32_t> out(pixels.size());
  premultiply_alpha(pixels.data(), out.data(), pixels.size());
  for (std::size_t i = 0; i < pixels.size(); ++i)
    for (unsigned shift = 0; shift < 24; shift += 8)
      ASSERT_EQ((out[i] >> shift) & 255,
                std::lround(((pixels[i] >> shift) & 255) * (pixels[i] >> 24) / 255.0));
  std::vector<std::uint32_t> back(pixels.size());
  unpremultiply_alpha(out.data(), back.data(), out.size());
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::uint32_t alpha = out[i] >> 24;
    for (unsigned shift = 0; shift < 24; shift += 8) {
      const std::uint32_t v = (out[i] >> shift) & 255;
      ASSERT_EQ((back[i] >> shift) & 255, alpha == 0 ? 0 : (v * 255 + alpha / 2) / alpha);
    }
  }
}

}  // namespace
}  // namespace dala::scene::test

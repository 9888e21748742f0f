// Sprites find places, grow the page, and give their places back.
#include "surface/image/atlas.hpp"

#include <map>

#include "surface/image/image_store.hpp"
#include "surface/raster_helper.hpp"
#include "surface_fixture.hpp"

namespace dala::surface {
namespace {

void blit(Canvas& canvas, const Atlas& atlas, const draw::Blit& command) {
  Scratch scratch;
  paint_figure(canvas, scratch, must(atlas.place(command)));
}

using test::Noise;

using Pixels = std::vector<std::uint32_t>;

draw::LoadSprite sprite(std::uint64_t id, std::uint32_t w, std::uint32_t h, const Pixels& pixels) {
  return {id, w, h, std::as_bytes(std::span(pixels))};
}

TEST(Shelves, PlacesNeverOverlapAndComeBack) {
  Shelves shelves(128, 128);
  Noise random(1);
  struct Taken {
    PagePlace place;
    std::uint32_t w;
    std::uint32_t h;
  };
  std::vector<Taken> taken;
  std::vector<int> owner(std::size_t{128} * 128, 0);
  const auto mark = [&](const Taken& t, int by) {
    for (std::uint32_t y = t.place.y; y < t.place.y + t.h; ++y)
      for (std::uint32_t x = t.place.x; x < t.place.x + t.w; ++x) {
        ASSERT_NE(owner[(y * 128) + x], by);
        owner[(y * 128) + x] = by;
      }
  };
  int rejected = 0;
  for (int i = 0; i < 5000; ++i) {
    if (random() % 2 == 0 && !taken.empty()) {
      const std::size_t which = random() % taken.size();
      mark(taken[which], 0);
      shelves.give_back(taken[which].place, taken[which].w);
      taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(which));
      continue;
    }
    const std::uint32_t w = 1 + (random() % 40);
    const std::uint32_t h = 1 + (random() % 40);
    if (const auto place = shelves.take(w, h)) {
      ASSERT_LE(place->x + w, 128U);
      ASSERT_LE(place->y + h, 128U);
      taken.push_back({*place, w, h});
      mark(taken.back(), 1);
    } else {
      ++rejected;
    }
  }
  EXPECT_GT(rejected, 0);
  for (const Taken& t : taken) shelves.give_back(t.place, t.w);
  EXPECT_TRUE(shelves.take(128, 128).has_value());  // all of it is one gap again
}

TEST(Atlas, KeepsEverySpriteWhateverHappens) {
  MemoryBudget budget(64 << 20);
  std::map<std::uint64_t, std::pair<std::uint32_t, Pixels>> expected;
  {
    Atlas atlas(budget);
    Noise random(2);
    Pixels frame(std::size_t{80} * 80);
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t id = random() % 60;
      if (random() % 3 == 0) {
        EXPECT_EQ(atlas.remove(id).has_value(), expected.erase(id) == 1);
        continue;
      }
      const std::uint32_t w = 1 + (random() % 80);
      const std::uint32_t h = 1 + (random() % 80);
      Pixels pixels(std::size_t{w} * h);
      for (std::uint32_t& p : pixels) p = random() | 0xFF000000U;
      must(atlas.load(sprite(id, w, h, pixels)));
      expected[id] = {w, pixels};
    }
    for (const auto& [id, sized] : expected) {
      const auto& [w, pixels] = sized;
      const auto h = static_cast<std::int32_t>(pixels.size() / w);
      std::ranges::fill(frame, 0U);
      Canvas canvas{frame.data(), static_cast<std::int32_t>(w), h, {0, 0, w, h}, {}};
      blit(canvas, atlas, {id, 0, 0});
      ASSERT_TRUE(std::equal(pixels.begin(), pixels.end(), frame.begin())) << id;
    }
    EXPECT_EQ(budget.used(), atlas.page_bytes() + (entry_bytes * expected.size()));
    // Sixty sprites of at most 80 x 80 need a quarter of this even when packed badly.
    EXPECT_LE(atlas.page_bytes(), std::size_t{1024} * 1024 * 4);
    std::size_t visited = 0;
    atlas.for_each([&](const draw::LoadSprite& command) {
      ++visited;
      const Pixels& pixels = expected[command.id].second;
      EXPECT_TRUE(std::ranges::equal(command.pixels.bytes, std::as_bytes(std::span(pixels))));
    });
    EXPECT_EQ(visited, expected.size());
  }
  EXPECT_EQ(budget.used(), 0U);
}

TEST(Atlas, RemovedSpaceIsUsedAgain) {
  MemoryBudget budget(64 << 20);
  Atlas atlas(budget);
  const Pixels pixels(std::size_t{100} * 100, 0xFFFFFFFFU);
  for (std::uint64_t id = 0; id < 4; ++id) must(atlas.load(sprite(id, 100, 100, pixels)));
  const std::size_t page = atlas.page_bytes();
  for (std::uint64_t id = 4; id < 500; ++id) {
    must(atlas.remove(id - 4));
    must(atlas.load(sprite(id, 100, 100, pixels)));
  }
  EXPECT_EQ(atlas.page_bytes(), page);
}

TEST(Atlas, NoMemoryIsAnErrorAndTheOldOnesStay) {
  MemoryBudget budget(600'000);
  Atlas atlas(budget);
  const Pixels small(100, 0xFF112233U);
  must(atlas.load(sprite(1, 10, 10, small)));
  const Pixels large(std::size_t{1000} * 1000);
  expect_error(atlas.load(sprite(1, 1000, 1000, large)), ErrorCode::out_of_memory);
  Pixels frame(100);
  Canvas canvas{frame.data(), 10, 10, {0, 0, 10, 10}, {}};
  blit(canvas, atlas, {1, 0, 0});
  EXPECT_EQ(frame, small);
  expect_error(atlas.place({2, 0, 0}), ErrorCode::unknown_picture, "id 2");
}

TEST(Atlas, SpritesAreCutAtTheClip) {
  MemoryBudget budget(64 << 20);
  Atlas atlas(budget);
  Pixels pixels(64);
  for (std::uint32_t i = 0; i < 64; ++i) pixels[i] = 0xFF000000U | i;
  must(atlas.load(sprite(1, 8, 8, pixels)));
  Pixels frame(std::size_t{20} * 20, 0);
  Canvas canvas{frame.data(), 20, 20, {2, 3, 12, 11}, {}};
  blit(canvas, atlas, {1, -1, 7});
  for (std::uint32_t y = 0; y < 20; ++y)
    for (std::uint32_t x = 0; x < 20; ++x) {
      const bool inside = x >= 2 && x < 7 && y >= 7 && y < 11;
      EXPECT_EQ(frame[(y * 20) + x], inside ? (0xFF000000U | (((y - 7) * 8) + x + 1)) : 0)
          << x << ", " << y;
    }
  for (const std::int32_t far :
       {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()})
    blit(canvas, atlas, {1, far, far});
}

TEST(Images, AreReplacedRemovedAndCounted) {
  MemoryBudget budget(1000);
  ImageStore images(budget);
  Pixels pixels(16, 0x80FFFFFFU);
  must(images.load({1, 4, 4, std::as_bytes(std::span(pixels))}));
  must(images.load({1, 4, 4, std::as_bytes(std::span(pixels))}));
  EXPECT_EQ(budget.used(), entry_bytes + 64);
  Pixels frame(100, 0xFF000000U);
  Canvas canvas{frame.data(), 10, 10, {0, 0, 10, 10}, {}};
  must(images.draw(canvas, {1, 3, 3, 4, 4}));
  EXPECT_EQ(frame[33], 0xFF808080U);  // half white over black
  EXPECT_EQ(budget.used(), entry_bytes + 64);
  must(images.draw(canvas, {1, 0, 0, 0, 7}));
  must(images.draw(canvas, {1, -2147483648, -2147483648, 4294967295U, 4294967295U}));
  EXPECT_EQ(budget.used(), entry_bytes + 128);  // and a premultiplied copy
  const Pixels large(300);
  expect_error(images.load({2, 20, 15, std::as_bytes(std::span(large))}), ErrorCode::out_of_memory);
  must(images.remove(1));
  EXPECT_EQ(budget.used(), 0U);
  expect_error(images.remove(1), ErrorCode::unknown_picture, "no image has the id 1");
  expect_error(images.draw(canvas, {1, 0, 0, 1, 1}), ErrorCode::unknown_picture);
}

// How many pixels share a vector differs between processors, and pictures may not.
TEST(Images, APixelGoesByItselfWhateverIsBesideIt) {
  MemoryBudget budget(100000);
  ImageStore images(budget);
  Pixels pixels(64);
  for (std::uint32_t i = 0; i < pixels.size(); ++i) pixels[i] = (i * 0x04030201U) | 0x40000000U;
  must(images.load({1, 8, 8, std::as_bytes(std::span(pixels))}));
  constexpr std::int32_t side = 32;
  const auto drawn = [&](std::uint32_t every_fifth) {
    Pixels frame(std::size_t{side} * side, 0xFF336699U);
    for (std::size_t i = 0; i < frame.size(); i += 5) frame[i] = every_fifth;
    Canvas canvas{frame.data(), side, side, {0, 0, side, side}, {}};
    must(images.draw(canvas, {1, 0, 0, side, side}));
    return frame;
  };
  const Pixels among_opaque = drawn(0xFF336699U);
  const Pixels among_others = drawn(0x80336699U);
  for (std::size_t i = 0; i < among_opaque.size(); ++i)
    if (i % 5 != 0) {
      ASSERT_EQ(among_others[i], among_opaque[i]) << i;
    }
}

}  // namespace
}  // namespace dala::surface

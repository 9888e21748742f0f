#include "surface/image/atlas.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/error.hpp"
#include "surface/raster/spans.hpp"

namespace dala::surface {

namespace {

constexpr std::uint32_t smallest_page = 256;
constexpr std::uint64_t largest_page = 1U << 16;  // high; the memory limit is reached long before

}  // namespace

Result<void> Atlas::load(const draw::LoadSprite& command) {
  DALA_TRY(budget_.take(entry_bytes));
  auto found = find_place(command.w, command.h);
  if (!found) {
    budget_.give_back(entry_bytes);
    return std::unexpected(std::move(found.error()));
  }
  const PagePlace place = *found;
  Sprite sprite{place, command.w, command.h, true};
  for (std::uint32_t y = 0; y < sprite.h; ++y) {
    std::uint32_t* row = page_.data() + (std::size_t{place.y + y} * width()) + place.x;
    std::memcpy(row, command.pixels.bytes.data() + (std::size_t{y} * sprite.w * 4),
                std::size_t{sprite.w} * 4);
    sprite.opaque = sprite.opaque && is_opaque({row, sprite.w});
  }
  if (sprites_.contains(command.id)) DALA_TRY(remove(command.id));
  sprites_[command.id] = sprite;
  used_ += std::uint64_t{sprite.w} * sprite.h;
  return {};
}

Result<void> Atlas::remove(std::uint64_t id) {
  const auto found = sprites_.find(id);
  if (found == sprites_.end())
    return fail(ErrorCode::unknown_picture, "no sprite has the id {}", id);
  const Sprite& sprite = found->second;
  shelves_.give_back(sprite.place, sprite.w);
  used_ -= std::uint64_t{sprite.w} * sprite.h;
  sprites_.erase(found);
  budget_.give_back(entry_bytes);
  return {};
}

Result<PlacedSprite> Atlas::place(const draw::Blit& command) const {
  const auto found = sprites_.find(command.sprite_id);
  if (found == sprites_.end())
    return fail(ErrorCode::unknown_picture, "no sprite has the id {}", command.sprite_id);
  const Sprite& sprite = found->second;
  return PlacedSprite{at(sprite.place), width(),   sprite.w,     sprite.h,
                      command.x,        command.y, sprite.opaque};
}

Result<PagePlace> Atlas::find_place(std::uint32_t w, std::uint32_t h) {
  if (const auto place = shelves_.take(w, h)) return *place;
  std::uint64_t page_width = std::max({width(), smallest_page, std::bit_ceil(w)});
  std::uint64_t page_height = std::max({height(), smallest_page, std::bit_ceil(h)});
  // Where little of the page is used, the problem is fragmentation and not its size.
  const std::uint64_t needed = used_ + (std::uint64_t{w} * h);
  bool tried =
      page_width == width() && page_height == height() && needed * 2 > page_width * page_height;
  while (page_width <= largest_page && page_height <= largest_page) {
    if (tried) (page_width <= page_height ? page_width : page_height) *= 2;
    tried = true;
    DALA_TRY(
        repack(static_cast<std::uint32_t>(page_width), static_cast<std::uint32_t>(page_height)));
    if (const auto place = shelves_.take(w, h)) return *place;
  }
  return fail(ErrorCode::out_of_memory, "the atlas has no room for a sprite of {} x {} pixels", w,
              h);
}

Result<void> Atlas::repack(std::uint32_t width, std::uint32_t height) {
  const std::size_t pixels = std::size_t{width} * height;
  DALA_TRY(budget_.take(pixels * sizeof(std::uint32_t)));
  std::vector<std::pair<std::uint64_t, Sprite>> order(sprites_.begin(), sprites_.end());
  std::ranges::sort(order, [](const auto& a, const auto& b) { return a.second.h > b.second.h; });
  Shelves shelves(width, height);
  std::vector<std::uint32_t> page(pixels);
  bool fits = true;
  for (auto& [id, sprite] : order) {
    const auto place = shelves.take(sprite.w, sprite.h);
    if (!place) {
      fits = false;  // the order before packing fitted, this one does not; only a larger page helps
      break;
    }
    for (std::uint32_t y = 0; y < sprite.h; ++y)
      std::memcpy(page.data() + (std::size_t{place->y + y} * width) + place->x,
                  at({sprite.place.x, sprite.place.y + y}), std::size_t{sprite.w} * 4);
    sprite.place = *place;
  }
  if (!fits) {
    budget_.give_back(pixels * sizeof(std::uint32_t));
    return {};
  }
  budget_.give_back(page_bytes());
  page_ = std::move(page);
  shelves_ = std::move(shelves);
  for (const auto& [id, sprite] : order) sprites_[id] = sprite;
  return {};
}

}  // namespace dala::surface

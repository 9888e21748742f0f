// The sprites of a surface, by the ids their owners chose, all in one page that grows.
#pragma once

#include <unordered_map>

#include <dala/core/error.hpp>
#include <dala/surface/commands.hpp>

#include "core/memory_budget.hpp"
#include "surface/image/entry_bytes.hpp"
#include "surface/image/shelves.hpp"
#include "surface/raster/figures.hpp"

namespace dala::surface {

class Atlas {
 public:
  explicit Atlas(MemoryBudget& budget) : budget_(budget) {}
  Atlas(const Atlas&) = delete;
  Atlas& operator=(const Atlas&) = delete;
  ~Atlas() { budget_.give_back(page_bytes() + (entry_bytes * sprites_.size())); }

  // Replaces the sprite of this id, which stays where there is no memory for the new one.
  [[nodiscard]] Result<void> load(const draw::LoadSprite& command);
  [[nodiscard]] Result<void> remove(std::uint64_t id);
  // The sprite's pixels where the command wants them.
  [[nodiscard]] Result<PlacedSprite> place(const draw::Blit& command) const;

  [[nodiscard]] std::uint32_t width() const { return shelves_.width(); }
  [[nodiscard]] std::uint32_t height() const { return shelves_.height(); }
  [[nodiscard]] std::size_t page_bytes() const { return page_.size() * sizeof(std::uint32_t); }

  // Calls visit(LoadSprite) for each of them.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    std::vector<std::uint32_t> pixels;
    for (const auto& [id, sprite] : sprites_) {
      pixels.clear();
      for (std::uint32_t y = 0; y < sprite.h; ++y) {
        const std::uint32_t* row = at({sprite.place.x, sprite.place.y + y});
        pixels.insert(pixels.end(), row, row + sprite.w);
      }
      visit(draw::LoadSprite{id, sprite.w, sprite.h, std::as_bytes(std::span(pixels))});
    }
  }

 private:
  struct Sprite {
    PagePlace place;
    std::uint32_t w = 0;
    std::uint32_t h = 0;
    bool opaque = true;
  };

  [[nodiscard]] const std::uint32_t* at(PagePlace place) const {
    return page_.data() + (std::size_t{place.y} * width()) + place.x;
  }
  // Finds a place for one more: in the page as it is, after repacking, or after enlarging it.
  [[nodiscard]] Result<PagePlace> find_place(std::uint32_t w, std::uint32_t h);
  [[nodiscard]] Result<void> repack(std::uint32_t width, std::uint32_t height);

  MemoryBudget& budget_;
  Shelves shelves_{0, 0};
  std::vector<std::uint32_t> page_;
  std::unordered_map<std::uint64_t, Sprite> sprites_;
  std::uint64_t used_ = 0;  // pixels of all sprites
};

}  // namespace dala::surface

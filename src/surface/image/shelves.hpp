// A shelf allocator: places rectangles in the rows (shelves) of a page.
//
// A rectangle goes to the lowest shelf that is high enough, into the first gap that is wide enough;
// what is taken away becomes a gap again, and empty shelves that lie together become one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace dala::surface {

struct PagePlace {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

class Shelves {
 public:
  Shelves(std::uint32_t width, std::uint32_t height);

  [[nodiscard]] std::optional<PagePlace> take(std::uint32_t w, std::uint32_t h);
  // Frees a rectangle that `take` returned.
  void give_back(PagePlace place, std::uint32_t w);
  // More room at the lower end; what is there stays.
  void grow(std::uint32_t height);

  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] std::uint32_t height() const { return height_; }

 private:
  struct Gap {
    std::uint32_t x;
    std::uint32_t w;
  };
  struct Shelf {
    std::uint32_t y;
    std::uint32_t h;
    std::vector<Gap> gaps;  // from left to right, never side by side
  };

  [[nodiscard]] bool empty(const Shelf& shelf) const {
    return shelf.gaps.size() == 1 && shelf.gaps[0].w == width_;
  }
  void join_empty();

  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<Shelf> shelves_;  // from top to bottom, the whole page
};

}  // namespace dala::surface

// The images of a surface, by the ids their owners chose.
#pragma once

#include <unordered_map>

#include <dala/core/error.hpp>
#include <dala/surface/commands.hpp>

#include "core/memory_budget.hpp"
#include "surface/image/entry_bytes.hpp"
#include "surface/raster/scale.hpp"

namespace dala::surface {

class ImageStore {
 public:
  explicit ImageStore(MemoryBudget& budget) : budget_(budget) {}
  ImageStore(const ImageStore&) = delete;
  ImageStore& operator=(const ImageStore&) = delete;
  ~ImageStore();

  // Replaces the image of this id, which stays where there is no memory for the new one.
  [[nodiscard]] Result<void> load(const draw::LoadImage& command);
  [[nodiscard]] Result<void> remove(std::uint64_t id);
  [[nodiscard]] Result<void> draw(Canvas& canvas, const draw::ImageBlit& command);

  // Calls visit(LoadImage) for each of them.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [id, image] : images_)
      visit(draw::LoadImage{id, image.width, image.height, std::as_bytes(std::span(image.pixels))});
  }

 private:
  struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool opaque = true;
    std::vector<std::uint32_t> pixels;
    std::vector<std::uint32_t>
        multiplied;  // a premultiplied copy, once it is drawn at another size
  };
  [[nodiscard]] static std::uint64_t bytes_of(const Image& image) {
    return entry_bytes + ((image.pixels.size() + image.multiplied.size()) * sizeof(std::uint32_t));
  }

  MemoryBudget& budget_;
  std::unordered_map<std::uint64_t, Image> images_;
  ScaleScratch scratch_;
};

}  // namespace dala::surface

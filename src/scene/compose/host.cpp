#include "scene/compose/host.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/format.hpp"
#include "scene/compose/rows.hpp"
#include "scene/compose/table.hpp"

namespace dala::scene {

namespace {

constexpr std::size_t first_layer = 2;  // among the inputs

// The rows of a band. All items are painted in a band before the next, so that its pixels stay in
// the L2 cache.
constexpr std::size_t band_bytes = std::size_t{128} << 10;

HostPixels pixels_of(const HostTensor& tensor) {
  return {reinterpret_cast<const std::uint32_t*>(tensor.bytes.data()),
          static_cast<std::int32_t>(tensor.shape[1]), static_cast<std::int32_t>(tensor.shape[0])};
}

HostPixels slot(const HostCall& call, std::int32_t number) {
  if (number < 0) return {};
  return pixels_of(call.inputs[first_layer + static_cast<std::size_t>(number)]);
}

PaintItem read_item(const HostCall& call, const std::int32_t* whole, const float* real) {
  const std::int32_t flags = whole[whole_flags];
  const std::int32_t* map = whole + whole_map;
  const std::int32_t* taps = whole + whole_taps;
  return {.bounds = {whole[whole_x0], whole[whole_y0], whole[whole_x1], whole[whole_y1]},
          .blend = static_cast<BlendMode>(whole[whole_blend]),
          .opacity = whole[whole_opacity],
          .covered = (flags & flag_covered) != 0,
          .moves = (flags & flag_move) != 0,
          .round = (flags & flag_round) != 0,
          .opaque = (flags & flag_opaque) != 0,
          .color = std::bit_cast<std::uint32_t>(whole[whole_color]),
          .layer = slot(call, whole[whole_layer]),
          .map = {map[0], map[1], map[2], map[3], map[4], map[5]},
          .taps = {taps[0], taps[1], taps[2], taps[3]},
          .box = {real[0], real[1], real[2], real[3], real[4], real[5], real[6], real[7], real[8],
                  real[9], real[10]},
          .mask = slot(call, whole[whole_mask]),
          .mask_x = whole[whole_mask_x],
          .mask_y = whole[whole_mask_y]};
}

struct Band {
  Region region;
  std::int32_t y0;
  std::int32_t y1;
};

class Bands {
 public:
  Bands(const std::int32_t* whole, std::size_t regions) : count_(regions) {
    for (std::size_t i = 0; i < regions; ++i) {
      const std::int32_t* row = whole + (i * whole_fields);
      regions_[i] = {{row[0], row[1], row[2], row[3]},
                     row[region_first],
                     row[region_keeps] != 0,
                     std::bit_cast<std::uint32_t>(row[region_background])};
      const Rect& rect = regions_[i].rect;
      const auto bytes = static_cast<std::size_t>(rect.width()) * sizeof(std::uint32_t);
      heights_[i] = static_cast<std::int32_t>(std::clamp<std::size_t>(band_bytes / bytes, 4, 256));
      starts_[i + 1] =
          starts_[i] + static_cast<std::size_t>((rect.height() + heights_[i] - 1) / heights_[i]);
    }
  }

  [[nodiscard]] std::size_t size() const { return starts_[count_]; }
  [[nodiscard]] Band operator[](std::size_t number) const {
    std::size_t i = 0;
    while (number >= starts_[i + 1]) ++i;
    const Region& region = regions_[i];
    const std::int32_t y0 =
        region.rect.y0 + (static_cast<std::int32_t>(number - starts_[i]) * heights_[i]);
    return {region, y0, std::min(y0 + heights_[i], region.rect.y1)};
  }

 private:
  std::size_t count_;
  std::array<Region, most_regions> regions_;
  std::array<std::int32_t, most_regions> heights_{};
  std::array<std::size_t, most_regions + 1> starts_{};
};

void paint_band(const Band& band, std::span<const PaintItem> items, std::uint32_t* pixels,
                std::int32_t width) {
  const auto row_of = [&](std::int32_t y) { return pixels + (std::ptrdiff_t{y} * width); };
  const Rect& rect = band.region.rect;
  if (!band.region.keeps)
    for (std::int32_t y = band.y0; y < band.y1; ++y)
      std::fill(row_of(y) + rect.x0, row_of(y) + rect.x1, band.region.background);
  for (const PaintItem& item : items.subspan(static_cast<std::size_t>(band.region.first))) {
    const Rect part = intersection(item.bounds, {rect.x0, band.y0, rect.x1, band.y1});
    if (part.empty()) continue;
    for (std::int32_t y = part.y0; y < part.y1; ++y)
      paint_row(item, row_of(y), y, part.x0, part.x1);
  }
}

}  // namespace

Result<void> compose_on_host(const HostCall& call) {
  const auto regions = static_cast<std::size_t>(call.params[0].integer());
  const auto count = static_cast<std::size_t>(call.params[1].integer());
  const std::int32_t* whole = call.inputs[0].values<std::int32_t>().data();
  const float* real = call.inputs[1].values<float>().data();
  std::array<PaintItem, most_items> items;
  for (std::size_t i = 0; i < count; ++i)
    items[i] = read_item(call, whole + ((most_regions + i) * whole_fields),
                         real + ((most_regions + i) * real_fields));
  const HostTensor& target = call.outputs[0];
  auto* pixels = reinterpret_cast<std::uint32_t*>(target.bytes.data());
  const auto width = static_cast<std::int32_t>(target.shape[1]);
  const Bands bands(whole, regions);
  call.threads.parallel_for(bands.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      paint_band(bands[i], std::span(items).first(count), pixels, width);
  });
  return {};
}

}  // namespace dala::scene

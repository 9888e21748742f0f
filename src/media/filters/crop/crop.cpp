#include "core/format.hpp"
#include "kernel/builtin_texts.hpp"
#include "media/stages.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_crop(Stages& stages) {
  const FrameSize size = stages.size();
  const std::int64_t left = stages.integer("x");
  const std::int64_t top = stages.integer("y");
  if (left >= size.width) return stages.bad("x", format("the frame is {} wide", size.width));
  if (top >= size.height) return stages.bad("y", format("the frame is {} high", size.height));
  std::int64_t width = stages.integer("width");
  std::int64_t height = stages.integer("height");
  if (width == 0) width = size.width - left;
  if (height == 0) height = size.height - top;
  if (left + width > size.width)
    return stages.bad("width", format("from {} on the frame has {}", left, size.width - left));
  if (top + height > size.height)
    return stages.bad("height", format("from {} on the frame has {}", top, size.height - top));
  stages.add({.kernel = "crop",
              .text = std::string(kernel::builtin_text("media/filters/crop/crop")),
              .inputs = {stages.output()},
              .params = {{"top", top}, {"left", left}},
              .size = {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)}});
  return {};
}

ParamInfo side(const char* name, const char* summary, int least) {
  return {.name = name,
          .type = ParamType::integer,
          .summary = summary,
          .fallback = 0,
          .min = static_cast<double>(least),
          .max = max_picture_side};
}

}  // namespace

FilterDef crop() {
  return {
      .info = {.name = "crop",
               .family = "geometry",
               .summary = "Keeps a part of the frame.",
               .meaning = "Pixels are copied as they are. What lies outside the frame is an error.",
               .reads = PixelsRead::others,
               .params = {side("x", "The first column.", 0), side("y", "The first row.", 0),
                          side("width", "0 for all to the right.", 0),
                          side("height", "0 for all below.", 0)}},
      .make = make_crop};
}

}  // namespace dala::media::filter

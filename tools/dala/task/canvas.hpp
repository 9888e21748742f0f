// Notes on a picture: boxes, points, lines and labels, drawn by a surface.
//
//   auto canvas = Canvas::on(photo);
//   canvas->box({10, 10, 90, 60}, color_of(0), "dog 0.87");
//   auto drawn = canvas->finish();
#pragma once

#include <optional>
#include <string_view>

#include <dala/core/picture.hpp>
#include <dala/ml/tasks.hpp>
#include <dala/surface.hpp>

namespace dala::cli {

class Canvas {
 public:
  [[nodiscard]] static Result<Canvas> on(const media::Picture& picture);

  // A frame with its label above it, or inside where there is no room.
  void box(const ml::Box& box, Rgba color, std::string_view label);
  void line(ml::Point from, ml::Point to, Rgba color);
  void dot(ml::Point at, Rgba color);
  // The label's top left corner.
  void label(ml::Point at, Rgba color, std::string_view text);
  [[nodiscard]] float line_height() const;  // of labels
  // Every class but the first in a colour of its own, half transparent.
  void map(const ml::Segmentation& segmentation);

  [[nodiscard]] Result<media::Picture> finish();

 private:
  Canvas(Surface surface, std::uint32_t width, std::uint32_t height);

  void fill(float x0, float y0, float x1, float y1, Rgba color);

  Surface surface_;
  Commands commands_;
  std::uint32_t width_;
  std::uint32_t height_;
  std::uint32_t stroke_;  // of lines, in pixels
  std::uint32_t letter_;  // pixels of a dot of a letter
  std::optional<Error> error_;
};

// One that stands out from its neighbours, the same for a number every time.
[[nodiscard]] Rgba color_of(std::size_t number);

}  // namespace dala::cli

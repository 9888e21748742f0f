// The fields of a video, for the types of nodes that play one.
#pragma once

#include "scene/describe/tree.hpp"
#include "scene/describe/words.hpp"
#include "scene/nodes/table.hpp"

namespace dala::scene::table {

// `required`: the source is required in files.
inline std::vector<Field> video_fields(bool required) {
  return {
      {.name = "source",
       .summary = "a file; a URL or device, as `dala filter` takes it, where it is "
                  "[allowed](#what-a-scene-file-may-open)",
       .kind = text<&Video::source>(field::Text::Form::source),
       .required = required},
      {.name = "stream",
       .summary = "frames of the program, instead of a source",
       .kind = field::Stream{member<&Video::stream>()},
       .in_files = false},
      {.name = "live",
       .summary = "whether the newest frame is shown, whatever the time",
       .kind = flag<&Video::live>()},
      {.name = "loop",
       .summary = "whether it begins again at its end",
       .kind = flag<&Video::loop>()},
      {.name = "paused",
       .summary = "whether it stays at its `offset`",
       .kind = flag<&Video::paused>()},
      {.name = "rate", .summary = "how fast it is played", .kind = number<&Video::rate>(0.01, 100)},
      {.name = "start",
       .summary = "when it begins",
       .kind = duration<&Video::start>(-longest_time, longest_time)},
      {.name = "offset",
       .summary = "with which of its own times",
       .kind = duration<&Video::offset>(Time::zero(), longest_time)},
      {.name = "at_end",
       .summary = "what is seen when it has no more frames",
       .kind = choice<&Video::at_end>(at_end_words)},
      {.name = "end_color",
       .summary = "the colour of `at_end`",
       .kind = color<&Video::end_color>()}};
}

// Of a member that says whether a node is a picture in picture.
template <auto path>
Field pip_field() {
  constexpr double farthest = 1e6;
  constexpr double largest = 65536;
  field::Part part = optional_part<path>(
      {{.name = "position",
        .summary = "of its top left corner; without it, 20 pixels from the top right corner",
        .kind = field::Numbers{.value = member<&Pip::position>(),
                               .form = "[x, y]",
                               .parts = {{"x", -farthest, farthest}, {"y", -farthest, farthest}}}},
       {.name = "size",
        .summary = "of its box",
        .kind = field::Numbers{.value = member<&Pip::size>(),
                               .form = "[width, height]",
                               .parts = {{"width", 1, largest}, {"height", 1, largest}}}}});
  part.or_true = true;
  return {.name = "pip",
          .summary = "picture in picture, instead of a place of its own: `true`, or where",
          .kind = std::move(part)};
}

}  // namespace dala::scene::table

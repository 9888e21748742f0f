// Filters by name: which there are, what they take, and how people write them.
//
//   dala::media::Filter soft{"blur", {{"radius", 3}, {"sigma", 1.5}}};
//   auto same = dala::media::parse_filter("blur:radius=3,sigma=1.5");
//   for (const auto& info : dala::media::filters()) std::cout << info.name << '\n';
//
// `dala filters`, docs/filters.md, validation and error messages all come from FilterInfo.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <dala/compute/buffer.hpp>
#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/kernel_info.hpp>
#include <dala/core/params.hpp>
#include <dala/core/picture.hpp>
#include <dala/core/source_policy.hpp>

namespace dala::media {

// Another picture that a filter needs besides the frame: a mask, a background.
struct FilterInputInfo {
  std::string name = {};
  std::string summary = {};
};

// What of a frame a pixel of the filtered one is made of.
enum class PixelsRead : std::uint8_t {
  own,     // the pixel of its own place
  others,  // those of other places, moved or compared
  mixed,   // those around, of which it is a mean, or one: alpha has to be mixed as colours are
};

struct FilterInfo {
  std::string name = {};
  std::string family = {};   // groups the listing: "colour", "blur", "geometry", ...
  std::string summary = {};  // one sentence
  std::string meaning = {};  // exactly what becomes of a pixel: ranges, rounding, edges
  PixelsRead reads = PixelsRead::own;
  bool makes_holes = false;  // an opaque frame may have transparent pixels afterwards
  std::vector<ParamInfo> params = {};
  std::vector<FilterInputInfo> inputs = {};
};

// In the host's memory, or a buffer of the pipeline's Compute: u8 of {height, width, 4}, for a mask
// also {height, width}. Any size does; it is stretched over the frame.
struct FilterInput {
  std::string name = {};
  std::shared_ptr<const Picture> picture = nullptr;
  Buffer buffer = {};

  friend bool operator==(const FilterInput&, const FilterInput&) = default;
};

struct Filter {
  std::string name = {};
  Params params = {};
  std::vector<FilterInput> inputs = {};
  SourcePolicy sources = SourcePolicy::files();  // what parameters that name files may lead to

  DALA_API friend bool operator==(const Filter& a, const Filter& b);
};

// All of them, by name.
[[nodiscard]] DALA_API const std::vector<FilterInfo>& filters();

// The one of this name; `unknown_filter` with the nearest name otherwise.
[[nodiscard]] DALA_API Result<FilterInfo> filter_info(std::string_view name);

// "NAME" or "NAME:param=value,param=value", each value as its parameter's type. A comma or colon in
// a text is written with a backslash before it. An input is given as the name of a picture file.
[[nodiscard]] DALA_API Result<Filter> parse_filter(std::string_view text);

// Several filters that make a look, by name.
struct Preset {
  std::string name = {};
  std::string summary = {};
  std::vector<std::string> filters = {};  // as parse_filter reads them
};
[[nodiscard]] DALA_API const std::vector<Preset>& presets();

}  // namespace dala::media

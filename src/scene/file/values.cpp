#include "scene/file/values.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/text/color_text.hpp"

namespace dala::scene {

namespace {

using Json = nlohmann::json;

std::optional<Rgba> color_of(const Json& value) {
  if (value.is_string()) {
    const auto found = parse_color(value.get_ref<const std::string&>());
    return found ? std::optional(Rgba::from_packed(*found)) : std::nullopt;
  }
  const auto is_byte = [](const Json& part) {
    return part.is_number_unsigned() && part.get<std::uint64_t>() <= 255;
  };
  if (!value.is_array() || value.size() < 3 || value.size() > 4 ||
      !std::ranges::all_of(value, is_byte))
    return {};
  return Rgba{value[0].get<std::uint8_t>(), value[1].get<std::uint8_t>(),
              value[2].get<std::uint8_t>(),
              value.size() == 4 ? value[3].get<std::uint8_t>() : std::uint8_t{255}};
}

}  // namespace

bool numbers(Fields& fields, const char* key, std::span<double> out, const char* form) {
  const Json* value = fields.take(key);
  if (value == nullptr) return false;
  if (!value->is_array() || value->size() != out.size() ||
      !std::ranges::all_of(*value, [](const Json& part) { return part.is_number(); })) {
    fields.problem(key,
                   format("must be {}, {} numbers; it is {}", form, out.size(), shown(*value)));
    return false;
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = (*value)[i].get<double>();
  return true;
}

void color(Fields& fields, const char* key, Rgba& out) {
  const Json* value = fields.take(key);
  if (value == nullptr) return;
  if (const auto found = color_of(*value))
    out = *found;
  else
    fields.problem(key,
                   format("must be a colour, as \"#ff8000\", \"#f80\", \"#ff800080\", \"orange\" "
                          "or [255, 128, 0]; it is {}",
                          shown(*value)));
}

void seconds(Fields& fields, const char* key, Time& out, Time min, Time max, Need need) {
  using Seconds = std::chrono::duration<double>;
  double number = Seconds(out).count();
  fields.number(key, number, Seconds(min).count(), Seconds(max).count(), need);
  out = Time(std::llround(number * 1e9));
}

void long_text(Fields& fields, const char* key, std::string& out, Need need) {
  const Json* value = fields.take(key, need);
  if (value == nullptr) return;
  if (!value->is_string())
    return fields.problem(key, format("must be text; it is {}", shown(*value)));
  out = value->get<std::string>();
}

void file(Fields& fields, const char* key, const std::filesystem::path& folder, std::string& out,
          Need need) {
  fields.text(key, out, need);
  if (out.find('\0') != std::string::npos)
    return fields.problem(key, "must be the name of a file; it has a byte that is zero");
  if (!out.empty()) out = (folder / out).string();
}

bool is_file_source(const std::string& source) {
  // "lavfi:..." and "http://..." have a colon before any slash; names of files seldom do.
  return source.find(':') > source.find('/') || source.find(':') == std::string::npos;
}

bool is_model_file(const std::string& model) { return model.ends_with(".onnx"); }

std::string resolved_source(const std::string& source, const std::filesystem::path& folder) {
  if (source.empty() || !is_file_source(source)) return source;
  return (folder / source).string();
}

}  // namespace dala::scene

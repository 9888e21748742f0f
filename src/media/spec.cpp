// Filters as people write them: "blur:radius=3,sigma=1.5".
#include <algorithm>

#include <dala/media/still.hpp>

#include "core/check_params.hpp"
#include "core/error.hpp"
#include "core/nearest.hpp"
#include "media/registry.hpp"

namespace dala::media {

namespace {

constexpr std::size_t longest = 4096;

std::unexpected<Error> malformed(std::string_view what) {
  return fail(ErrorCode::invalid_argument,
              "the filter {}; filters are written NAME:param=value,param=value", what);
}

// Takes the text up to the next unescaped comma, and the comma.
std::string take_setting(std::string_view& rest) {
  std::string out;
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == ',') break;
    if (c == '\\' && !rest.empty()) {
      out += rest.front();
      rest.remove_prefix(1);
    } else {
      out += c;
    }
  }
  return out;
}

std::unexpected<Error> unknown(const FilterInfo& info, std::string_view name) {
  std::vector<std::string_view> names;
  for (const ParamInfo& param : info.params) names.emplace_back(param.name);
  for (const FilterInputInfo& input : info.inputs) names.emplace_back(input.name);
  const std::string_view near = nearest(name, names);
  std::string all;
  for (const std::string_view one : names) all += format("{}{}", all.empty() ? "" : ", ", one);
  return fail(ErrorCode::unknown_param, "{} has no parameter \"{}\"; {}", info.name, name,
              names.empty()  ? "it takes none"
              : near.empty() ? "it takes " + all
                             : format("did you mean \"{}\"?", near));
}

Result<void> set(Filter& filter, const FilterInfo& info, std::string_view name,
                 const std::string& value) {
  if (filter.params.find(name) != nullptr ||
      std::ranges::find(filter.inputs, name, &FilterInput::name) != filter.inputs.end())
    return fail(ErrorCode::invalid_argument, "{}: parameter {} is given twice", info.name, name);
  if (std::ranges::find(info.inputs, name, &FilterInputInfo::name) != info.inputs.end()) {
    DALA_ASSIGN(auto picture, read_picture(value));
    filter.inputs.push_back(
        {std::string(name), std::make_shared<const Picture>(std::move(picture)), {}});
    return {};
  }
  const auto param = std::ranges::find(info.params, name, &ParamInfo::name);
  if (param == info.params.end()) return unknown(info, name);
  auto parsed = parse_value(param->type, value);
  if (!parsed)
    return fail(ErrorCode::wrong_param_type, "{}: parameter {} is \"{}\"; it must be {}", info.name,
                name, value, written_form(param->type));
  filter.params.set(name, std::move(*parsed));
  return {};
}

}  // namespace

Result<Filter> parse_filter(std::string_view text) {
  if (text.size() > longest) return malformed(format("has more than {} letters", longest));
  const std::size_t colon = std::min(text.find(':'), text.size());
  if (colon == 0) return malformed("has no name");
  DALA_ASSIGN(const FilterDef* def, find_filter(text.substr(0, colon)));
  Filter filter{.name = def->info.name};
  std::string_view rest = text.substr(std::min(colon + 1, text.size()));
  if (colon + 1 == text.size()) return malformed("ends after its colon");
  while (!rest.empty()) {
    const std::string setting = take_setting(rest);
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos)
      return malformed(format("{} has \"{}\", which is not param=value", def->info.name, setting));
    DALA_TRY(set(filter, def->info, std::string_view(setting).substr(0, equals),
                 setting.substr(equals + 1)));
  }
  // Mistakes that the description alone can show are reported here, before there is a frame.
  SmallVector<ParamValue, 8> values;
  DALA_TRY(check_params(def->info.name, def->info.params, filter.params, values));
  return filter;
}

const std::vector<Preset>& presets() {
  // Never destroyed: threads may look at it while the program ends.
  static const auto& all = *new const std::vector<Preset>{
      {"clean",
       "A little sharper and clearer.",
       {"sharpen:amount=1,radius=1,reference=720", "contrast:value=0.08"}},
      {"vivid", "Strong colours.", {"saturation:value=0.4", "contrast:value=0.12"}},
      {"warm", "Evening light.", {"white_balance:temperature=0.35", "saturation:value=0.1"}},
      {"cool", "Morning light.", {"white_balance:temperature=-0.35", "contrast:value=0.05"}},
      {"noir", "Hard black and white.", {"grayscale", "contrast:value=0.45", "vignette"}},
      {"old_photo",
       "Brown, soft and darker at the corners.",
       {"blur:radius=1,reference=720", "sepia", "contrast:value=-0.1", "vignette:strength=0.6"}},
      {"faded",
       "Pale, with lifted shadows.",
       {"color_grade:lift_r=0.08,lift_g=0.07,lift_b=0.1", "saturation:value=-0.25"}},
      {"teal_orange",
       "Blue shadows and warm lights, as in films.",
       {"color_grade:lift_r=-0.04,lift_g=0.01,lift_b=0.06,gain_r=1.1,gain_b=0.9",
        "contrast:value=0.1"}},
      {"dream",
       "Light and soft.",
       {"blur:radius=2,reference=720", "exposure:stops=0.35", "saturation:value=0.15"}},
      {"call",
       "For faces in a video call.",
       {"beauty:strength=0.6", "brightness:value=0.04", "white_balance:temperature=0.08"}}};
  return all;
}

}  // namespace dala::media

#include "scene/describe/property.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <dala/text.hpp>

#include "core/error.hpp"

namespace dala::scene {

namespace {

constexpr std::array names = {
#define X(enumerator, name) std::string_view(name),
    DALA_SCENE_PROPERTIES(X)
#undef X
};

Result<Property> filter_param(std::string_view name, const Effect& effect) {
  const std::string_view rest = name.substr(std::string_view("filter.").size());
  Property property{.kind = Property::Kind::filter_param};
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), property.filter);
  if (error != std::errc{} || end == rest.data() + rest.size() || *end != '.')
    return fail(ErrorCode::invalid_argument,
                R"("{}" is no property; a filter's is written as "filter.0.radius")", name);
  property.param = std::string(end + 1, rest.data() + rest.size());
  if (property.filter >= effect.filters.size())
    return fail(ErrorCode::invalid_argument, "\"{}\": the effect has {} filters, from number 0 on",
                name, effect.filters.size());
  DALA_ASSIGN(const media::FilterInfo info,
              media::filter_info(effect.filters[property.filter].name));
  const auto found = std::ranges::find(info.params, property.param, &ParamInfo::name);
  if (found == info.params.end() ||
      (found->type != ParamType::number && found->type != ParamType::integer))
    return fail(ErrorCode::invalid_argument, R"("{}": the filter {} has no number called "{}")",
                name, info.name, property.param);
  return property;
}

bool fits(Property::Kind kind, const Node& target) {
  using K = Property::Kind;
  if (kind >= K::color_r && kind <= K::color_a)
    return std::holds_alternative<Overlay>(target.content);
  if (kind == K::strength) return std::holds_alternative<VirtualBackground>(target.content);
  if (kind == K::text_size || kind == K::text_wrap_width)
    return std::holds_alternative<Text>(target.content);
  return true;
}

}  // namespace

Result<void> check_values(const Property& property, const Animation& animation) {
  double low = 0;
  double high = 0;
  if (property.kind == Property::Kind::text_size) {
    low = 1;
    high = max_text_size;
  } else if (property.kind == Property::Kind::text_wrap_width) {
    high = max_text_length;
  } else {
    return {};  // kept within what the property can be, as easings leave it anyway
  }
  const auto& keys = animation.keyframes;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!(keys[i].value >= low && keys[i].value <= high))
      return fail(ErrorCode::invalid_argument, "keyframes[{}].value is {}; {} is from {} to {}", i,
                  keys[i].value, animation.property, low, high);
  return {};
}

Result<Property> find_property(std::string_view name, const Node& target) {
  if (name.starts_with("filter.")) {
    if (const auto* effect = std::get_if<Effect>(&target.content))
      return filter_param(name, *effect);
    return fail(ErrorCode::invalid_argument, "\"{}\" is a property of effects, and this is a {}",
                name, kind_of(target));
  }
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    return fail(ErrorCode::invalid_argument,
                "\"{}\" is no property that can be animated; there are position.x, opacity, "
                "rotation and those that scene_animation.hpp lists",
                name);
  const auto kind = static_cast<Property::Kind>(found - names.begin());
  if (!fits(kind, target))
    return fail(ErrorCode::invalid_argument, "a {} has no \"{}\"", kind_of(target), name);
  return Property{.kind = kind};
}

}  // namespace dala::scene

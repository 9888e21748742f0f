#include "scene/describe/property.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <dala/kernel_compiler.hpp>
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

const ParamInfo* number_called(const KernelInfo& info, std::string_view name) {
  const auto found = std::ranges::find(info.params, name, &ParamInfo::name);
  const bool is_number = found != info.params.end() &&
                         (found->type == ParamType::number || found->type == ParamType::integer);
  return is_number ? &*found : nullptr;
}

Result<Property> kernel_param(std::string_view name, const Effect& effect) {
  Property property{.kind = Property::Kind::kernel_param,
                    .filter = of_kernel,
                    .param = std::string(name.substr(std::string_view("params.").size()))};
  if (effect.kernel.empty())
    return fail(ErrorCode::invalid_argument, "\"{}\": the effect has no kernel", name);
  DALA_ASSIGN(const KernelInfo info, check_kernel({.text = effect.kernel}));
  if (number_called(info, property.param) == nullptr)
    return fail(ErrorCode::invalid_argument, R"("{}": the kernel has no number called "{}")", name,
                property.param);
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

bool knows_time(const Effect& effect) {
  if (effect.kernel.empty() || effect.params.find(time_param) != nullptr) return false;
  const auto info = check_kernel({.text = effect.kernel});
  const ParamInfo* time = info ? number_called(*info, time_param) : nullptr;
  return time != nullptr && time->type == ParamType::number;
}

Result<Property> find_property(std::string_view name, const Node& target) {
  const auto* effect = std::get_if<Effect>(&target.content);
  if (name.starts_with("filter.") || name.starts_with("params.")) {
    if (effect != nullptr)
      return name.starts_with("filter.") ? filter_param(name, *effect)
                                         : kernel_param(name, *effect);
    return fail(ErrorCode::invalid_argument, "\"{}\" is a property of effects, and this is a {}",
                name, kind_of(target));
  }
  const auto found = std::ranges::find(names, name);
  const auto kind = static_cast<Property::Kind>(found - names.begin());
  if (found != names.end() && fits(kind, target)) return Property{.kind = kind};
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (fits(static_cast<Property::Kind>(i), target))
      all += format("{}{}", all.empty() ? "" : ", ", names[i]);
  if (effect != nullptr) all += ", filter.0.PARAM and params.PARAM";
  return fail(ErrorCode::invalid_argument,
              "\"{}\" is no number of this {} that can be animated; there are {}",
              name.substr(0, 80), kind_of(target), all);
}

}  // namespace dala::scene

#include "scene/describe/property.hpp"

#include <algorithm>
#include <charconv>

#include <dala/compute/kernel_compiler.hpp>

#include "core/error.hpp"

namespace dala::scene {

namespace {

Result<Property> filter_param(std::string_view name, const Effect& effect) {
  const std::string_view rest = name.substr(std::string_view("filter.").size());
  Property property;
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
  Property property{.filter = of_kernel,
                    .param = std::string(name.substr(std::string_view("params.").size()))};
  if (effect.kernel.empty())
    return fail(ErrorCode::invalid_argument, "\"{}\": the effect has no kernel", name);
  DALA_ASSIGN(const KernelInfo info, check_kernel({.text = effect.kernel}));
  if (number_called(info, property.param) == nullptr)
    return fail(ErrorCode::invalid_argument, R"("{}": the kernel has no number called "{}")", name,
                property.param);
  return property;
}

}  // namespace

Result<void> check_values(const Property& property, const Animation& animation) {
  if (property.number == nullptr) return {};
  const auto* number = std::get_if<field::Number>(&property.number->field->kind);
  // Values of other properties are clamped to their range when they are applied, since easings may
  // leave it anyway.
  if (number == nullptr || !number->strict) return {};
  const auto& keys = animation.keyframes;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!(keys[i].value >= number->min && keys[i].value <= number->max))
      return fail(ErrorCode::invalid_argument, "keyframes[{}].value is {}; {} is from {} to {}", i,
                  keys[i].value, animation.property, number->min, number->max);
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
  const auto& numbers = animated_numbers(target.content);
  const auto found = std::ranges::find(numbers, name, &AnimatedNumber::name);
  if (found != numbers.end()) return Property{.number = &*found};
  std::string all;
  for (const AnimatedNumber& number : numbers)
    all += format("{}{}", all.empty() ? "" : ", ", number.name);
  if (effect != nullptr) all += ", filter.0.PARAM and params.PARAM";
  return fail(ErrorCode::invalid_argument,
              "\"{}\" is no number of this {} that can be animated; there are {}",
              name.substr(0, 80), kind_of(target), all);
}

}  // namespace dala::scene

#include "core/check_params.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/nearest.hpp"

namespace dala {

namespace {

struct Described {
  std::string_view name;
  std::span<const ParamInfo> params;
};

std::unexpected<Error> unknown(const Described& info, std::string_view name) {
  std::vector<std::string_view> names;
  std::string all;
  for (const ParamInfo& param : info.params) {
    names.push_back(param.name);
    all += format("{}{}", all.empty() ? "" : ", ", param.name);
  }
  if (names.empty())
    return fail(ErrorCode::unknown_param, "{} has no parameter \"{}\"; it takes none", info.name,
                name);
  const std::string_view near = nearest(name, names);
  return fail(ErrorCode::unknown_param, "{} has no parameter \"{}\"; {}", info.name, name,
              near.empty() ? format("it takes {}", all) : format("did you mean \"{}\"?", near));
}

Result<void> check_range(const Described& info, const ParamInfo& param, double value) {
  if (!std::isfinite(value))
    return fail(ErrorCode::param_out_of_range, "{}: parameter {} is {}; it must be a finite number",
                info.name, param.name, value);
  if (value >= param.min && value <= param.max) return {};
  const bool above_only = std::isinf(param.max);
  const bool below_only = std::isinf(param.min);
  return fail(ErrorCode::param_out_of_range, "{}: parameter {} is {}; it must be {}", info.name,
              param.name, value,
              above_only   ? format("at least {}", param.min)
              : below_only ? format("at most {}", param.max)
                           : format("from {} to {}", param.min, param.max));
}

// The value as the type the description wants, or nothing when it cannot be.
ParamValue convert(const ParamValue& value, ParamType type) {
  switch (type) {
    case ParamType::boolean:
      return value.get_if<bool>() != nullptr ? value : ParamValue{};
    case ParamType::integer:
      if (const auto* number = value.get_if<double>();
          number != nullptr && std::trunc(*number) == *number && std::abs(*number) < 0x1p62)
        return static_cast<std::int64_t>(*number);
      return value.get_if<std::int64_t>() != nullptr ? value : ParamValue{};
    case ParamType::number:
      if (const auto* integer = value.get_if<std::int64_t>()) return static_cast<double>(*integer);
      return value.get_if<double>() != nullptr ? value : ParamValue{};
    case ParamType::integers:
      return value.get_if<Integers>() != nullptr ? value : ParamValue{};
    case ParamType::text:
      return value.get_if<std::string>() != nullptr ? value : ParamValue{};
  }
  std::unreachable();
}

Result<ParamValue> check_value(const Described& info, const ParamInfo& param,
                               const ParamValue& given) {
  // A number that is NaN or infinite is reported as out of range, not as the wrong type.
  if (const auto* number = given.get_if<double>(); number != nullptr && !std::isfinite(*number))
    DALA_TRY(check_range(info, param, *number));
  ParamValue value = convert(given, param.type);
  if (!value.has_value())
    return fail(ErrorCode::wrong_param_type, "{}: parameter {} is {}; it must be a {}", info.name,
                param.name, to_string(given), to_string(param.type));
  if (param.type == ParamType::number) DALA_TRY(check_range(info, param, value.number()));
  if (param.type == ParamType::integer)
    DALA_TRY(check_range(info, param, static_cast<double>(value.integer())));
  return value;
}

}  // namespace

Result<void> check_params(std::string_view name, std::span<const ParamInfo> params,
                          const Params& given, SmallVector<ParamValue, 8>& values) {
  const Described info{name, params};
  // First, because a mistyped name would otherwise be reported as a missing parameter.
  for (const Param& param : given)
    if (std::ranges::find(info.params, param.name, &ParamInfo::name) == info.params.end())
      return unknown(info, param.name);
  for (const ParamInfo& param : info.params) {
    const ParamValue* value = given.find(param.name);
    if (value == nullptr) {
      if (param.required)
        return fail(ErrorCode::missing_param, "{} needs the parameter {} ({}){}{}", info.name,
                    param.name, to_string(param.type), param.summary.empty() ? "" : ": ",
                    param.summary);
      values.push_back(param.fallback);
      continue;
    }
    DALA_ASSIGN(auto checked, check_value(info, param, *value));
    values.push_back(std::move(checked));
  }
  return {};
}

}  // namespace dala

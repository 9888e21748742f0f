#include "options/param_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "terminal/text.hpp"

namespace dala::cli {
namespace {

std::unexpected<Failure> unknown_param(const KernelInfo& kernel, const std::string& name) {
  std::vector<std::string> known;
  for (const ParamInfo& param : kernel.params) known.push_back(param.name);
  return usage_error(
      fmt::format("{} has no parameter '{}'; {}", kernel.name, name,
                  known.empty() ? "it takes none" : fmt::format("it takes {}", join(known))));
}

struct NameAndValue {
  std::string name;
  std::string value;
};

OutcomeOf<NameAndValue> split(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos)
    return usage_error(fmt::format("--param '{}' is not of the form name=value", text));
  return NameAndValue{text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

OutcomeOf<std::vector<ParamInfo>> guess_params(std::span<const std::string> texts) {
  std::vector<ParamInfo> params;
  for (const std::string& text : texts) {
    const auto param = split(text);
    if (!param) return std::unexpected(param.error());
    constexpr std::array types = {ParamType::boolean, ParamType::integer, ParamType::number};
    const auto* type = std::ranges::find_if(
        types, [&](ParamType t) { return parse_value(t, param->value).has_value(); });
    if (type == types.end())
      return usage_error(fmt::format(
          "parameter '{}' is '{}'; it must be true or false, a whole number or a number",
          param->name, param->value));
    params.push_back({.name = param->name, .type = *type});
  }
  return params;
}

OutcomeOf<Params> parse_params(const KernelInfo& kernel, std::span<const std::string> texts) {
  Params params;
  for (const std::string& text : texts) {
    const auto param = split(text);
    if (!param) return std::unexpected(param.error());
    const auto& [name, value] = *param;

    const auto known = std::ranges::find(kernel.params, name, &ParamInfo::name);
    if (known == kernel.params.end()) return unknown_param(kernel, name);
    if (params.find(name) != nullptr)
      return usage_error(fmt::format("parameter '{}' is given twice", name));
    auto parsed = parse_value(known->type, value);
    if (!parsed)
      return usage_error(fmt::format("parameter '{}' of {} is '{}'; it must be {}", name,
                                     kernel.name, value, written_form(known->type)));
    params.set(name, std::move(*parsed));
  }
  return params;
}

}  // namespace dala::cli

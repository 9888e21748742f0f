#include "run/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "terminal/text.hpp"

namespace dala::cli {
namespace {

using Json = nlohmann::ordered_json;

Json value_json(const ParamValue& value) {
  if (const auto* boolean = value.get_if<bool>()) return *boolean;
  if (const auto* integer = value.get_if<std::int64_t>()) return *integer;
  if (const auto* number = value.get_if<double>()) return *number;
  if (const auto* list = value.get_if<Integers>()) return *list;
  if (const auto* text = value.get_if<std::string>()) return *text;
  return nullptr;
}

Json tensors_json(std::span<const TensorInfo> tensors) {
  Json list = Json::array();
  for (const TensorInfo& tensor : tensors) {
    Json dtypes = Json::array();
    for (const DType dtype : all_dtypes)
      if (tensor.dtypes.contains(dtype)) dtypes.push_back(to_string(dtype));
    list.push_back({{"name", tensor.name}, {"dtypes", dtypes}, {"summary", tensor.summary}});
  }
  return list;
}

// Up to where the fine print starts: enough for a list.
std::string_view main_clause(std::string_view summary) {
  return summary.substr(0, std::min(summary.find("; "), summary.find(". ")));
}

// Calls header(family) before the first kernel of each family; kernels come grouped.
template <typename Header, typename Kernel>
void by_family(std::span<const KernelInfo> kernels, Header header, Kernel each) {
  std::string_view family;
  for (const KernelInfo& kernel : kernels) {
    if (kernel.family != family) header(family = kernel.family);
    each(kernel);
  }
}

}  // namespace

std::string range_text(const ParamInfo& param) {
  const bool low = std::isfinite(param.min);
  const bool high = std::isfinite(param.max);
  if (low && high) return fmt::format("{:g} to {:g}", param.min, param.max);
  if (low) return fmt::format("at least {:g}", param.min);
  if (high) return fmt::format("at most {:g}", param.max);
  return "any";
}

std::string default_text(const ParamInfo& param) {
  if (param.required) return "required";
  return param.fallback.has_value() ? to_string(param.fallback) : "none";
}

Json param_json(const ParamInfo& param) {
  Json json = {{"name", param.name},
               {"type", to_string(param.type)},
               {"summary", param.summary},
               {"required", param.required},
               {"default", value_json(param.fallback)}};
  if (std::isfinite(param.min)) json["min"] = param.min;
  if (std::isfinite(param.max)) json["max"] = param.max;
  return json;
}

Json kernel_json(const KernelInfo& kernel) {
  Json params = Json::array();
  for (const ParamInfo& param : kernel.params) params.push_back(param_json(param));
  return {{"name", kernel.name},
          {"family", kernel.family},
          {"summary", kernel.summary},
          {"inputs", tensors_json(kernel.inputs)},
          {"outputs", tensors_json(kernel.outputs)},
          {"params", params},
          {"in_place", kernel.in_place}};
}

std::string kernel_text(const KernelInfo& kernel) {
  std::string text = fmt::format("{} ({})\n  {}\n", kernel.name, kernel.family, kernel.summary);
  const auto out = std::back_inserter(text);
  const auto tensors = [&](const char* title, std::span<const TensorInfo> list) {
    if (!list.empty()) fmt::format_to(out, "\n{}:\n", title);
    for (const TensorInfo& tensor : list)
      fmt::format_to(out, "  {:<12} {}\n  {:<12} {}\n", tensor.name, tensor.summary, "",
                     join(tensor.dtypes));
  };
  tensors("Inputs", kernel.inputs);
  tensors("Outputs", kernel.outputs);
  if (!kernel.params.empty()) text += "\nParams:\n";
  for (const ParamInfo& param : kernel.params)
    fmt::format_to(out, "  {:<12} {}\n  {:<12} {}; range: {}; default: {}\n", param.name,
                   param.summary, "", to_string(param.type), range_text(param),
                   default_text(param));
  fmt::format_to(out, "\nThe output may {}be an input's buffer.\n", kernel.in_place ? "" : "not ");
  return text;
}

std::string kernel_list_text(std::span<const KernelInfo> kernels) {
  std::string text;
  const auto out = std::back_inserter(text);
  by_family(
      kernels,
      [&](std::string_view family) {
        fmt::format_to(out, "{}{}\n", text.empty() ? "" : "\n", family);
      },
      [&](const KernelInfo& kernel) {
        fmt::format_to(out, "  {:<20} {}\n", kernel.name, main_clause(kernel.summary));
      });
  return text;
}

std::string kernel_markdown(std::span<const KernelInfo> kernels) {
  std::string text = "# Kernels\n\nWritten by `dala kernels --markdown`.\n";
  const auto out = std::back_inserter(text);
  by_family(
      kernels, [&](std::string_view family) { fmt::format_to(out, "\n## {}\n", family); },
      [&](const KernelInfo& kernel) {
        fmt::format_to(out, "\n### {}\n\n{}\n\n| | name | type | range | default | what |\n",
                       kernel.name, kernel.summary);
        text += "|---|---|---|---|---|---|\n";
        for (const TensorInfo& tensor : kernel.inputs)
          fmt::format_to(out, "| input | `{}` | {} | | | {} |\n", tensor.name, join(tensor.dtypes),
                         tensor.summary);
        for (const TensorInfo& tensor : kernel.outputs)
          fmt::format_to(out, "| output | `{}` | {} | | | {} |\n", tensor.name, join(tensor.dtypes),
                         tensor.summary);
        for (const ParamInfo& param : kernel.params)
          fmt::format_to(out, "| param | `{}` | {} | {} | {} | {} |\n", param.name,
                         to_string(param.type), range_text(param), default_text(param),
                         param.summary);
      });
  return text;
}

}  // namespace dala::cli

#include "scene/file/filters.hpp"

#include <algorithm>

#include "core/check_params.hpp"
#include "core/error.hpp"

namespace dala::scene {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_filters = 64;

std::optional<ParamValue> param_of(const Json& value) {
  if (value.is_boolean()) return ParamValue(value.get<bool>());
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return {};
  if (value.is_number_integer()) return ParamValue(value.get<std::int64_t>());
  if (value.is_number()) return ParamValue(value.get<double>());
  if (value.is_string()) return ParamValue(value.get<std::string>());
  if (!value.is_array() ||
      !std::ranges::all_of(value, [](const Json& part) { return part.is_number_integer(); }))
    return {};
  return ParamValue(value.get<Integers>());
}

// Text as parse_filter reads it, or {"blur": {"radius": 3}}: the name, and what it takes.
void read_filter(const Json& value, const std::string& path, Problems& problems,
                 media::Filter& out) {
  const bool text = value.is_string();
  if (!text && (!value.is_object() || value.size() != 1))
    return problems.add(path, format("must be a filter, as \"blur:radius=3\" or "
                                     "{{\"blur\": {{\"radius\": 3}}}}; it is {}",
                                     shown(value)));
  const std::string name =
      text ? value.get<std::string>().substr(0, value.get<std::string>().find(':'))
           : value.items().begin().key();
  const auto info = media::filter_info(name);
  if (!info) return problems.add(path, "is wrong: " + info.error().message);
  // Before it is parsed, which would read them.
  if (!info->inputs.empty())
    return problems.add(path, format("is {}, which needs another picture ({}); in a scene that is "
                                     "a node of type virtual_background",
                                     name, info->inputs.front().name));
  if (text) {
    auto parsed = media::parse_filter(value.get_ref<const std::string&>());
    if (!parsed) return problems.add(path, "is wrong: " + parsed.error().message);
    out = std::move(*parsed);
    return;
  }
  out.name = name;
  const std::size_t before = problems.count();
  read_params(value.front(), format("{}.{}", path, name), problems, out.params);
  if (problems.count() > before) return;
  SmallVector<ParamValue, 8> values;
  if (const auto good = check_params(name, info->params, out.params, values); !good)
    problems.add(path, "is wrong: " + good.error().message);
}

}  // namespace

void read_params(const Json& value, const std::string& path, Problems& problems, Params& out) {
  if (!value.is_object())
    return problems.add(path,
                        format("must be an object, as {{\"radius\": 3}}; it is {}", shown(value)));
  for (const auto& [name, given] : value.items()) {
    auto param = param_of(given);
    if (param)
      out.set(name, std::move(*param));
    else
      problems.add(
          format("{}.{}", path, name),
          format("must be a number, text, true, false or a list of whole numbers; it is {}",
                 shown(given)));
  }
}

void read_filters(Fields& fields, const char* key, const FileContext& context,
                  std::vector<media::Filter>& out) {
  const Json* list = fields.take(key);
  if (list == nullptr) return;
  if (!list->is_array() || list->size() > most_filters)
    return fields.problem(
        key, format("must be a list of at most {} filters; it is {}", most_filters, shown(*list)));
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string path = format("{}[{}]", fields.path_of(key), i);
    media::Filter& filter = out.emplace_back();
    read_filter((*list)[i], path, context.problems, filter);
    // A colour table is a file, which is found from where the scene file is.
    if (const ParamValue* file = filter.params.find("file"); file != nullptr)
      if (const auto* name = file->get_if<std::string>())
        filter.params.set("file", (context.folder / *name).string());
  }
}

}  // namespace dala::scene

// dala filters: what can be done to pictures, and with what.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>

#include <dala/media/filter.hpp>

#include "run/description.hpp"
#include "terminal/command.hpp"
#include "terminal/say.hpp"

namespace dala::cli {
namespace {

using media::FilterInfo;
using Json = nlohmann::ordered_json;

struct FiltersOptions {
  std::string name;
  bool json = false;
  bool markdown = false;
};

std::vector<FilterInfo> by_family() {
  std::vector<FilterInfo> filters = media::filters();
  std::ranges::sort(filters, {},
                    [](const FilterInfo& filter) { return std::tie(filter.family, filter.name); });
  return filters;
}

bool mixes_pixels(const FilterInfo& filter) { return filter.reads == media::PixelsRead::mixed; }

Json filter_json(const FilterInfo& filter) {
  Json params = Json::array();
  for (const ParamInfo& param : filter.params) params.push_back(param_json(param));
  Json inputs = Json::array();
  for (const auto& input : filter.inputs)
    inputs.push_back({{"name", input.name}, {"summary", input.summary}});
  return {{"name", filter.name},
          {"family", filter.family},
          {"summary", filter.summary},
          {"meaning", filter.meaning},
          {"mixes_pixels", mixes_pixels(filter)},
          {"makes_holes", filter.makes_holes},
          {"params", params},
          {"inputs", inputs}};
}

std::string filter_text(const FilterInfo& filter) {
  std::string text = fmt::format("{} ({})\n  {}\n  {}\n", filter.name, filter.family,
                                 filter.summary, filter.meaning);
  const auto out = std::back_inserter(text);
  if (!filter.inputs.empty()) text += "\nPictures:\n";
  for (const auto& input : filter.inputs)
    fmt::format_to(out, "  {:<12} {}\n", input.name, input.summary);
  if (!filter.params.empty()) text += "\nParams:\n";
  for (const ParamInfo& param : filter.params)
    fmt::format_to(out, "  {:<12} {}\n  {:<12} {}; range: {}; default: {}\n", param.name,
                   param.summary, "", to_string(param.type), range_text(param),
                   default_text(param));
  return text;
}

std::string list_text() {
  std::string text;
  std::string family;
  for (const FilterInfo& filter : by_family()) {
    if (filter.family != family) {
      family = filter.family;
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", family);
    }
    text += fmt::format("  {:<20} {}\n", filter.name, filter.summary);
  }
  return text;
}

std::string markdown() {
  std::string text =
      "# Filters\n\nWritten by `dala filters --markdown`. Frames are RGBA, eight bits a channel, "
      "alpha "
      "not\npremultiplied. Results are rounded to the nearest whole number (halves up) and cut to "
      "0 to "
      "255;\nalpha stays as it is unless the filter says otherwise. Filters that mix pixels do to "
      "the alpha of what\n[scenes](scene.md) show what they do to its colours.\n";
  const auto out = std::back_inserter(text);
  std::string family;
  for (const FilterInfo& filter : by_family()) {
    if (filter.family != family) fmt::format_to(out, "\n## {}\n", family = filter.family);
    fmt::format_to(out, "\n### {}\n\n{} {}{}\n", filter.name, filter.summary, filter.meaning,
                   mixes_pixels(filter) ? " Mixes pixels." : "");
    if (filter.params.empty() && filter.inputs.empty()) continue;
    text += "\n| | name | type | range | default | what |\n|---|---|---|---|---|---|\n";
    for (const auto& input : filter.inputs)
      fmt::format_to(out, "| picture | `{}` | | | required | {} |\n", input.name, input.summary);
    for (const ParamInfo& param : filter.params)
      fmt::format_to(out, "| param | `{}` | {} | {} | {} | {} |\n", param.name,
                     to_string(param.type), range_text(param), default_text(param), param.summary);
  }
  text +=
      "\n## Presets\n\nLooks made of these filters, for `dala filter --preset NAME`.\n\n"
      "| name | what | filters |\n|---|---|---|\n";
  for (const media::Preset& preset : media::presets()) {
    fmt::format_to(out, "| `{}` | {} |", preset.name, preset.summary);
    for (const std::string& filter : preset.filters) fmt::format_to(out, " `{}`", filter);
    text += " |\n";
  }
  return text;
}

Outcome show(const FiltersOptions& options) {
  if (options.markdown) {
    say("{}", lines(markdown()));
  } else if (!options.name.empty()) {
    const auto filter = media::filter_info(options.name);
    if (!filter) return failure(filter.error());
    say("{}",
        lines(options.json ? json_text(filter_json(*filter), 2) + "\n" : filter_text(*filter)));
  } else if (options.json) {
    Json list = Json::array();
    for (const FilterInfo& filter : by_family()) list.push_back(filter_json(filter));
    say("{}\n", lines(json_text(list, 2)));
  } else {
    say("{}", lines(list_text()));
  }
  return {};
}

}  // namespace

void add_filters(CLI::App& app, Session& session) {
  CLI::App* command = add_command(app, session, "filters", "Lists the filters, or describes one",
                                  "dala filters blur");
  const auto options = std::make_shared<FiltersOptions>();
  command->add_option("NAME", options->name, "The filter to describe");
  auto* json = command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--markdown", options->markdown, "Print the page docs/filters.md")
      ->excludes(json);
  command->callback([&session, options] { session.action = [options] { return show(*options); }; });
}

}  // namespace dala::cli

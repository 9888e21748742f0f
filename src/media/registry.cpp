#include "media/registry.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/forever.hpp"
#include "core/nearest.hpp"

namespace dala::media {

Result<const FilterDef*> find_filter(std::string_view name) {
  const std::vector<FilterDef>& defs = filter_defs();
  const auto found =
      std::ranges::find(defs, name, [](const FilterDef& d) -> const auto& { return d.info.name; });
  if (found != defs.end()) return &*found;
  std::vector<std::string_view> names;
  for (const FilterDef& def : defs) names.push_back(def.info.name);
  const std::string_view near = nearest(name, names);
  return fail(ErrorCode::unknown_filter, "no filter is called \"{}\"; {}", name,
              near.empty() ? "`dala filters` lists them" : format("did you mean \"{}\"?", near));
}

const std::vector<FilterInfo>& filters() {
  static const Forever<std::vector<FilterInfo>> infos([] {
    std::vector<FilterInfo> all;
    for (const FilterDef& def : filter_defs()) all.push_back(def.info);
    return all;
  }());
  return *infos;
}

Result<FilterInfo> filter_info(std::string_view name) {
  DALA_ASSIGN(const FilterDef* def, find_filter(name));
  return def->info;
}

bool operator==(const Filter& a, const Filter& b) {
  const auto same = [](const Param& x, const Param& y) {
    return x.name == y.name && x.value == y.value;
  };
  return a.name == b.name && a.inputs == b.inputs && a.sources == b.sources &&
         a.params.size() == b.params.size() &&
         std::equal(a.params.begin(), a.params.end(), b.params.begin(), same);
}

}  // namespace dala::media

#include "media/blur_row.hpp"

#include <charconv>

#include "core/format.hpp"
#include "media/rows.hpp"

namespace dala::media {

std::optional<std::uint32_t> number_after(std::string_view name, std::string_view start) {
  if (!name.starts_with(start)) return std::nullopt;
  name.remove_prefix(start.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number;
}

BlurRow blur_row_at(const ChainPlan& plan, std::size_t first) {
  const Stage& across = plan.stages[first];
  BlurRow row;
  for (const std::string_view blur : {"blur", "box_blur"})
    if (const auto radius = number_after(across.kernel, format("{}_across_", blur))) {
      row.blur = blur;
      row.radius = *radius;
    }
  if (row.radius == 0 || !follows(plan, first + 1) ||
      plan.stages[first + 1].kernel != format("{}_down_{}", row.blur, row.radius) ||
      across.size.width <= row.radius + 1 || across.size.height <= row.radius + 1)
    return row;
  row.length = 2;
  const auto next_is = [&](std::string_view kernel) {
    const std::size_t next = first + row.length;
    return follows(plan, next) && plan.stages[next].kernel == kernel;
  };
  if (next_is("sharpen")) {
    row.sharpens = true;
    ++row.length;
  } else if (next_is("unsharp") && plan.stages[first + row.length].inputs[1] == across.inputs[0]) {
    row.unsharpens = true;
    ++row.length;
  }
  if (next_is("brightness")) {
    row.brightens = true;
    ++row.length;
  }
  return row;
}

Stage stage_for(const ChainPlan& plan, std::size_t first, const BlurRow& row) {
  Stage joined{.kernel = {},
               .text = {},
               .inputs = plan.stages[first].inputs,
               .size = plan.stages[first + row.length - 1].size};
  for (std::size_t i = first; i < first + row.length; ++i) {
    joined.text += plan.stages[i].text;
    for (const Param& param : plan.stages[i].params) joined.params.set(param.name, param.value);
  }
  return joined;
}

}  // namespace dala::media

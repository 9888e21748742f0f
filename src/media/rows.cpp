#include "media/rows.hpp"

namespace dala::media {

bool follows(const ChainPlan& plan, std::size_t stage) {
  if (stage >= plan.stages.size() || plan.out.number == stage) return false;
  std::size_t readers = 0;
  for (const Stage& other : plan.stages)
    for (const Source& source : other.inputs)
      if (source.kind == Source::Kind::frame && source.number == stage) ++readers;
  const Source& first = plan.stages[stage].inputs[0];
  return readers == 1 && first.kind == Source::Kind::frame && first.number == stage;
}

bool is_alone(const ChainPlan& plan, std::size_t first, std::size_t length) {
  const auto runs_by_text = [&](std::size_t stage) {
    return !plan.stages[stage].by_hand || plan.stages[stage].only_alone;
  };
  const std::size_t next = first + length;
  return (first == 0 || !runs_by_text(first - 1)) &&
         (next == plan.stages.size() || !runs_by_text(next));
}

void replace_row(ChainPlan& plan, std::size_t first, std::size_t length, Stage stage) {
  const std::size_t gone = length - 1;
  plan.stages[first] = std::move(stage);
  const auto begin = plan.stages.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  plan.stages.erase(begin, begin + static_cast<std::ptrdiff_t>(gone));
  const auto renumber = [&](Source& source) {
    if (source.kind == Source::Kind::frame && source.number > first) source.number -= gone;
  };
  for (Stage& other : plan.stages)
    for (Source& source : other.inputs) renumber(source);
  renumber(plan.out);
}

std::string shortened(std::string name, std::size_t longest) {
  if (name.size() <= longest) return name;
  name.resize(name.rfind('_', longest));
  return name + "_and_more";
}

}  // namespace dala::media

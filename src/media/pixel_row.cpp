#include "media/pixel_row.hpp"

#include <dala/small_vector.hpp>

#include "media/rows.hpp"

namespace dala::media {

namespace {

// So many are worth a pass over memory of their own, beside stages that run by their texts.
constexpr std::size_t worth_a_pass = 4;

// How many stages from here on have a step.
std::size_t row_length(const ChainPlan& plan, std::size_t first) {
  std::size_t length = 0;
  while (first + length < plan.stages.size() && plan.stages[first + length].step &&
         (length == 0 || follows(plan, first + length)))
    ++length;
  return length;
}

// Texts look up in a table, or darken, as fast as the functions.
bool is_worth_it(const ChainPlan& plan, std::size_t first, std::size_t length) {
  if (length == 1 && plan.stages[first].step != cpu::PixelKind::mix) return false;
  return is_alone(plan, first, length) || length >= worth_a_pass;
}

// The row's second input has, for each step, its kind and its numbers; its third the tables, one
// after the other.
Result<void> run_row(const HostCall& call) {
  const auto numbers = call.inputs[1].values<const float>();
  const std::uint8_t* table =
      call.inputs.size() > 2 ? call.inputs[2].values<const std::uint8_t>().data() : nullptr;
  SmallVector<cpu::PixelStep, 16> steps;
  for (std::size_t i = 0; i < numbers.size();) {
    const auto kind = static_cast<cpu::PixelKind>(numbers[i]);
    steps.push_back({.kind = kind, .numbers = numbers.data() + i + 1, .table = table});
    i += 1 + cpu::numbers_of(kind);
    if (kind == cpu::PixelKind::curves) table += std::size_t{3} * 256;
  }
  cpu::run_steps(cpu::rows_of(call), steps.view(), call.threads);
  return {};
}

void join(ChainPlan& plan, std::size_t first, std::size_t length) {
  std::vector<float> numbers;
  std::vector<std::uint8_t> tables;
  std::string name;
  std::string text;
  for (std::size_t i = first; i < first + length; ++i) {
    const Stage& stage = plan.stages[i];
    name += (i == first ? "" : "_") + stage.kernel;
    text += stage.text;
    numbers.push_back(static_cast<float>(*stage.step));
    if (*stage.step != cpu::PixelKind::curves) {
      for (const Param& param : stage.params)
        numbers.push_back(static_cast<float>(param.value.number()));
      continue;
    }
    ByteCurves curves = stage.curves;
    if (curves.empty())
      for (const std::byte byte : plan.tables[stage.inputs[1].number].bytes)
        curves.push_back(static_cast<std::uint8_t>(byte));
    tables.insert(tables.end(), curves.begin(), curves.end());
  }
  Stage joined{.kernel = shortened(std::move(name), 40),
               .text = std::move(text),
               .inputs = {plan.stages[first].inputs[0]},
               .size = plan.stages[first].size,
               .by_hand = run_row};
  const auto add = [&](Table table) {
    plan.tables.push_back(std::move(table));
    joined.inputs.push_back({.kind = Source::Kind::table, .number = plan.tables.size() - 1});
  };
  add(make_table(std::span<const float>(numbers)));
  if (!tables.empty()) add(make_table(std::span<const std::uint8_t>(tables)));
  replace_row(plan, first, length, std::move(joined));
}

}  // namespace

void join_pixel_rows(ChainPlan& plan) {
  for (std::size_t i = 0; i < plan.stages.size(); ++i) {
    const std::size_t length = row_length(plan, i);
    if (length == 0) continue;
    if (is_worth_it(plan, i, length))
      join(plan, i, length);
    else
      i += length - 1;
  }
}

}  // namespace dala::media

#include "media/stages.hpp"

#include <algorithm>

#include "core/check_params.hpp"
#include "core/error.hpp"
#include "core/nearest.hpp"
#include "media/fold.hpp"
#include "media/registry.hpp"

namespace dala::media {

namespace {

std::string list(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return text;
}

Result<void> check_inputs(const FilterInfo& info, const Filter& filter) {
  for (const FilterInput& input : filter.inputs) {
    const auto known = [&](const FilterInputInfo& i) { return i.name == input.name; };
    if (std::ranges::none_of(info.inputs, known))
      return fail(ErrorCode::invalid_argument, "{} takes no picture called \"{}\"", info.name,
                  input.name);
  }
  return {};
}

}  // namespace

std::string picture_label(const StageInput& picture, FrameSize frame) {
  return format("{}{}", picture.size == frame ? "same" : "scaled", picture.channels);
}

std::string ChainPlan::structure() const {
  std::string key;
  for (const Stage& stage : stages) {
    key += format("{} {}x{} {}\n(", stage.kernel, stage.size.width, stage.size.height, stage.text);
    for (const StageInput& s : stage.inputs)
      key += format("{}:{} ", static_cast<int>(s.kind), s.number);
    for (const Param& param : stage.params) key += param.name + " ";
    key += ") ";
  }
  for (const Table& table : tables) key += to_string(table.shape);
  for (const FilterInput& input : given)
    key += input.picture != nullptr
               ? format("{}x{} ", input.picture->width, input.picture->height)
               : format("{} ", static_cast<const void*>(input.buffer.state().get()));
  return key;
}

const ParamValue& Stages::value(std::string_view param) const {
  const auto found = std::ranges::find(info_.params, param, &ParamInfo::name);
  return values_[static_cast<std::size_t>(found - info_.params.begin())];
}

std::unexpected<Error> Stages::bad(std::string_view param, std::string_view rule) const {
  return fail(ErrorCode::param_out_of_range, "{}: parameter {} is {}; {}", info_.name, param,
              to_string(value(param)), rule);
}

Result<std::size_t> Stages::choice(std::string_view param,
                                   std::span<const std::string_view> words) const {
  const auto found = std::ranges::find(words, text(param));
  if (found == words.end()) return bad(param, "it must be " + list(words));
  return static_cast<std::size_t>(found - words.begin());
}

Result<StageInput> Stages::given(std::string_view name) {
  const auto found = std::ranges::find(filter_.inputs, name, &FilterInput::name);
  if (found == filter_.inputs.end() || (found->picture == nullptr && !found->buffer)) {
    const auto info = std::ranges::find(info_.inputs, name, &FilterInputInfo::name);
    return fail(ErrorCode::missing_param, "{} needs the picture {}: {}", info_.name, name,
                info->summary);
  }
  StageInput source{.kind = StageInput::Kind::given, .number = plan_.given.size()};
  if (found->picture != nullptr) {
    const Picture& p = *found->picture;
    if (p.width == 0 || p.height == 0 || p.rgba.size() != std::size_t{p.width} * p.height * 4)
      return fail(ErrorCode::wrong_length, "{}: the picture {} has {} bytes for {} x {} pixels",
                  info_.name, name, p.rgba.size(), p.width, p.height);
    source.size = {p.width, p.height};
  } else {
    const Shape& shape = found->buffer.shape();
    const bool flat = shape.rank() == 2;
    if (found->buffer.dtype() != DType::u8 || shape.elements() == 0 ||
        !(flat || (shape.rank() == 3 && shape[2] == 4)))
      return fail(ErrorCode::invalid_shape,
                  "{}: the picture {} is {} of {}; it must be u8 of {{height, width, 4}}",
                  info_.name, name, to_string(shape), to_string(found->buffer.dtype()));
    source.size = {static_cast<std::uint32_t>(shape[1]), static_cast<std::uint32_t>(shape[0])};
    source.channels = flat ? 1 : 4;
  }
  plan_.given.push_back(*found);
  return source;
}

StageInput Stages::add(Stage stage) {
  plan_.out = {.number = plan_.stages.size() + 1, .size = stage.size};
  plan_.stages.push_back(std::move(stage));
  return plan_.out;
}

Result<ChainPlan> plan_chain(FrameSize size, std::span<const Filter> filters) {
  ChainPlan plan{.out = {.size = size}};
  for (const Filter& filter : filters) {
    DALA_ASSIGN(const FilterDef* def, find_filter(filter.name));
    SmallVector<ParamValue, 8> values;
    DALA_TRY(check_params(def->info.name, def->info.params, filter.params, values));
    DALA_TRY(check_inputs(def->info, filter));
    Stages stages(plan, def->info, values.view(), filter);
    DALA_TRY(def->make(stages));
  }
  fold_curves(plan);
  return plan;
}

}  // namespace dala::media

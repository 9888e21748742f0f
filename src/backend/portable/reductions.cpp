#include "backend/portable/reductions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/error.hpp"

namespace dala::backend {

namespace {

// A tensor as `outer` groups of `inner` lines each, whose `count` elements lie `inner` apart.
struct Lines {
  std::int64_t outer = 1;
  std::int64_t count = 1;
  std::int64_t inner = 1;
};

Lines lines_along(const Shape& shape, const ParamValue& axis) {
  if (!axis.has_value()) return {1, shape.elements(), 1};
  const auto rank = static_cast<std::int64_t>(shape.rank());
  const std::int64_t at = axis.integer() < 0 ? axis.integer() + rank : axis.integer();
  Lines lines;
  for (std::int64_t i = 0; i < rank; ++i)
    (i < at   ? lines.outer
     : i > at ? lines.inner
              : lines.count) *= shape[static_cast<std::size_t>(i)];
  return lines;
}

// The longest line that one invocation sums up where there are few lines.
constexpr std::int64_t long_line = 256;
constexpr std::int64_t few_lines = 1024;
// Lines of contiguous elements at least this long get a cube each. With fewer, most units would be
// idle.
constexpr std::int64_t cube_line = 256;
// With at least this many lines, argmax and softmax process a whole line in one invocation or cube,
// which keeps a device busy. Fewer lines are split into about that many parts, whose results are
// combined a few at a time.
constexpr std::int64_t many_walks = 1 << 17;
constexpr std::int64_t many_cubes = 1 << 12;
constexpr std::int64_t shortest_part = 64;
constexpr std::int64_t joined_parts = 16;

bool in_cubes(const Lines& lines) { return lines.inner == 1 && lines.count >= cube_line; }

struct Texts {
  std::string_view each;  // one invocation a line
  std::string_view cube;  // one cube a line
};

Operand flat(Operand::From from, std::size_t index, DType dtype, std::int64_t elements) {
  return {from, index, dtype, Shape{elements}};
}

// The shape of the results, one for each line: a column where each is made by a cube.
Operand of_lines(Operand::From from, std::size_t index, DType dtype, const Lines& lines) {
  const std::int64_t number = lines.outer * lines.inner;
  return {from, index, dtype, in_cubes(lines) ? Shape{number, 1} : Shape{number}};
}

PortableStep line_step(const Texts& texts, DType t, DType u, const Operand& from, const Operand& to,
                       const Lines& lines) {
  PortableStep step;
  step.text = {.name = in_cubes(lines) ? texts.cube : texts.each, .t = t, .u = u};
  step.inputs.push_back(from);
  step.outputs.push_back(to);
  step.params.push_back(lines.count);
  if (!in_cubes(lines)) step.params.push_back(lines.inner);
  return step;
}

// Lines cut into parts of `span` elements, the last of which may be shorter.
struct Cut {
  std::int64_t span = 1;
  std::int64_t parts = 1;

  // The shape of the results, one for each part of each line: a column where each is made by a
  // cube.
  [[nodiscard]] Shape results(const Lines& lines, bool by_cubes) const {
    const std::int64_t number = lines.outer * parts * lines.inner;
    return by_cubes ? Shape{number, 1} : Shape{number};
  }
};

Cut cut_into(std::int64_t count, std::int64_t span) {
  const std::int64_t at_least_one = std::max<std::int64_t>(1, span);
  return {.span = at_least_one,
          .parts = std::max<std::int64_t>(1, (count + at_least_one - 1) / at_least_one)};
}

// As many parts as keep a device busy.
Cut cut_of(const Lines& lines) {
  const std::int64_t number = lines.outer * lines.inner;
  const std::int64_t wanted = in_cubes(lines) ? many_cubes : many_walks;
  const std::int64_t shortest = in_cubes(lines) ? shortest_part * long_line : shortest_part;
  if (number == 0 || number >= wanted || lines.count <= shortest)
    return cut_into(lines.count, lines.count);
  const std::int64_t parts = (wanted + number - 1) / number;
  return cut_into(lines.count, std::max(shortest, (lines.count + parts - 1) / parts));
}

PortableStep part_step(const Texts& texts, DType t, DType u, const Operand& from,
                       std::initializer_list<Operand> to, const Lines& lines, const Cut& cut) {
  PortableStep step;
  step.text = {.name = in_cubes(lines) ? texts.cube : texts.each, .t = t, .u = u};
  step.inputs.push_back(from);
  for (const Operand& operand : to) step.outputs.push_back(operand);
  for (const std::int64_t number : {lines.count, cut.span, cut.parts})
    step.params.push_back(number);
  if (!in_cubes(lines)) step.params.push_back(lines.inner);
  return step;
}

// The term that an element adds to the sum of its line. Shading languages guarantee nothing about
// infinities, so they are not computed with: minus infinity adds 0, and in a line with plus
// infinity, or of minus infinities only, every result becomes 0 / 0.
constexpr std::string_view weight_f32 =
    "fn weight(x: T, best: T) -> T {\n"
    "  let nothing: T = 0;\n"
    "  if x < -3.4028234e38 || best > 3.4028234e38 { nothing } else { exp(x - best) }\n"
    "}\n";
constexpr std::string_view weight_f64 =
    "fn weight(x: T, best: T) -> T {\n"
    "  let nothing: T = 0;\n"
    "  if x < -1.7976931348623157e308 || best > 1.7976931348623157e308 { nothing }\n"
    "  else { exp(x - best) }\n"
    "}\n";

std::string_view weight_in(DType dtype) {
  switch (dtype) {
    case DType::f32:
      return weight_f32;
    case DType::f64:
      return weight_f64;
    case DType::s32:
    case DType::s64:
    case DType::u32:
    case DType::u8:
    case DType::s8:
    case DType::u16:
    case DType::s16:
    case DType::f16:
    case DType::bf16:
    case DType::boolean:
      break;
  }
  std::unreachable();  // softmax is of floats, small ones in f32
}

constexpr Texts sum_real = {"portable/sum_real", "portable/sum_real_cube"};
constexpr Texts sum_whole = {"portable/sum_whole", "portable/sum_whole_cube"};
constexpr Texts greatest = {"portable/max", "portable/max_cube"};

// What the last pass divides by, where the sources divide at all.
using Divisor = std::optional<std::int64_t>;

void plan_reduction(const KernelCall& call, const Texts& texts, Divisor divisor,
                    PortablePlan& plan) {
  const DType in = call.inputs[0].dtype;
  const DType out = call.outputs[0].dtype;
  Lines lines = lines_along(call.inputs[0].shape, call.params[0]);
  Operand from = flat(Operand::From::input, 0, in, call.inputs[0].shape.elements());
  DType t = in;
  // Where there are few long lines, each pass splits them into interleaved shorter ones. The last
  // of those may reach beyond the tensor, where nothing is added.
  std::size_t scratch = 0;
  while (lines.outer == 1 && lines.inner < few_lines && lines.count > long_line) {
    const std::int64_t parts = (lines.count + long_line - 1) / long_line;
    const Lines cut{1, long_line, parts * lines.inner};
    const Operand to = of_lines(Operand::From::scratch, scratch, out, cut);
    PortableStep step = line_step(texts, t, out, from, to, cut);
    if (divisor) step.params.push_back(1);
    plan.steps.push_back(std::move(step));
    from = to;
    t = out;
    scratch = 1 - scratch;
    lines.count = parts;
  }
  PortableStep last =
      line_step(texts, t, out, from, of_lines(Operand::From::output, 0, out, lines), lines);
  if (divisor) last.params.push_back(*divisor);
  plan.steps.push_back(std::move(last));
}

}  // namespace

Result<void> plan_sum(const KernelCall& call, PortablePlan& plan) {
  const bool is_real = is_float(call.inputs[0].dtype);
  plan_reduction(call, is_real ? sum_real : sum_whole, is_real ? Divisor(1) : Divisor(), plan);
  return {};
}

Result<void> plan_mean(const KernelCall& call, PortablePlan& plan) {
  const DType in = call.inputs[0].dtype;
  // The rounding errors of the sum must be small compared to those of the output's type.
  if (call.outputs[0].dtype == DType::f32 && in != DType::f32 && size_of(in) >= 4)
    return fail(ErrorCode::unsupported, "means of {} need 64-bit floats", to_string(in));
  plan_reduction(call, sum_real, lines_along(call.inputs[0].shape, call.params[0]).count, plan);
  return {};
}

Result<void> plan_max(const KernelCall& call, PortablePlan& plan) {
  plan_reduction(call, greatest, {}, plan);
  return {};
}

Result<void> plan_argmax(const KernelCall& call, PortablePlan& plan) {
  const DType in = call.inputs[0].dtype;
  const DType out = call.outputs[0].dtype;
  const Lines lines = lines_along(call.inputs[0].shape, call.params[0]);
  const Operand from = flat(Operand::From::input, 0, in, call.inputs[0].shape.elements());
  Cut cut = cut_of(lines);
  const auto result = [&](std::size_t scratch, Shape shape) -> Operand {
    if (cut.parts == 1) return {Operand::From::output, 0, out, shape};
    return {Operand::From::scratch, scratch, plan.index, shape};
  };
  Operand places = result(0, cut.results(lines, in_cubes(lines)));
  plan.steps.push_back(part_step({"portable/argmax", "portable/argmax_cube"}, in, places.dtype,
                                 from, {places}, lines, cut));
  for (std::size_t scratch = 1; cut.parts > 1; scratch = 1 - scratch) {
    const std::int64_t had = cut.parts;
    cut = cut_into(had, joined_parts);
    const Operand joined = result(scratch, cut.results(lines, false));
    PortableStep step;
    step.text = {.name = "portable/argmax_join", .t = in, .u = joined.dtype};
    step.inputs.push_back(from);
    step.inputs.push_back(flat(places.from, places.index, plan.index, places.shape.elements()));
    step.outputs.push_back(joined);
    for (const std::int64_t number : {lines.count, had, cut.span, cut.parts, lines.inner})
      step.params.push_back(number);
    plan.steps.push_back(std::move(step));
    places = joined;
  }
  return {};
}

Result<void> plan_softmax(const KernelCall& call, PortablePlan& plan) {
  const DType dtype = call.inputs[0].dtype;
  const Lines lines = lines_along(call.inputs[0].shape, call.params[0]);
  const std::int64_t elements = call.inputs[0].shape.elements();
  const Operand from = flat(Operand::From::input, 0, dtype, elements);
  Cut cut = cut_of(lines);
  const auto scratch = [&](std::size_t index, Shape shape) -> Operand {
    return {Operand::From::scratch, index, dtype, shape};
  };
  Operand largest = scratch(0, cut.results(lines, in_cubes(lines)));
  Operand total = scratch(1, largest.shape);
  plan.steps.push_back(part_step({"portable/softmax_lines", "portable/softmax_lines_cube"}, dtype,
                                 dtype, from, {largest, total}, lines, cut));
  for (std::size_t pair = 2; cut.parts > 1; pair = 2 - pair) {
    const std::int64_t had = cut.parts;
    cut = cut_into(had, joined_parts);
    PortableStep step;
    step.text = {.name = "portable/softmax_join", .t = dtype};
    for (const Operand& operand : {largest, total})
      step.inputs.push_back(flat(operand.from, operand.index, dtype, operand.shape.elements()));
    largest = scratch(pair, cut.results(lines, false));
    total = scratch(pair + 1, largest.shape);
    for (const Operand& operand : {largest, total}) step.outputs.push_back(operand);
    for (const std::int64_t number : {had, cut.span, cut.parts, lines.inner})
      step.params.push_back(number);
    plan.steps.push_back(std::move(step));
  }
  PortableStep each;
  each.text = {.name = "portable/softmax", .t = dtype};
  for (const Operand& operand : {from, largest, total}) each.inputs.push_back(operand);
  each.outputs.push_back(flat(Operand::From::output, 0, dtype, elements));
  each.params.push_back(lines.count);
  each.params.push_back(lines.inner);
  plan.steps.push_back(std::move(each));
  for (PortableStep& step : plan.steps) step.text.before = weight_in(dtype);
  return {};
}

}  // namespace dala::backend

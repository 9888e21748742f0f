#include "backend/portable/lines.hpp"

#include <algorithm>

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

// The longest line that one invocation goes along where there are few of them.
constexpr std::int64_t long_line = 256;
constexpr std::int64_t few_lines = 1024;

Operand flat(Operand::From from, std::size_t index, DType dtype, std::int64_t elements) {
  return {from, index, dtype, Shape{elements}};
}

PortableStep line_step(const PortableText& text, const Operand& from, const Operand& to,
                       const Lines& lines) {
  PortableStep step;
  step.text = text;
  step.inputs.push_back(from);
  step.outputs.push_back(to);
  step.params.push_back(lines.count);
  step.params.push_back(lines.inner);
  return step;
}

}  // namespace

Result<void> plan_reduction(const KernelCall& call, PortablePlan& plan) {
  const DType in = call.inputs[0].dtype;
  const DType out = call.outputs[0].dtype;
  const Lines lines = lines_along(call.inputs[0].shape, call.params[0]);
  const bool real = call.kernel == "mean" || is_float(in);
  PortableText text{.name = "portable/max", .t = in, .u = out};
  if (call.kernel == "argmax") text.name = "portable/argmax";
  if (call.kernel == "sum") text.name = real ? "portable/sum_real" : "portable/sum_whole";
  if (call.kernel == "mean") text.name = "portable/sum_real";
  // What is lost in adding must be small beside what the output's type loses anyway.
  if (call.kernel == "mean" && out == DType::f32 && in != DType::f32 && in != DType::u8)
    return fail(ErrorCode::unsupported, "means of {} need 64-bit floats", to_string(in));
  if (call.kernel == "argmax" && lines.outer * lines.inner < few_lines &&
      lines.count > long_line * long_line)
    return fail(ErrorCode::unsupported, "one invocation would look through {} elements",
                lines.count);

  const std::int64_t divisor = call.kernel == "mean" ? lines.count : 1;
  Operand from = flat(Operand::From::input, 0, in, call.inputs[0].shape.elements());
  // One long line is cut into interleaved shorter ones, again and again.
  std::int64_t count = lines.count;
  std::size_t scratch = 0;
  while (call.kernel != "argmax" && lines.outer * lines.inner == 1 && count > long_line) {
    const std::int64_t parts = (count + long_line - 1) / long_line;
    const Operand to = flat(Operand::From::scratch, scratch, out, parts);
    PortableStep step = line_step(text, from, to, {1, long_line, parts});
    if (text.name == "portable/sum_real") step.params.push_back(1);
    plan.steps.push_back(std::move(step));
    from = to;
    text.t = to.dtype;
    scratch = 1 - scratch;
    count = parts;
  }
  PortableStep last =
      line_step(text, from, flat(Operand::From::output, 0, out, lines.outer * lines.inner),
                {lines.outer, count, lines.inner});
  if (text.name == "portable/sum_real") last.params.push_back(divisor);
  plan.steps.push_back(std::move(last));
  return {};
}

void plan_softmax(const KernelCall& call, PortablePlan& plan) {
  const DType dtype = call.inputs[0].dtype;
  const Lines lines = lines_along(call.inputs[0].shape, call.params[0]);
  const std::int64_t elements = call.inputs[0].shape.elements();
  const Operand from = flat(Operand::From::input, 0, dtype, elements);
  const Operand largest = flat(Operand::From::scratch, 0, dtype, lines.outer * lines.inner);
  const Operand total = flat(Operand::From::scratch, 1, dtype, lines.outer * lines.inner);
  PortableStep along =
      line_step({.name = "portable/softmax_lines", .t = dtype}, from, largest, lines);
  along.outputs.push_back(total);
  PortableStep each = line_step({.name = "portable/softmax", .t = dtype}, from,
                                flat(Operand::From::output, 0, dtype, elements), lines);
  each.inputs.push_back(largest);
  each.inputs.push_back(total);
  plan.steps.push_back(std::move(along));
  plan.steps.push_back(std::move(each));
}

}  // namespace dala::backend

#include "check/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/format.hpp"
#include "kernel/compile.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/ir/verify.hpp"
#include "kernel/launch/check.hpp"
#include "kernel/launch/prints.hpp"

namespace dala::fuzz {

namespace {

namespace ir = kernel::ir;

// Copies of a program's tensors, each between bytes that nobody may change.
class Memory {
 public:
  explicit Memory(const std::vector<TensorData>& tensors) {
    for (const TensorData& t : tensors) {
      std::vector<std::byte>& block = blocks_.emplace_back(t.bytes.size() + 2 * guard, mark);
      std::ranges::copy(t.bytes, block.begin() + guard);
      tensors_.push_back({.dtype = t.dtype,
                          .shape = t.shape,
                          .bytes = std::span(block).subspan(guard, t.bytes.size())});
    }
  }

  [[nodiscard]] const std::vector<HostTensor>& tensors() const { return tensors_; }
  [[nodiscard]] bool is_intact() const {
    return std::ranges::all_of(blocks_, [](std::span<const std::byte> block) {
      const auto untouched = [](std::byte b) { return b == mark; };
      return std::ranges::all_of(block.first(guard), untouched) &&
             std::ranges::all_of(block.last(guard), untouched);
    });
  }

 private:
  static constexpr std::size_t guard = 64;  // keeps the tensors aligned as well
  static constexpr std::byte mark{0xA5};
  std::vector<std::vector<std::byte>> blocks_;
  std::vector<HostTensor> tensors_;
};

struct Element {
  ir::Scalar scalar;
  std::uint64_t bits;

  [[nodiscard]] bool is_nan() const {
    return ir::is_float(scalar) && std::isnan(ir::real_value(scalar, bits));
  }
  [[nodiscard]] std::string shown() const {
    if (ir::is_float(scalar))
      return format("{} (0x{:0{}X})", ir::spelled(scalar, bits), bits, 2 * ir::bytes_of(scalar));
    return format("{}", ir::as_s64(ir::wrap(scalar, bits)));
  }
};

Element element(const HostTensor& tensor, std::size_t index) {
  Element e{ir::scalar_of(tensor.dtype), 0};
  const std::size_t size = size_of(tensor.dtype);
  std::memcpy(&e.bits, tensor.bytes.data() + index * size, size);
  return e;
}

std::optional<std::string> first_difference(const std::string& name, const HostTensor& wanted,
                                            const HostTensor& found) {
  if (std::ranges::equal(wanted.bytes, found.bytes)) return std::nullopt;
  for (std::size_t i = 0; i < wanted.bytes.size() / size_of(wanted.dtype); ++i) {
    const Element a = element(wanted, i);
    const Element b = element(found, i);
    if (a.bits == b.bits || (a.is_nan() && b.is_nan())) continue;
    return format("{}[{}] is {} with the interpreter and {} with the target", name, i, a.shown(),
                  b.shown());
  }
  return std::nullopt;
}

// Where too many lines are printed, which of them are dropped depends on the order of invocations.
std::optional<std::string> printed_difference(std::string_view wanted, std::string_view found) {
  constexpr std::string_view lost = "more lines were lost\n";
  const auto last_line = [](std::string_view lines) {
    return lines.substr(lines.substr(0, lines.size() - 1).rfind('\n') + 1);
  };
  if (wanted.ends_with(lost) && found.ends_with(lost) && last_line(wanted) == last_line(found) &&
      std::ranges::count(wanted, '\n') == std::ranges::count(found, '\n'))
    return std::nullopt;
  if (wanted == found) return std::nullopt;
  return format("the interpreter prints\n{}and the target\n{}", wanted, found);
}

}  // namespace

std::optional<Failure> check(const Program& program, const Target& target) {
  using Kind = Failure::Kind;
  const kernel::Source source("generated.dk", program.source);
  kernel::CompileOptions options = program.options;
  if (target.wide_indices) {
    options.index = ir::Scalar::s64;
    options.cuts_indices = true;
  }
  const kernel::Compiled compiled = kernel::compile(source, options);
  if (!compiled.module) return Failure{Kind::not_compiled, render(source, compiled.diagnostics)};

  if (auto fault = kernel::ir::find_fault(*compiled.module))
    return Failure{.kind = Kind::not_compiled, .message = "the module is wrong: " + *fault};

  const Memory inputs(program.inputs);
  const Memory wanted(program.outputs);
  const Memory found(program.outputs);
  bool met_nan = false;
  bool met_denormal = false;
  const auto launch = [&](const Memory& outputs) {
    return kernel::HostLaunch{.inputs = inputs.tensors(),
                              .outputs = outputs.tensors(),
                              .params = program.params,
                              .step_limit = program_step_limit,
                              .met_nan = &met_nan,
                              .met_denormal = &met_denormal};
  };
  if (const auto fits = kernel::check_launch(*compiled.module, launch(wanted)); !fits)
    return Failure{Kind::rejected, fits.error().message};
  kernel::PrintBuffer prints(*compiled.module);
  kernel::HostLaunch reference = launch(wanted);
  reference.prints = prints.words;
  if (const auto ran = kernel::interpret(*compiled.module, reference); !ran)
    return Failure{Kind::not_finished, "the interpreter: " + ran.error().message};
  const auto printed = target.run(compiled.module, launch(found));
  if (!printed) return Failure{Kind::rejected, target.name + ": " + printed.error().message};

  if (!inputs.is_intact() || !wanted.is_intact() || !found.is_intact())
    return Failure{Kind::different, "memory beside a tensor was written"};
  for (std::size_t i = 0; i < program.inputs.size(); ++i)
    if (!std::ranges::equal(inputs.tensors()[i].bytes, program.inputs[i].bytes))
      return Failure{Kind::different, format("the input {} was written", program.inputs[i].name)};
  if ((met_nan && !target.keeps_nan) || (met_denormal && !target.keeps_denormals))
    return std::nullopt;
  for (std::size_t i = 0; i < program.outputs.size(); ++i)
    if (auto difference =
            first_difference(program.outputs[i].name, wanted.tensors()[i], found.tensors()[i]))
      return Failure{Kind::different, *std::move(difference)};
  if (auto difference =
          printed_difference(kernel::printed_lines(*compiled.module, prints.words), *printed))
    return Failure{Kind::different, *std::move(difference)};
  return std::nullopt;
}

}  // namespace dala::fuzz

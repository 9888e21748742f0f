// Any bytes as kernel text: diagnostics that can be shown, or a module that keeps its promises and
// runs or is stopped.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernel/compile.hpp"
#include "kernel/interpret/interpret.hpp"
#include "kernel/ir/print.hpp"
#include "kernel/ir/verify.hpp"
#include "kernel/launch/check.hpp"
#include "kernel/launch/prints.hpp"

namespace {

namespace kernel = dala::kernel;
using dala::ParamType;

constexpr std::uint64_t step_limit = 20'000;

void must_hold(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "kernel_fuzzer: %s\n", what);
  std::abort();
}

// Small, of the rank the kernel wants, and with something in them.
struct Tensors {
  std::vector<std::vector<std::byte>> blocks;
  std::vector<dala::HostTensor> inputs;
  std::vector<dala::HostTensor> outputs;
};

Tensors make_tensors(const kernel::ir::Module& module) {
  constexpr std::array<std::int64_t, 4> sizes = {3, 2, 2, 1};
  Tensors made;
  for (const kernel::ir::Tensor& t : module.tensors) {
    const std::size_t rank = t.rank == 0 ? 1 : t.rank;
    const dala::Shape shape(std::span(sizes).first(rank));
    const auto dtype = kernel::ir::dtype_of(t.scalar);
    must_hold(dtype.has_value(), "a tensor of a type that tensors do not have");
    const std::size_t bytes = static_cast<std::size_t>(shape.elements()) * size_of(*dtype);
    std::vector<std::byte>& block = made.blocks.emplace_back(bytes);
    for (std::size_t i = 0; i < bytes; ++i) block[i] = static_cast<std::byte>(i * 37 + 1);
    (t.is_output ? made.outputs : made.inputs)
        .push_back({.dtype = *dtype, .shape = shape, .bytes = block});
  }
  return made;
}

std::vector<dala::ParamValue> make_params(const kernel::ir::Module& module) {
  std::vector<dala::ParamValue> params;
  for (const kernel::ir::Param& p : module.params) {
    if (p.scalar == kernel::ir::Scalar::boolean)
      params.emplace_back(true);
    else if (kernel::ir::is_float(p.scalar))
      params.emplace_back(1.5);
    else
      params.emplace_back(3);
  }
  return params;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const kernel::CompileOptions options{.kernel_name = "fuzzed",
                                              .params = {{"strength", ParamType::number},
                                                         {"count", ParamType::integer},
                                                         {"invert", ParamType::boolean},
                                                         {"label", ParamType::text}}};
  const kernel::Source source("fuzzed.dk", std::string(data, data + size));
  const kernel::Compiled compiled = kernel::compile(source, options);
  must_hold((compiled.module != nullptr) == compiled.diagnostics.empty(),
            "neither a module nor diagnostics, or both");
  if (!compiled.module) {
    must_hold(!render(source, compiled.diagnostics).empty(), "diagnostics that say nothing");
    return 0;
  }
  if (const auto fault = dala::kernel::ir::find_fault(*compiled.module))
    must_hold(false, fault->c_str());
  must_hold(!print(*compiled.module).empty(), "a module without text");
  const Tensors tensors = make_tensors(*compiled.module);
  const std::vector<dala::ParamValue> params = make_params(*compiled.module);
  kernel::PrintBuffer printed(*compiled.module);
  const kernel::HostLaunch launch{.inputs = tensors.inputs,
                                  .outputs = tensors.outputs,
                                  .params = params,
                                  .step_limit = step_limit,
                                  .prints = printed.words};
  const auto fits = kernel::check_launch(*compiled.module, launch);
  must_hold(fits.has_value(), fits ? "" : fits.error().message.c_str());
  const auto ran = kernel::interpret(*compiled.module, launch);
  must_hold(ran || ran.error().code == dala::ErrorCode::kernel_failed,
            ran ? "" : ran.error().message.c_str());
  const bool has_printed = !printed.words.empty() && printed.words[0] > 0;
  must_hold(kernel::printed_lines(*compiled.module, printed.words).empty() != has_printed,
            "lines that are not shown, or were never printed");
  return 0;
}

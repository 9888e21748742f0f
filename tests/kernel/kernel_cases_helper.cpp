#include "kernel/kernel_cases_helper.hpp"

#include <algorithm>
#include <array>

#include "kernel/compile.hpp"
#include "kernel/emit_shims/nasty_kernels.hpp"
#include "support/goldens.hpp"
#include "support/paths.hpp"

namespace dala::kernel {

namespace fs = std::filesystem;
using dala::test::read_text;

std::shared_ptr<const ir::Module> compile_text(const std::string& name, const std::string& text,
                                               ir::Scalar index) {
  const CompileOptions options{.kernel_name = "my_filter",
                               .params = {{"strength", ParamType::number},
                                          {"radius", ParamType::integer},
                                          {"invert", ParamType::boolean}},
                               .index = index,
                               .cuts_indices = index == ir::Scalar::s64};
  const Source source(name, text);
  const Compiled compiled = compile(source, options);
  EXPECT_TRUE(compiled.module) << render(source, compiled.diagnostics);
  return compiled.module;
}

std::vector<fs::path> golden_kernels() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(dala::test::tests_folder() / "kernel" / "golden"))
    if (entry.path().extension() == ".dk") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

namespace {

std::vector<RunCase> nasty_cases(ir::Scalar index) {
  std::vector<RunCase> cases;
  for (const NastyKernel& k : nasty_kernels)
    cases.push_back({compile_text("nasty.dk", k.text, index), k.shapes, k.params, k.ulps, false});
  return cases;
}

// The kernels of the documentation, on memory of some shape that fits them.
std::vector<RunCase> golden_cases(ir::Scalar index) {
  std::vector<RunCase> cases;
  for (const fs::path& path : golden_kernels()) {
    // One needs its invocations in lock step, the other adds up functions that are not exact.
    if (path.stem() == "evaluation_order" || path.stem() == "maths") continue;
    // Two of them have the same name.
    auto module = std::make_shared<ir::Module>(*compile_text(path.stem(), read_text(path), index));
    module->name = "golden_" + path.stem().string();
    RunCase c{.module = module, .shapes = {}, .ulps = 0, .tame = true};
    for (const ir::Tensor& t : c.module->tensors) {
      const std::array<std::int64_t, 4> dims = {4, 5, 3, 2};
      c.shapes.push_back(t.rank == 0 ? Shape{24} : Shape(std::span(dims).first(t.rank)));
    }
    for (const ir::Param& p : c.module->params) {
      if (p.scalar == ir::Scalar::boolean)
        c.params.emplace_back(true);
      else if (ir::is_float(p.scalar))
        c.params.emplace_back(0.75);
      else
        c.params.emplace_back(5);
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace

std::vector<RunCase> all_cases(ir::Scalar index) {
  std::vector<RunCase> cases = golden_cases(index);
  for (RunCase& c : nasty_cases(index)) cases.push_back(std::move(c));
  return cases;
}

std::vector<RunCase> cases_of_both_forms() {
  std::vector<RunCase> cases = all_cases();
  for (RunCase& c : all_cases(ir::Scalar::s64)) cases.push_back(std::move(c));
  return cases;
}

}  // namespace dala::kernel

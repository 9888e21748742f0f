#include "kernel/kernel_cases_helper.hpp"

#include <algorithm>
#include <array>

#include "kernel/compile.hpp"
#include "kernel/emit_shims/nasty_kernels.hpp"
#include "kernel/legalize/passes.hpp"
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
    legalize_prints(*module, {});  // as backends do, which know of its tensor then
    RunCase c{.module = module, .shapes = {}, .ulps = 0, .tame = true};
    for (const ir::Tensor& t : c.module->tensors) {
      const std::array<std::int64_t, 4> dims = {4, 5, 3, 2};
      Shape shape = t.rank == 0 ? Shape{24} : Shape(std::span(dims).first(t.rank));
      if (t.is_runtime) shape = {static_cast<std::int64_t>(prints::buffer_words(*module))};
      c.shapes.push_back(shape);
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

// Every type that can be printed, from cubes.
RunCase printing_case(ir::Scalar index) {
  auto module = std::make_shared<ir::Module>(*compile_text("t.dk", R"(
#[cube(32)]
#[over(a)]
fn printing(a: Tensor<f64>, b: Tensor<s64>, o: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS;
  print("{} {} {}", a[i], b[i], i > 3);
  shared t: [s32; 1];
  atomic_add(t[0], 1);
  sync_cube();
  if UNIT_POS % 7 == 2 {
    print("unit {}: {} {}", UNIT_POS, vec3(a[i] as f32, -0.5, 1e30), uvec2(t[0] as u32, 7));
    for n in 0..4 { print("round {}", n as u8); }
  }
  o[i] = 1.0;
})",
                                                           index));
  legalize_prints(*module, {});
  const auto words = static_cast<std::int64_t>(prints::buffer_words(*module));
  return {.module = module, .shapes = {{90}, {90}, {90}, {words}}};
}

}  // namespace

std::vector<RunCase> all_cases(ir::Scalar index) {
  std::vector<RunCase> cases = golden_cases(index);
  cases.push_back(printing_case(index));
  for (RunCase& c : nasty_cases(index)) cases.push_back(std::move(c));
  return cases;
}

std::vector<RunCase> cases_of_both_forms() {
  std::vector<RunCase> cases = all_cases();
  for (RunCase& c : all_cases(ir::Scalar::s64)) {
    // Texts of both stand in one file, where names belong to one kernel each.
    auto module = std::make_shared<ir::Module>(*c.module);
    module->name += "_wide";
    c.module = std::move(module);
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace dala::kernel

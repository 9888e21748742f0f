// Kernels of the language: those of the documentation, and those that go where processors differ.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "conformance/conformance.hpp"
#include "core/format.hpp"
#include "kernel/compile.hpp"
#include "kernel/emit_shims/nasty_kernels.hpp"
#include "support/paths.hpp"

namespace dala::conformance {
namespace {

namespace fs = std::filesystem;
using kernel::ir::Scalar;

class Language : public Suite {
 protected:
  // Some shape that fits where none is given.
  static Case case_for(const kernel::ir::Module& module, const std::vector<Shape>& given,
                       bool tame) {
    Case c;
    unsigned seed = 17;
    for (std::size_t i = 0; i < module.tensors.size(); ++i) {
      const kernel::ir::Tensor& t = module.tensors[i];
      const std::array<std::int64_t, 4> dims = {4, 5, 3, 2};
      Shape shape = i < given.size() ? given[i]
                    : t.rank == 0    ? Shape{24}
                                     : Shape(std::span(dims).first(t.rank));
      const DType dtype = *kernel::ir::dtype_of(t.scalar);
      (t.is_output ? c.outputs : c.inputs).push_back(random(dtype, shape, ++seed, tame));
    }
    return c;
  }
  static std::shared_ptr<const kernel::ir::Module> compile(const std::string& text) {
    const kernel::CompileOptions options{.kernel_name = "my_filter"};
    return kernel::compile(kernel::Source("corpus.dk", text), options).module;
  }
};

TEST_P(Language, Documentation) {
  const fs::path folder = dala::test::tests_folder() / "kernel" / "golden";
  int ran = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    // Not defined between invocations: one needs them in lock step, two count in any order.
    if (path.extension() != ".dk" || path.stem() == "evaluation_order" ||
        path.stem() == "atomics" || path.stem() == "tensors_and_atomics")
      continue;
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    const auto module = compile(text.str());
    if (module == nullptr) continue;  // its parameters come from a registration
    SCOPED_TRACE(path.stem().string());
    Case c = case_for(*module, {}, true);
    for (const kernel::ir::Param& p : module->params) {
      if (p.scalar == Scalar::boolean)
        c.params.set(p.name, true);
      else if (kernel::ir::is_float(p.scalar))
        c.params.set(p.name, 0.75);
      else
        c.params.set(p.name, 5);
    }
    c.relative = path.stem() == "maths" || path.stem() == "vectors" ? 1e-5 : 0;
    expect_same_text(text.str(), c);
    ++ran;
  }
  EXPECT_GE(ran, 12);
}

TEST_P(Language, Corners) {
  for (const kernel::NastyKernel& k : kernel::nasty_kernels) {
    const auto module = compile(k.text);
    ASSERT_NE(module, nullptr) << k.text;
    // Functions on OpenGL ES: what docs/kernel-language.md says of them.
    const bool es_functions = k.ulps > 0 && std::string_view(GetParam()) == "gles";
    // Hardware need not round divisions to the last place, and what they are part of may cancel.
    Case c = case_for(*module, k.shapes, es_functions || is_hardware());
    for (std::size_t i = 0; i < k.params.size(); ++i)
      c.params.set(module->params[i].name, k.params[i]);
    c.relative = k.ulps * 1.2e-7;
    if (es_functions) c.relative = c.absolute = 5e-4;
    if (is_hardware()) {
      c.relative = std::max(c.relative, 1e-6);
      c.absolute = std::max(c.absolute, 1e-6);
    }
    expect_same_text(k.text, c);
  }
}

// Names that generated texts might want for themselves.
TEST_P(Language, NamesOfTensors) {
  for (const char* name : {"i", "at", "value", "pixels", "word", "bytes", "mask", "end", "shift",
                           "a", "main", "part", "input", "sample", "buffer", "out"}) {
    const std::string by_element = format(
        "fn k(other: Tensor<u8>, {}: &mut Tensor<u8>) {{ {}[ABSOLUTE_POS] = other[ABSOLUTE_POS] + "
        "1; }}",
        name, name);
    const std::string by_pixel = format(
        "#[pixels]\nfn k({}: Tensor<u8>, more: &mut Tensor<u8>, mine: &mut Tensor<u32>) {{\n"
        "  let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;\n"
        "  for c in 0..4 {{ more[y, x, c] = {}.mirrored(y, x - 1, c); }}\n"
        "  atomic_add(mine[y, x, 0], {}[y, x, 1] as u32);\n}}",
        name, name, name);
    const Shape shape{3, 5, 4};
    expect_same_text(by_element, {.kernel = name,
                                  .inputs = {random(DType::u8, shape, 1)},
                                  .outputs = {zeros(DType::u8, shape)}});
    expect_same_text(by_pixel, {.kernel = name,
                                .inputs = {random(DType::u8, shape, 2)},
                                .outputs = {zeros(DType::u8, shape), zeros(DType::u32, shape)}});
  }
}

// More groups than fit along one axis of a launch.
TEST_P(Language, AboveEveryGroupLimit) {
  expect_same_text(R"(
#[cube(2)]
fn counts(output: &mut Tensor<s32>) { output[ABSOLUTE_POS] = CUBE_POS * 10 + UNIT_POS; })",
                   {.kernel = "counts", .outputs = {zeros(DType::s32, {65535 * 2 + 101})}});
}

// Pictures of four channels, whose pixels some devices read and write as words; and of three.
TEST_P(Language, Pixels) {
  const char* const texts[] = {
      R"(#[pixels]
fn whole(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  output[y, x, 1] = input.mirrored(y - 2, x + 1, 0) + input[y, x, 1];
  output[y, x, 0] = input.clamped(y, x - 3, 2) + input.mirrored(y + 64, x - 64, 3);
  output[y, x, 3] = input[y + 1, x, 3];
  output[y, x, 2] = input[y, x - 1, 1] / 2;
})",
      R"(#[pixels]
fn flat(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let p = ABSOLUTE_POS * 4;
  for c in 0..3 { output[p + c] = 255 - input[p + c]; }
  output[p + 3] = input[p + 3];
})",
      R"(#[pixels]
fn in_words(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let p = 4 * ABSOLUTE_POS;
  output[p + 3] = input[p];
  output[p + 2] = input[p + 1];
  output[p + 1] = input[p + 2];
  output[p] = input[p + 3];
})",
      R"(#[pixels]
fn some(input: Tensor<u8>, output: &mut Tensor<u8>) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let mut total: u32 = 0;
  for c in 0..4 { total += input[y, x, c] as u32; }
  if total > 400 { output[y, x, total as s32 % 4] = (total / 4) as u8; }
})",
      R"(
fn bytes(input: Tensor<u8>, output: &mut Tensor<f32>, other: &mut Tensor<u8>) {
  let i = ABSOLUTE_POS;
  output[i] = (input[i] as f32) / 2.0;
  other[i] = input[i] ^ 85;
})"};
  unsigned seed = 70;
  for (const char* text : texts) {
    const auto module = compile(text);
    ASSERT_NE(module, nullptr) << text;
    for (const Shape& shape : {Shape{3, 5, 4}, Shape{1, 1, 4}, Shape{40, 33, 4}, Shape{4, 3, 3},
                               Shape{5, 131, 4}, Shape{3, 200, 2}, Shape{66, 70, 4}}) {
      SCOPED_TRACE(text);
      Case c;
      for (const kernel::ir::Tensor& t : module->tensors)
        (t.is_output ? c.outputs : c.inputs)
            .push_back(random(*kernel::ir::dtype_of(t.scalar), shape, ++seed));
      expect_same_text(text, c);
    }
  }
}

// Outputs shorter and longer than the domain, in words that are shared with other elements.
TEST_P(Language, ElementsBesideTheDomain) {
  const std::string text = R"(
#[over(input)]
fn bytes(input: Tensor<u8>, short: &mut Tensor<u8>, long: &mut Tensor<u8>, more: Tensor<s32>) {
  let i = ABSOLUTE_POS;
  short[i] = input[i] + 1;
  long[i] = (more[i] + input[i] as s32) as u8;
})";
  for (const std::int64_t elements : {1, 6, 129, 515, 1030})
    expect_same_text(
        text,
        {.kernel = "bytes",
         .inputs = {random(DType::u8, {elements}, 5), random(DType::s32, {elements - 1}, 6)},
         .outputs = {random(DType::u8, {elements / 2}, 7), random(DType::u8, {elements + 3}, 8)}});
}

DALA_ON_ALL_DEVICES(Language);

}  // namespace
}  // namespace dala::conformance

// Kernels of the language: those of the documentation, and those that go where processors differ.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "conformance/conformance.hpp"
#include "kernel/compile.hpp"
#include "kernel/emit_shims/nasty_kernels.hpp"

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
  const fs::path folder = fs::path(DALA_TEST_DATA) / ".." / "kernel" / "golden";
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
    Case c = case_for(*module, k.shapes, es_functions);
    for (std::size_t i = 0; i < k.params.size(); ++i)
      c.params.set(module->params[i].name, k.params[i]);
    c.relative = k.ulps * 1.2e-7;
    if (es_functions) c.relative = c.absolute = 5e-4;
    if (is_hardware()) {  // divisions, and denormal numbers
      c.relative = std::max(c.relative, 1e-6);
      c.absolute = std::max(c.absolute, 1.2e-38);
    }
    expect_same_text(k.text, c);
  }
}

DALA_ON_ALL_DEVICES(Language);

}  // namespace
}  // namespace dala::conformance

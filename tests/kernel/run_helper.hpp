// Compiling and running kernels in tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "kernel/compile.hpp"
#include "kernel/interpret/interpret.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel {

// As the options say, where others are compiled as DALA_WIDE_INDICES says.
inline std::shared_ptr<const ir::Module> compiled_as_is(const std::string& text,
                                                        const CompileOptions& options = {}) {
  const Source source("test.dk", text);
  Compiled result = compile(source, options);
  EXPECT_TRUE(result.module) << render(source, result.diagnostics);
  return result.module;
}

inline std::shared_ptr<const ir::Module> compiled(const std::string& text,
                                                  const CompileOptions& options = {}) {
  return compiled_as_is(text, forces_wide_indices() ? with_wide_indices(options) : options);
}

template <typename T>
HostTensor tensor(std::vector<T>& values, Shape shape) {
  return {.dtype = dala::dtype_of<T>,
          .shape = shape,
          .bytes = std::as_writable_bytes(std::span<T>(values))};
}

template <typename T>
HostTensor tensor(std::vector<T>& values) {
  return tensor(values, {static_cast<std::int64_t>(values.size())});
}

// Null where the JIT is not built in.
std::unique_ptr<jit::Code> native_code(const ir::Module& module, const HostLaunch& launch,
                                       const jit::Options& options);

// What the interpreter makes of it; generated code, where there is any, must make the same.
Result<void> run_both(const ir::Module& module, const HostLaunch& launch);

inline Result<void> run(const std::string& text, std::vector<HostTensor> inputs,
                        std::vector<HostTensor> outputs, std::vector<ParamValue> params = {},
                        std::uint64_t step_limit = default_step_limit) {
  const auto module = compiled(text);
  if (!module) return std::unexpected(Error{ErrorCode::invalid_argument, "does not compile"});
  return run_both(*module, {inputs, outputs, params, step_limit});
}

// The value of `expression` after `statements`, stored to a tensor of T.
template <typename T>
T value(const std::string& statements, const std::string& expression) {
  std::vector<T> out = {T{}};
  const std::string type(to_string(dala::dtype_of<T>));
  const Result<void> ok = run("fn k(output: &mut Tensor<" + type + ">) {" + statements +
                                  "; output[0] = " + expression + ";}",
                              {}, {tensor(out)});
  EXPECT_TRUE(ok) << ok.error().message;
  return out[0];
}

}  // namespace dala::kernel

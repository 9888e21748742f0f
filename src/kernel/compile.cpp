#include "kernel/compile.hpp"

#include <cstdlib>
#include <exception>
#include <string_view>

#include "core/format.hpp"
#include "kernel/ir/verify.hpp"
#include "kernel/lower/lower.hpp"
#include "kernel/prelude/prelude.hpp"
#include "kernel/syntax/lexer.hpp"
#include "kernel/syntax/parse.hpp"

namespace dala::kernel {

namespace {

Compiled run(const Source& source, const CompileOptions& options) {
  Diagnostics diagnostics;
  if (source.text().size() > max_source_bytes) {
    diagnostics.report(Code::source_too_large, {0, 0},
                       format("the source has {} bytes; at most {} are possible",
                              source.text().size(), max_source_bytes));
    return {nullptr, diagnostics.take()};
  }
  const std::vector<syntax::Token> tokens = syntax::lex(source, diagnostics);
  const syntax::Tree tree = syntax::parse(tokens, diagnostics, prelude::called_by(tokens));
  // Types are checked only where the syntax is right: otherwise most reports would be consequences
  // of syntax errors.
  std::shared_ptr<const ir::Module> module;
  if (!diagnostics.any()) module = lower(source, tree, options, diagnostics);
  if (module != nullptr) ir::verify_after("lowering", *module);
  return {std::move(module), diagnostics.take()};
}

}  // namespace

CompileOptions with_wide_indices(CompileOptions options) {
  options.index = ir::Scalar::s64;
  options.cuts_indices = forces_wide_indices();
  return options;
}

bool forces_wide_indices() {
  static const bool asked = [] {
    const char* value = std::getenv("DALA_WIDE_INDICES");
    return value != nullptr && std::string_view(value) == "1";
  }();
  return asked;
}

Compiled compile(const Source& source, const CompileOptions& options) noexcept {
  try {
    return run(source, options);
  } catch (const std::exception&) {
    // Only allocation can fail here.
    Compiled failed;
    try {
      failed.diagnostics.push_back({Code::out_of_memory, {}, "no memory left while compiling", ""});
    } catch (const std::exception&) {
      failed.diagnostics.clear();
    }
    return failed;
  }
}

}  // namespace dala::kernel

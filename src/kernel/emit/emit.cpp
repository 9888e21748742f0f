#include "kernel/emit/emit.hpp"

#include <exception>

#include "kernel/emit/languages.hpp"

namespace dala::kernel {

namespace {

std::unique_ptr<CPrinter> printer(const ir::Module& module, Language language,
                                  const Form& form = {}) {
  switch (language) {
    case Language::glsl:
      return glsl_printer(module, form);
    case Language::cuda:
      return cuda_printer(module);
    case Language::msl:
      break;
  }
  return msl_printer(module);
}

}  // namespace

Result<std::string> emit(const ir::Module& module, Language language, const Form& form) noexcept {
  try {
    return printer(module, language, form)->run();
  } catch (const std::exception&) {
    // Only allocation can fail here. The message is short enough to need none.
    return std::unexpected(Error{ErrorCode::out_of_memory, "no memory"});
  }
}

std::string entry_name(const ir::Module& module, Language language) {
  return language == Language::glsl ? "main" : printer(module, language)->entry();
}

}  // namespace dala::kernel

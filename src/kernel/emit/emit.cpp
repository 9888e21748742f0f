#include "kernel/emit/emit.hpp"

#include <exception>
#include <utility>

#include "core/error.hpp"
#include "kernel/analysis/written_out.hpp"
#include "kernel/emit/languages.hpp"
#include "kernel/legalize/legalize.hpp"
#include "kernel/legalize/legalize_only.hpp"
#include "kernel/legalize/missing_types.hpp"

namespace dala::kernel {

namespace {

std::unique_ptr<CPrinter> printer(const ir::Module& module, const ir::Module& legal,
                                  Language language, const CallSpecialisation& specialisation) {
  switch (language) {
    case Language::glsl:
      return glsl_printer(module, legal, specialisation);
    case Language::cuda:
      return cuda_printer(legal);
    case Language::msl:
      return msl_printer(legal);
  }
  std::unreachable();
}

}  // namespace

const TargetInfo& target_info(Language language) {
  switch (language) {
    case Language::glsl:
      return glsl_target();
    case Language::cuda:
      return cuda_target();
    case Language::msl:
      return msl_target();
  }
  std::unreachable();
}

Result<std::string> emit(const ir::Module& written, Language language,
                         const CallSpecialisation& specialisation) noexcept {
  try {
    TargetInfo target = target_info(language);
    target.rounds_to_nearest = !specialisation.nearest_by_integers;
    // Not with the rest: what it adds is seen by analyses of the kernel too.
    const ir::Module module = legalize_only(written, target, {pass::prints});
    if (const auto missing = missing_type(module, target))
      return fail(ErrorCode::unsupported, "kernel `{}`: {}", module.name, *missing);
    const ir::Module legal = legalize(module, target, specialisation);
    Result<std::string> text = printer(module, legal, language, specialisation)->run();
    if (text && written_out_size(module) > max_written_out)
      return fail(ErrorCode::unsupported,
                  "kernel `{}`: with its functions written out where they are called it has more "
                  "than {} expressions, too many for a compiler of {}",
                  module.name, max_written_out, target.name);
    return text;
  } catch (const std::exception&) {
    // Only allocation can fail here. The message is short enough to need none.
    return std::unexpected(Error{ErrorCode::out_of_memory, "no memory"});
  }
}

std::string entry_name(const ir::Module& module, Language language) {
  return language == Language::glsl ? "main" : printer(module, module, language, {})->entry();
}

}  // namespace dala::kernel

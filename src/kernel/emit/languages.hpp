// What each language can do, and its printer, which takes legal modules.
#pragma once

#include <memory>

#include "kernel/emit/c_printer.hpp"
#include "kernel/legalize/call_specialisation.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

[[nodiscard]] const TargetInfo& glsl_target();
[[nodiscard]] const TargetInfo& cuda_target();
[[nodiscard]] const TargetInfo& msl_target();

// `source` is the module before it was made legal, which analyses look at.
[[nodiscard]] std::unique_ptr<CPrinter> glsl_printer(const ir::Module& source,
                                                     const ir::Module& module,
                                                     const CallSpecialisation& specialisation);
[[nodiscard]] std::unique_ptr<CPrinter> cuda_printer(const ir::Module& module);
[[nodiscard]] std::unique_ptr<CPrinter> msl_printer(const ir::Module& module);

}  // namespace dala::kernel

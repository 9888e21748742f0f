// The printers, one for each language.
#pragma once

#include <memory>

#include "kernel/emit/c_printer.hpp"
#include "kernel/emit/form.hpp"

namespace dala::kernel {

[[nodiscard]] std::unique_ptr<CPrinter> glsl_printer(const ir::Module& module, const Form& form);
[[nodiscard]] std::unique_ptr<CPrinter> cuda_printer(const ir::Module& module);
[[nodiscard]] std::unique_ptr<CPrinter> msl_printer(const ir::Module& module);

}  // namespace dala::kernel

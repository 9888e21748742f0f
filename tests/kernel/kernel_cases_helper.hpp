// Kernels with launches, whose generated code is run and compared with the interpreter.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "kernel/emit_shims/run_case.hpp"

namespace dala::kernel {

// With indices of 64 bits, what a kernel keeps in s32 is cut rather than reported.
[[nodiscard]] std::shared_ptr<const ir::Module> compile_text(const std::string& name,
                                                             const std::string& text,
                                                             ir::Scalar index = ir::Scalar::s32);

// Those under golden/.
[[nodiscard]] std::vector<std::filesystem::path> golden_kernels();

// Those, and the ones that go where languages differ (emit_shims/nasty_kernels.hpp).
[[nodiscard]] std::vector<RunCase> all_cases(ir::Scalar index = ir::Scalar::s32);
// With indices of 32 bits, and of 64.
[[nodiscard]] std::vector<RunCase> cases_of_both_forms();

}  // namespace dala::kernel

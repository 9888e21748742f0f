// Kernels with launches, whose generated code is run and compared with the interpreter.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "kernel/emit_shims/run_case.hpp"

namespace dala::kernel {

[[nodiscard]] std::shared_ptr<const ir::Module> compile_text(const std::string& name,
                                                             const std::string& text);

// Those under golden/.
[[nodiscard]] std::vector<std::filesystem::path> golden_kernels();

// Those, and the ones that go where languages differ (emit_shims/nasty_kernels.hpp).
[[nodiscard]] std::vector<RunCase> all_cases();

}  // namespace dala::kernel

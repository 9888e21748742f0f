// A kernel's description of itself, in the forms `dala kernels` prints.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include <dala/kernel.hpp>

namespace dala::cli {

[[nodiscard]] nlohmann::ordered_json kernel_json(const KernelInfo& kernel);

// Everything about one kernel, for a terminal.
[[nodiscard]] std::string kernel_text(const KernelInfo& kernel);

// One line a kernel, grouped by family, for a terminal.
[[nodiscard]] std::string kernel_list_text(std::span<const KernelInfo> kernels);

// Everything about all of them, as the page docs/kernels.md.
[[nodiscard]] std::string kernel_markdown(std::span<const KernelInfo> kernels);

}  // namespace dala::cli

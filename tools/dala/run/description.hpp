// A kernel's description of itself, in the forms `dala kernels` prints.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include <dala/core/kernel_info.hpp>

namespace dala::cli {

// Of a parameter: "0 to 1", "at least 1"; "0.5", "required".
[[nodiscard]] std::string range_text(const ParamInfo& param);
[[nodiscard]] std::string default_text(const ParamInfo& param);
[[nodiscard]] nlohmann::ordered_json param_json(const ParamInfo& param);

[[nodiscard]] nlohmann::ordered_json kernel_json(const KernelInfo& kernel);

// Everything about one kernel, for a terminal.
[[nodiscard]] std::string kernel_text(const KernelInfo& kernel);

// One line a kernel, grouped by family, for a terminal.
[[nodiscard]] std::string kernel_list_text(std::span<const KernelInfo> kernels);

// Everything about all of them, as the page docs/kernels.md.
[[nodiscard]] std::string kernel_markdown(std::span<const KernelInfo> kernels);

}  // namespace dala::cli

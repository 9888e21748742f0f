// A file with a kernel in the kernel language, read and understood.
#pragma once

#include <span>
#include <string>

#include <dala/core/kernel_info.hpp>

#include "terminal/outcome.hpp"

namespace dala::cli {

struct KernelFile {
  KernelSource source;
  KernelInfo info;
  Params params;  // --param, as the types the kernel has
};

// `file` may be "-". `params` also say which there are, for the header form that does not.
[[nodiscard]] OutcomeOf<KernelFile> read_kernel_file(const std::string& file,
                                                     std::span<const std::string> params);

// "blur(input: Tensor<f32>, output: &mut Tensor<f32>, radius: integer)"
[[nodiscard]] std::string signature(const KernelInfo& kernel);

}  // namespace dala::cli

#include "kernel/source_file.hpp"

#include <fmt/format.h>

#include <dala/compute/kernel_compiler.hpp>

#include "files/file.hpp"
#include "io/tensor_file.hpp"
#include "options/param_text.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

// Far above what the language allows, so that its own message about the length is seen.
constexpr std::size_t max_text = std::size_t{1} << 20;

// The text says whether it leaves its parameters open only by what is missing when none are given.
OutcomeOf<KernelInfo> check(KernelSource& source, std::span<const std::string> params) {
  auto info = check_kernel(source);
  if (!info && info.error().code == ErrorCode::bad_kernel && !params.empty()) {
    auto guessed = guess_params(params);
    if (!guessed) return std::unexpected(guessed.error());
    source.params = std::move(*guessed);
    info = check_kernel(source);
  }
  if (!info) return failure(info.error());
  return std::move(*info);
}

}  // namespace

OutcomeOf<KernelFile> read_kernel_file(const std::string& file,
                                       std::span<const std::string> params) {
  auto text = files::read_file(file, max_text);
  if (!text) return file_failure(file, text.error());
  KernelFile kernel;
  kernel.source = {.text = std::move(*text), .file = file == "-" ? "<stdin>" : file};
  auto info = check(kernel.source, params);
  if (!info) return std::unexpected(info.error());
  kernel.info = std::move(*info);
  auto values = parse_params(kernel.info, params);
  if (!values) return std::unexpected(values.error());
  kernel.params = std::move(*values);
  return kernel;
}

std::string signature(const KernelInfo& kernel) {
  std::vector<std::string> parts;
  for (const TensorInfo& tensor : kernel.inputs)
    parts.push_back(fmt::format("{}: Tensor<{}>", tensor.name, join(tensor.dtypes)));
  for (const TensorInfo& tensor : kernel.outputs)
    parts.push_back(fmt::format("{}: &mut Tensor<{}>", tensor.name, join(tensor.dtypes)));
  for (const ParamInfo& param : kernel.params)
    parts.push_back(fmt::format("{}: {}", param.name, to_string(param.type)));
  return fmt::format("{}({})", kernel.name, join(parts, ", "));
}

}  // namespace dala::cli

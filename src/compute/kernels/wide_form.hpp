// The second version of a kernel of the language: with indices of 64 bits, for calls with tensors
// of more elements than s32 counts. Nobody else pays for it: it is compiled when the first such
// call is prepared.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "backend/device.hpp"
#include "kernel/ir/ir.hpp"
#include "kernel/lower/options.hpp"

namespace dala {

struct Command;

class WideForm {
 public:
  // Of this source, compiled with these options, in a file of this name.
  WideForm(std::string file, std::string text, kernel::CompileOptions options)
      : file_(std::move(file)), text_(std::move(text)), options_(std::move(options)) {}

  // Error `bad_kernel` with the lines that keep an index in s32.
  [[nodiscard]] Result<std::shared_ptr<const kernel::ir::Module>> module();
  // Lives as long as this.
  [[nodiscard]] Result<backend::Program*> program_for(backend::Device& device);

 private:
  using Module = std::shared_ptr<const kernel::ir::Module>;

  [[nodiscard]] const Result<Module>& locked_module();

  std::string file_;
  std::string text_;
  kernel::CompileOptions options_;
  std::mutex mutex_;
  std::optional<Result<Module>> module_;
  std::unique_ptr<backend::Program> program_;
};

// Why no variant of a kernel is asked where it needs indices of 64 bits.
inline constexpr std::string_view only_in_source = "indices of 64 bits are the source's alone";

// Whether there are tensors whose elements s32 does not count.
[[nodiscard]] bool has_large_tensors(const Command& stage);
[[nodiscard]] bool has_large_tensors(const backend::KernelCall& call);

// Why indices of 32 bits do not do for a call of the kernel: empty where they do.
[[nodiscard]] std::string why_wide_indices(const kernel::ir::Module& module,
                                           const backend::KernelCall& call);

}  // namespace dala

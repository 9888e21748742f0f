// Compiling kernels of the kernel language without a device: what they take, what they become, and
// what they mean.
//
//   const dala::KernelSource source{.text = "fn twice(a: Tensor<f32>, b: &mut Tensor<f32>) {"
//                                           "  b[ABSOLUTE_POS] = a[ABSOLUTE_POS] * 2.0; }"};
//   const auto info = dala::check_kernel(source);                          // what it takes
//   const auto text = dala::emit_kernel(source, dala::KernelTarget::cuda); // what it becomes
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <dala/compute/command.hpp>
#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/kernel_info.hpp>

namespace dala {

// The kernel's description, under the name its source gives it ("kernel" when it gives none).
// `bad_kernel` with every mistake shown in its place.
[[nodiscard]] DALA_API Result<KernelInfo> check_kernel(const KernelSource& source);

enum class KernelTarget : std::uint8_t { ir, llvm, assembly, glsl, cuda, msl };

// "ir", "llvm", "asm", "glsl", "cuda", "msl"
[[nodiscard]] DALA_API std::string_view to_string(KernelTarget target);
[[nodiscard]] DALA_API std::optional<KernelTarget> kernel_target_from_string(std::string_view text);

// `unsupported` where the target has no way to say what the kernel does, or is not built in.
[[nodiscard]] DALA_API Result<std::string> emit_kernel(const KernelSource& source,
                                                       KernelTarget target);

// Runs the kernel with the reference interpreter, which defines what kernels mean; slowly, on the
// host. For comparing a device with.
[[nodiscard]] DALA_API Result<void> interpret_kernel(const KernelSource& source,
                                                     const BufferList& inputs,
                                                     const BufferList& outputs,
                                                     const Params& params = {});

}  // namespace dala

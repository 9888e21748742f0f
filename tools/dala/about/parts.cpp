#include "about/parts.hpp"

#include <fmt/format.h>

#include <dala/compute/kernel_compiler.hpp>
#include <dala/core/device.hpp>
#include <dala/media/video.hpp>
#include <dala/text.hpp>

#include "window/window.hpp"

namespace dala::cli {

namespace {

// A kernel has to become native code: nothing less shows that it can.
Result<std::string> jit_version() {
  const auto code = emit_kernel(
      {.text =
           "fn copy(a: Tensor<f32>, b: &mut Tensor<f32>) { b[ABSOLUTE_POS] = a[ABSOLUTE_POS]; }"},
      KernelTarget::assembly);
  if (!code) return std::unexpected(code.error());
  return "native code through LLVM";
}

}  // namespace

std::vector<Part> parts() {
  return {{"jit", "Kernels", jit_version()},
          {"video", "Videos", media::video_version()},
          {"text", "Text", text_version()},
          {"window", "Windows", window_version()}};
}

std::string parts_text() {
  std::string text;
  for (const Part& part : parts())
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", part.title,
                        part.version ? *part.version : "no; " + part.version.error().message);
  return text;
}

std::string version_text() {
  return fmt::format("dala {} (commit {})\n{}", version(), commit, parts_text());
}

}  // namespace dala::cli

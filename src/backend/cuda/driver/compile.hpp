// CUDA C++ to machine code, through NVRTC. Needs no GPU.
#pragma once

#include <string>
#include <vector>

#include "backend/cuda/driver/library.hpp"
#include "kernel/cache/disk_cache.hpp"

namespace dala::backend::cuda {

struct Code {
  std::vector<std::byte> image;  // a cubin, or the text of PTX where NVRTC is older than the device
  bool from_cache = false;
};

// Whether the compiler may contract a product and a sum into a fused multiply-add, which the kernel
// language forbids.
enum class Rounding : std::uint8_t { as_written, fused };

// For a device of this compute capability: 90 for 9.0. Error `compile_failed` with what NVRTC says.
[[nodiscard]] Result<Code> compile_source(const Compiler& compiler, const std::string& text,
                                          int capability, Rounding rounding,
                                          const kernel::DiskCache& cache);

}  // namespace dala::backend::cuda

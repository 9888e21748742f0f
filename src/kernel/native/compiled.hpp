// A kernel's code, from the cache on disk or freshly made.
#pragma once

#include <memory>

#include "kernel/cache/disk_cache.hpp"
#include "kernel/native/jit.hpp"

namespace dala::kernel {

struct CompiledKernel {
  std::unique_ptr<jit::Code> code;
  bool from_cache = false;
};

// What is kept is found again by the kernel's IR, the specialisation, the processor and the
// compiler.
[[nodiscard]] Result<CompiledKernel> compile_native(
    jit::Compiler& compiler, const ir::Module& module,
    const jit::ChannelSpecialisation& specialisation, const DiskCache& cache);

}  // namespace dala::kernel

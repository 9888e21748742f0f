// A kernel's source for a compiler of the device: GLSL ES 3.10, CUDA C++ or Metal.
//
// The source does what the interpreter does (docs/kernel-language.md), if it is built and launched
// like this:
//   - Buffers: the tensors in the order of Module::tensors at bindings 0 to n - 1, then at n the
//     words of pack_launch (launch/launch_words.hpp); in GLSL those are a uniform block at binding
//     0, in whole vectors of four; in CUDA they are the kernel's last argument itself. Two tensors
//     may share memory. In GLSL a tensor of u8 is read and written in words, so its buffer is
//     rounded up to a multiple of four bytes.
//   - Workgroups: of `units_per_group` invocations along x, `group_counts` of them along x and y
//     (kernel/ir/groups.hpp), for the groups of the specialisation. In CUDA those of a kernel
//     without cubes may be of any size.
//   - CUDA: compile with --fmad=false, and without --use_fast_math, -ftz=true, -prec-div=false and
//     -prec-sqrt=false: a product and a sum must not be fused.
//   - Metal: compile with fast math off (MTLMathModeSafe); the source itself forbids fusing.
//   - GLSL: the source forbids fusing and reordering with `precise` where the device has
//     EXT_gpu_shader5; without it both are up to the device. So are how exact division, square
//     roots and the functions of angles and powers are, and whether denormal numbers are kept.
#pragma once

#include <cstdint>
#include <string>

#include <dala/core/error.hpp>

#include "kernel/ir/ir.hpp"
#include "kernel/legalize/call_specialisation.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

enum class Language : std::uint8_t { glsl, cuda, msl };

// What the language can do by itself.
[[nodiscard]] const TargetInfo& target_info(Language language);

// The same source for the same module and specialisation. Error `unsupported` where the language
// has no such type.
[[nodiscard]] Result<std::string> emit(const ir::Module& module, Language language,
                                       const CallSpecialisation& specialisation = {}) noexcept;

// What the kernel is called in that source: its own name, changed where the language reserves it.
[[nodiscard]] std::string entry_name(const ir::Module& module, Language language);

}  // namespace dala::kernel

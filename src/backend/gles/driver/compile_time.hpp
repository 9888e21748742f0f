// How long a driver may take to compile a shader. Drivers that run on the CPU hand it to LLVM,
// whose time grows with a power of the loops and branches, and nobody can stop them: what would
// take longer than a kernel may is not given to them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "kernel/analysis/written_out.hpp"

namespace dala::backend::gles {

// Of a text that has what is written out this many times, on a slow machine.
[[nodiscard]] std::chrono::duration<double> compile_time_in_software(const kernel::WrittenOut& text,
                                                                     std::int64_t copies);

// Why a text cannot be compiled in software within `limit`, or nothing.
[[nodiscard]] std::string refusal_of_text(const kernel::WrittenOut& text, std::int64_t copies,
                                          std::chrono::nanoseconds limit);

}  // namespace dala::backend::gles

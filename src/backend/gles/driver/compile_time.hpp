// How long a driver may take to compile a shader. Drivers that run on the CPU hand it to LLVM,
// whose time grows with a power of the loops and branches, and nobody can stop them: what would
// take longer than a kernel may is not given to them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "kernel/analysis/written_out.hpp"

namespace dala::backend::gles {

// The estimate for a shader that repeats the counted source this many times, on a slow machine.
[[nodiscard]] std::chrono::duration<double> compile_time_in_software(const kernel::WrittenOut& text,
                                                                     std::int64_t copies);

// Why a shader cannot be compiled by a driver on the CPU within `limit`; empty where it can.
[[nodiscard]] std::string rejection_of_source(const kernel::WrittenOut& text, std::int64_t copies,
                                              std::chrono::nanoseconds limit);

}  // namespace dala::backend::gles

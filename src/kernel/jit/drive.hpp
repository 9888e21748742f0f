// Divides a launch into the inner part of the domain and its edges, and calls the generated code of
// each. This is the same for all kernels, so it is compiled with the library: as generated code it
// took a third of the time to compile a kernel.
#pragma once

#include "kernel/jit/plan.hpp"

namespace dala::kernel::jit {

// The elements, rows or cubes (Granularity) from begin up to but without end, as Code::run().
template <typename Index>
[[nodiscard]] std::int32_t drive(const Plan& plan, const Arguments<Index>& arguments,
                                 std::int64_t begin, std::int64_t end);

// Whether a piece of a launch (native/run.cpp) is done so soon that it need not look at the clock.
[[nodiscard]] bool is_light(const Plan& plan);

}  // namespace dala::kernel::jit

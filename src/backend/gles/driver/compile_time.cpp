#include "backend/gles/driver/compile_time.hpp"

#include "core/error.hpp"

namespace dala::backend::gles {

namespace {

// Seconds, twice of what llvmpipe of Mesa 22 with LLVM 15 took: 0.4 for 10000 expressions, 0.5 for
// 400 functions, 3 for 2000 branches, 60 for 8000, 0.6 for 20 loops, 7.4 for 40.
constexpr double of_expression = 8e-5;
constexpr double of_function = 2.5e-3;
constexpr double of_branches_squared = 1.5e-6;
constexpr double of_loops_cubed = 2.3e-4;

}  // namespace

std::chrono::duration<double> compile_time_in_software(const kernel::WrittenOut& text,
                                                       std::int64_t copies) {
  const auto all = [&](std::int64_t count) { return static_cast<double>(count * copies); };
  const double branches = all(text.branches);
  const double loops = all(text.loops);
  return std::chrono::duration<double>(
      of_expression * all(text.expressions) + of_function * all(text.functions) +
      of_branches_squared * branches * branches + of_loops_cubed * loops * loops * loops);
}

std::string rejection_of_source(const kernel::WrittenOut& text, std::int64_t copies,
                                std::chrono::nanoseconds limit) {
  const std::chrono::duration<double> time = compile_time_in_software(text, copies);
  if (time <= limit) return {};
  return format(
      "with {} expressions, {} branches and {} loops this driver may take {:.1f} s to compile it, "
      "and the time limit is {} ms",
      text.expressions * copies, text.branches * copies, text.loops * copies, time.count(),
      std::chrono::duration<double, std::milli>(limit).count());
}

}  // namespace dala::backend::gles

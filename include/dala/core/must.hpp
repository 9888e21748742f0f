// Results that a short program cannot go on without.
//
//   const auto compute = dala::must(dala::Compute::create());
//   const dala::Buffer c = dala::must(compute.add(a, b));
//
// Where the result is an error, its message is printed with the place of the call, and the program
// ends with exit code 1. For examples, scripts and tests of one's own; a library or an app passes
// errors on instead (<dala/core/try.hpp>).
#pragma once

#include <source_location>
#include <type_traits>
#include <utility>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>

namespace dala {

// "main.cpp:12: out_of_memory: ..." on standard error, then the end of the program.
[[noreturn]] DALA_API void end_program(const Error& error, const std::source_location& where);

template <typename T>
T must(Result<T> result, const std::source_location& where = std::source_location::current()) {
  if (!result) end_program(result.error(), where);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace dala

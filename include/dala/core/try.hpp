// Passing errors on in functions that return a Result themselves.
//
//   dala::Result<float> total(const dala::Compute& compute, const std::vector<float>& values) {
//     DALA_ASSIGN(const auto input, compute.buffer(values, {std::ssize(values)}));
//     DALA_ASSIGN(const auto sum, compute.run("sum", input));
//     DALA_ASSIGN(const auto result, sum.read<float>());
//     return result[0];
//   }
#pragma once

#include <expected>
#include <utility>

#include <dala/core/error.hpp>

// Returns from the enclosing function when `expression` failed.
#define DALA_TRY(expression)                                                \
  do {                                                                      \
    if (auto dala_try_result = (expression); !dala_try_result) [[unlikely]] \
      return std::unexpected(std::move(dala_try_result.error()));           \
  } while (false)

// DALA_ASSIGN(auto buffer, make_buffer(...)): declares or assigns, or returns the error.
#define DALA_ASSIGN(target, expression) \
  DALA_ASSIGN_NAMED(target, expression, DALA_CONCAT(dala_assign_, __LINE__))
#define DALA_ASSIGN_NAMED(target, expression, temporary)  \
  auto temporary = (expression);                          \
  if (!temporary) [[unlikely]]                            \
    return std::unexpected(std::move(temporary.error())); \
  target = std::move(*temporary)
#define DALA_CONCAT(a, b) DALA_CONCAT_INNER(a, b)
#define DALA_CONCAT_INNER(a, b) a##b
